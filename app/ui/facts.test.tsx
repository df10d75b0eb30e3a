import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Facts } from "./facts";

it("keeps the lines of a value, and leaves out what has none", () => {
  const facts = [
    { label: "Règlement", value: "Pas de bruit.\nRangez." },
    { label: "Horaires", value: null },
  ];
  const html = renderToStaticMarkup(<Facts facts={facts} />);
  expect(html).toContain('<dd class="whitespace-pre-line">Pas de bruit.\nRangez.</dd>');
  expect(html).not.toContain("Horaires");
});
