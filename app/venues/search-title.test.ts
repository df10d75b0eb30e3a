import { expect, it } from "vitest";
import { cityTitle } from "./search-title";

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
