import { expect, it } from "vitest";
import { readSearch } from "./search-form";
import { canonicalPath, townFound, townPaths, townTitle } from "./search-title";

const COMMUNES = ["Le Mans", "Lyon", "Saint-Étienne"];
const nameOf = ({ city }: { city: string }) =>
  COMMUNES.find((name) => name.toLowerCase() === city.toLowerCase()) ?? null;
const titleOf = (typed: string | undefined, cities: readonly string[]) =>
  townTitle(
    townFound(
      typed,
      cities.map((city) => ({ city, postalCode: "69003" })),
      nameOf,
    ),
  );

it.each([
  ["lyon", ["Lyon", "Lyon"], "Salles à Lyon"],
  ["saint etienne", ["Saint-Étienne"], "Salles à Saint-Étienne"],
  ["St-Étienne", ["Saint-Étienne"], "Salles à Saint-Étienne"],
  ["le mans", ["LE MANS"], "Salles au Mans"],
  ["LES ULIS", ["Les Ulis"], "Salles aux Ulis"],
  ["les ulis", ["LES ULIS"], "Salles aux ULIS"],
  ["saint", ["Saint-Étienne", "Mont-Saint-Aignan"], null],
  ["<script>", [], null],
  ["saint etienne", ["St Étienne"], "Salles à St Étienne"],
  ["paris", ["Paris", "Paris-Plage"], null],
  ["lens", ["Lens"], "Salles à Lens"],
  ["", ["Lyon"], null],
  [undefined, ["Lyon"], null],
])("names the list of %j by what was found", (typed, cities, title) => {
  expect(titleOf(typed, cities)).toBe(title);
});

it.each([
  ["lyon", ["LYON", "Lyon"], "Salles à Lyon"],
  ["lyon", ["LYON"], "Salles à Lyon"],
  ["hameau d ete", ["HAMEAU D'ETE", "Hameau d'Été", "HAMEAU D'ETE"], "Salles à HAMEAU D'ETE"],
  ["hameau d ete", ["HAMEAU D'ETE", "Hameau d'Été"], "Salles à Hameau d'Été"],
])("whichever owner comes first, %j is one town: %j", (typed, cities, title) => {
  expect([titleOf(typed, cities), titleOf(typed, cities.toReversed())]).toEqual([title, title]);
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
  const town = townFound(search.city, [{ city: "LYON", postalCode: "69003" }], nameOf);
  expect(canonicalPath(search, town)).toBe(`/reservation${address}`);
});

it("towns have one address each, however many ways their owners write them", () => {
  const written = [
    { city: "LYON", postalCode: "69003", count: 2 },
    { city: "lyon", postalCode: "69001", count: 7 },
    { city: "HAMEAU D'ETE", postalCode: "35400", count: 2 },
    { city: "Hameau d'Été", postalCode: "35400", count: 1 },
    { city: "Hameau d'Été", postalCode: "35430", count: 2 },
    { city: "St Étienne", postalCode: "42000", count: 1 },
    { city: "Saint-Étienne", postalCode: "42000", count: 1 },
    { city: "…", postalCode: "42000", count: 9 },
  ];
  expect(townPaths(written, nameOf)).toEqual(
    ["Lyon", "Hameau+d%27%C3%89t%C3%A9", "St+%C3%89tienne"].map(
      (city) => `/reservation?city=${city}`,
    ),
  );
});
