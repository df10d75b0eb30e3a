import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldText } from "./fold-text";

describe("foldText", () => {
  it.each([
    ["Mont-Saint-Aignan", "mont saint aignan"],
    ["  SAINT-ÉTIENNE ", "saint etienne"],
    ["L’Haÿ-les-Roses", "l hay les roses"],
    ["Œuilly", "oeuilly"],
    ["Paris 15e", "paris 15e"],
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
