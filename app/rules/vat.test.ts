import { expect, it } from "vitest";
import { vatIn, vatRegimeOf } from "./vat";

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
