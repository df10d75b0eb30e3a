import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { citySearchTerms, foldQuery, foldText, startsWith } from "./search-terms";

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

describe("citySearchTerms", () => {
  it("starts at each word of the name", () => {
    expect(citySearchTerms("Mont-Saint-Aignan")).toEqual([
      "mont saint aignan",
      "saint aignan",
      "aignan",
    ]);
    expect(citySearchTerms("Lyon")).toEqual(["lyon"]);
    expect(citySearchTerms("")).toEqual([]);
  });

  it.each(["saint", "Saint Aignan", "SAINT-AIGNAN", "mont", "aign", "mont saint"])(
    "finds Mont-Saint-Aignan by %s",
    (typed) => {
      const pattern = startsWith(foldQuery(typed));
      expect(citySearchTerms("Mont-Saint-Aignan").some((term) => pattern.test(term))).toBe(true);
    },
  );

  it.each(["int", "ignan", "aint aignan"])("does not find it by %s", (typed) => {
    const pattern = startsWith(foldQuery(typed));
    expect(citySearchTerms("Mont-Saint-Aignan").some((term) => pattern.test(term))).toBe(false);
  });
});

describe("startsWith", () => {
  it("takes every character literally", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (prefix, rest) => {
        expect(startsWith(prefix).test(prefix + rest)).toBe(true);
      }),
    );
    expect(startsWith("a.c").test("abc")).toBe(false);
  });
});
