import { expect, it } from "vitest";
import { readSearch } from "./search-form";
import { canonicalPath, cityTitle } from "./search-title";

it.each([
  ["lyon", ["Lyon", "Lyon"], "Salles à Lyon"],
  ["saint etienne", ["Saint-Étienne"], "Salles à Saint-Étienne"],
  ["St-Étienne", ["Saint-Étienne"], "Salles à Saint-Étienne"],
  ["le mans", ["Le Mans"], "Salles au Mans"],
  ["LES ULIS", ["Les Ulis"], "Salles aux Ulis"],
  ["saint", ["Saint-Étienne", "Mont-Saint-Aignan"], null],
  ["<script>", [], null],
  ["saint etienne", ["St Étienne"], "Salles à St Étienne"],
  ["paris", ["Paris", "Paris-Plage"], null],
  ["", ["Lyon"], null],
  [undefined, ["Lyon"], null],
])("names the list of %j by what was found", (typed, cities, title) => {
  expect(
    cityTitle(
      typed,
      cities.map((city) => ({ city })),
    ),
  ).toBe(title);
});

it.each([
  ["", ""],
  ["page=2", "?page=2"],
  ["city=lyon&sort=rating&page=3", "?city=Lyon"],
  ["city=LYON&type=Jardins&page=2", "?city=Lyon&type=Jardins&page=2"],
  ["start=2027-03-01&end=2027-03-02&page=2", ""],
  ["city=%3Cscript%3E", "?city=%3Cscript%3E"],
])("search engines know the list at ?%s as %j", (asked, address) => {
  const limits = { earliest: "2027-01-01", latest: "2028-01-01" } as const;
  const { search } = readSearch(new URLSearchParams(asked), limits);
  expect(canonicalPath(search, [{ city: "Lyon" }])).toBe(`/reservation${address}`);
});
