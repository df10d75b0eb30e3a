import { expect, it } from "vitest";
import { rentTax, vatIn, vatRegimeOf } from "./vat";

it("finds the VAT contained in an amount, to the cent", () => {
  expect([vatIn(18_000, 20), vatIn(0, 20), vatIn(907, 20)]).toEqual([3_000, 0, 151]);
  expect([vatIn(1_813, 20.6), vatIn(10_550, 5.5)]).toEqual([310, 550]);
  expect([vatIn(10_850, 8.5), vatIn(14_500, 8.5), vatIn(14_500, 0)]).toEqual([850, 1_136, 0]);
});

it("assumes of public bodies that they are out of its scope, and of others that they are spared it", () => {
  expect(vatRegimeOf({ type: "Collectivité" })).toBe("hors champ");
  expect(vatRegimeOf({ type: "Entités privés", role: "Association" })).toBe("franchise");
  expect(vatRegimeOf({ type: "Collectivité", vatRegime: "assujetti" })).toBe("assujetti");
});

const commune = { type: "Collectivité" } as const;
const company = { type: "Entités privés", role: "Entreprise" } as const;
const association = { type: "Entités privés", role: "Association" } as const;
const person = { type: "Entités privés", role: "Particulier" } as const;

it.each([
  [{ ...commune, vatRegime: "hors champ" }, "public body"],
  [commune, "public body"],
  [{ ...company, vatRegime: "hors champ" }, "out of scope"],
  [{ ...association, vatRegime: "hors champ" }, "out of scope"],
  [{ ...association, vatRegime: "exonéré" }, "association"],
  [{ ...company, vatRegime: "exonéré" }, "bare premises"],
  [{ ...commune, vatRegime: "exonéré" }, "bare premises"],
  [{ ...company, vatRegime: "franchise" }, "franchise"],
  [company, "franchise"],
  [person, "person"],
  [undefined, "franchise"],
] as const)("of %j the rent has no VAT: %s", (owner, untaxed) => {
  const vatRegime = vatRegimeOf(owner ?? {});
  expect(rentTax(owner, "69003")).toEqual({ vatRegime, rentVatPercent: 0, untaxed });
});

it.each([
  ["69003", 20, undefined],
  [undefined, 20, undefined],
  ["98000", 20, undefined],
  ["97110", 8.5, undefined],
  ["97200", 8.5, undefined],
  ["97400", 8.5, undefined],
  ["97300", 0, "untaxed department"],
  ["97600", 0, "untaxed department"],
  ["97133", 0, "abroad"],
  ["97150", 0, "abroad"],
  ["97500", 0, "abroad"],
  ["98800", 0, "abroad"],
])("of a place at %s who is liable has %s %% of it, %s", (postalCode, rentVatPercent, untaxed) => {
  const taxed = rentTax({ ...company, vatRegime: "assujetti" }, postalCode);
  expect(taxed).toEqual({
    ...{ vatRegime: "assujetti", rentVatPercent },
    ...(untaxed && { untaxed }),
  });
});
