import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { citySearchTerms, foldQuery, prefixBounds } from "./search-terms";

const finds = (typed: string, city: string) => {
  const { from, below } = prefixBounds(foldQuery(typed));
  return citySearchTerms(city).some((term) => from <= term && term < below);
};

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
      expect(finds(typed, "Mont-Saint-Aignan")).toBe(true);
    },
  );

  it.each(["int", "ignan", "aint aignan"])("does not find it by %s", (typed) => {
    expect(finds(typed, "Mont-Saint-Aignan")).toBe(false);
  });
});

describe("prefixBounds", () => {
  it("holds just the texts that start with the prefix", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "z", "é", "1", " "), maxLength: 6 });
    fc.assert(
      fc.property(text, text, (prefix, term) => {
        const { from, below } = prefixBounds(prefix);
        expect(from <= term && term < below).toBe(term.startsWith(prefix));
      }),
    );
  });
});
