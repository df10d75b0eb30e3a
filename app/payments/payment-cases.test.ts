import { expect, it } from "vitest";
import { centsGivenUp } from "./payment-cases.server";

const put = { paymentIntentId: "pi_1", givenUp: 100 };

it.each([
  ["no case", [], 0],
  ["one that nobody put away", [{ ...put, givenUp: 0 }], 0],
  ["one that was put away", [put], 100],
  ["one put away, and another one since", [put, { ...put, givenUp: 0 }], 100],
  ["two put away of one payment, about the same cents", [put, { ...put, givenUp: 80 }], 100],
  ["two put away of two payments", [put, { ...put, paymentIntentId: "pi_2" }], 200],
  [
    "one put away, and another payment's",
    [{ ...put, paymentIntentId: "pi_2", givenUp: 0 }, put],
    100,
  ],
] as const)("how much of a refund goes to the card no more: %s", (_, own, cents) => {
  expect(centsGivenUp(own)).toBe(cents);
});
