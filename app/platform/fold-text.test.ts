import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldText, placeReadings, startsLike } from "./fold-text";

describe("foldText", () => {
  it.each([
    ["Mont-Saint-Aignan", "mont saint aignan"],
    ["  SAINT-ÉTIENNE ", "saint etienne"],
    ["L’Haÿ-les-Roses", "l hay les roses"],
    ["Œuilly", "oeuilly"],
    ["ŁÓDŹ, Sønderborg", "lodz sonderborg"],
    ["İzmir, Diyarbakır", "izmir diyarbakir"],
    ["Paris 15e", "paris 15e"],
    ["Ville\u00adur\u200bbanne\u200e", "villeurbanne"],
    ["Oﬃce de tourisme, 80 m²", "office de tourisme 80 m2"],
    ["- / .", ""],
  ])("%s → %s", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});

it.each([
  ["st malo", ["st malo", "saint malo"]],
  ["mont ste odile", ["mont ste odile", "mont sainte odile"]],
  ["st", ["st", "saint"]],
  ["strasbourg", ["strasbourg"]],
  ["constructor", ["constructor"]],
  ["", [""]],
])("%j may mean %j", (typed, readings) => {
  expect(placeReadings(typed)).toEqual(readings);
});

describe("startsLike", () => {
  it.each([
    ["Salle des Fêtes (1)", "salle DES fe", true],
    ["Salle des Fêtes (1)", "  salle", true],
    ["Salle des Fêtes (1)", "fêtes", false],
    ["Salle des Fêtes (1)", "", true],
    ["Salle des Fêtes (1)", "   ", true],
    ["Salle des Fêtes (1)", ".*", false],
  ])("%j starts like %j: %s", (text, typed, starts) => {
    expect(startsLike(text, typed)).toBe(starts);
  });
});
