import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TextareaField, TextField } from "./inputs";

it("leaves a text of several lines whole, that its server may say what is too much of it", () => {
  const field = { label: "Motif", name: "why", maxLength: 280 };
  expect(renderToStaticMarkup(<TextareaField {...field} />)).not.toMatch(/maxlength/i);
  expect(renderToStaticMarkup(<TextField {...field} />)).toMatch(/maxlength="280"/i);
});
