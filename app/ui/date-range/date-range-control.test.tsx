import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DateRangeControl } from "./date-range-control";

it("tells of the calendar at the button that opens it, not at the one that erases the dates", () => {
  const options = { id: "periode", label: "Dates", locale: "fr" };
  const button = (text: string) =>
    /<button.*?>/.exec(
      renderToStaticMarkup(<DateRangeControl options={options} text={text} />),
    )?.[0];
  expect(button("")).toMatch(/haspopup="dialog".*expanded="false".*controls="periode-calendrier"/);
  expect(button("27/03/2027 - 28/03/2027")).toContain("Effacer les dates");
  expect(button("27/03/2027 - 28/03/2027")).not.toMatch(/aria-(haspopup|expanded|controls)/);
});
