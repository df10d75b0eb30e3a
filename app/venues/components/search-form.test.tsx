import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { readSearch } from "../search-form";
import { FreshForm, SearchForm } from "./search-form";

const monday = { earliest: "2026-11-24", latest: "2028-05-23" };
const tuesday = { earliest: "2026-11-25", latest: "2028-05-24" };

test.each([
  "",
  "page=2",
  "city=Lyon",
  "minPrice=100",
  "sort=price-asc",
  "type=Villas&equipment=Bar",
])("the form of ?%s is the one rendered anew, every day", (query) => {
  for (const limits of [monday, tuesday, monday]) {
    const { search } = readSearch(new URLSearchParams(query), limits);
    const form = renderToString(<SearchForm search={search} limits={limits} />);
    expect(form).toBe(renderToString(<FreshForm search={search} limits={limits} />));
    expect(form).toContain(limits.latest);
  }
});
