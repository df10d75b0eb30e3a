import { expect, it } from "vitest";
import { centsGivenUp } from "./payment-cases.server";

const put = { isPutAway: true, paymentIntentId: "pi_1", amount: 100 };
const open = { ...put, isPutAway: false };

it.each([
  ["no case", [], 0],
  ["one that was put away", [{ kind: "refund_refused", ...put }], 100],
  ["one that waits for funds, put away", [{ kind: "refund_unfunded", ...put }], 0],
  ["one that waits for somebody", [{ kind: "refund_failing", ...open }], 0],
  [
    "one put away, and another one since",
    [
      { kind: "refund_refused", ...put },
      { kind: "refund_disputed", ...open },
    ],
    0,
  ],
  [
    "two put away about the same cents",
    [
      { kind: "refund_refused", ...put },
      { kind: "refund_disputed", ...put, amount: 80 },
    ],
    100,
  ],
  [
    "one put away, and another payment's",
    [
      { kind: "refund_refused", ...put },
      { kind: "refund_refused", ...open, paymentIntentId: "pi_2" },
    ],
    100,
  ],
  [
    "one put away beside what waits for funds",
    [
      { kind: "refund_refused", ...put },
      { kind: "refund_unfunded", ...open },
    ],
    100,
  ],
  [
    "two put away of two payments",
    [
      { kind: "refund_refused", ...put },
      { kind: "refund_refused", ...put, paymentIntentId: "pi_2" },
    ],
    200,
  ],
  ["one of the owner's part, put away", [{ kind: "take_back_refused", ...put }], 0],
  [
    "one put away beside one of the owner's part",
    [
      { kind: "refund_refused", ...put },
      { kind: "take_back_refused", ...open },
    ],
    100,
  ],
] as const)("how much of a refund nobody waits for any more: %s", (_, own, cents) => {
  expect(centsGivenUp(own)).toBe(cents);
});
