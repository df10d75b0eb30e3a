import { describe, expect, it } from "vitest";
import { hasLeftTown, isOtherStreet, isReviewedElsewhere, otherTownIn } from "./address-change";

const lyon = { postalCode: "69003", city: "Lyon" };

describe("another town", () => {
  it.each([
    ["the same", lyon, null],
    ["in capitals", { ...lyon, city: "LYON" }, null],
    ["with its code in two words, as older ones may be", { ...lyon, postalCode: "69 003" }, null],
    ["another district by its code", { ...lyon, postalCode: "69007" }, "postalCode"],
    ["another one of the same code", { ...lyon, city: "Villeurbanne" }, "city"],
    ["one that says more", { ...lyon, city: "Lyon 3e" }, "city"],
    ["another one in all", { postalCode: "33000", city: "Bordeaux" }, "postalCode"],
  ] as const)("%s", (_, after, field) => {
    expect(otherTownIn(lyon, after)).toBe(field);
  });

  it("is none for what is written out, or with its accents", () => {
    const malo = { postalCode: "35400", city: "St Malo" };
    expect(otherTownIn(malo, { ...malo, city: "Saint-Malo" })).toBeNull();
    const nimes = { postalCode: "30000", city: "Nimes" };
    expect(otherTownIn(nimes, { ...nimes, city: "Nîmes" })).toBeNull();
  });
});

describe("a venue has left the town where it was reserved", () => {
  const reserved = { venueCity: "Lyon", venuePostalCode: "69003" };
  it.each([
    ["not as it stands", reserved, lyon, false],
    ["not by another spelling", reserved, { ...lyon, city: "LYON" }, false],
    ["by its code", reserved, { ...lyon, postalCode: "69007" }, true],
    ["by its town, where no code was kept", { venueCity: "Villeurbanne" }, lyon, true],
    ["not by its code, where none was kept", { venueCity: "Lyon" }, lyon, false],
  ])("%s", (_, reservation, venue, hasLeft) => {
    expect(hasLeftTown(reservation, venue)).toBe(hasLeft);
  });
});

describe("what is said of a stay would be read of another place", () => {
  it.each([
    ["Lyon", "LYON", false],
    ["Lyon", "Lyon 3e", false],
    ["Lyon 1er", "Lyon 3e arrondissement", false],
    ["Saint-Étienne", "St Etienne", false],
    ["Marseille 13", "Marseille", false],
    ["Lyon", "Bordeaux", true],
    ["Lyon", "Lyons-la-Forêt", true],
    ["Lyon", "Lyon 10", true],
    ["Paris", "Le Touquet-Paris-Plage", true],
  ])("'%s', and its venue in '%s': %s", (venueCity, city, isElsewhere) => {
    expect(isReviewedElsewhere({ venueCity }, { city })).toBe(isElsewhere);
  });
});

it.each([
  ["12 RUE DES TILLEULS", false],
  ["12, rue des Tilleuls", false],
  ["14 rue des Tilleuls", true],
  ["12 bis rue des Tilleuls", true],
])("'12 rue des Tilleuls' is another street as '%s': %s", (street, isOther) => {
  expect(isOtherStreet({ street: "12 rue des Tilleuls" }, { street })).toBe(isOther);
});
