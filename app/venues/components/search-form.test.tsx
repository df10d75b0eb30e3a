import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { readSearch } from "../search-form";
import { SearchForm } from "./search-form";

const limits = { earliest: "2026-11-23", latest: "2028-05-21" };
const shownFor = (query: string) =>
  renderToStaticMarkup(
    <SearchForm {...readSearch(new URLSearchParams(query), limits)} limits={limits} />,
  );

it("a text that is no day is given to no field of days, nor to their calendar", () => {
  const html = shownFor("start=foo&end=2027-06-12");
  expect(html).toContain("Saisissez une date");
  expect(html).not.toContain("foo");
  expect(html).toMatch(/ name="end"[^>]* value="2027-06-12"/);
});

it("days that cannot be asked for are shown to be corrected, as they are written", () => {
  const html = shownFor("start=21/11/2026&end=2026-12-01");
  expect(html).toContain("&quot;value&quot;:{&quot;start&quot;:&quot;2026-11-21&quot;,");
  expect(html).toMatch(/ name="start"[^>]* value="2026-11-21"/);
});

it("where it is looked for is not where who looks lives: no browser fills that in", () => {
  expect(shownFor("")).not.toMatch(/autocomplete="address/i);
});
