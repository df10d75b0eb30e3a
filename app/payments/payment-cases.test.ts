import { expect, it } from "vitest";
import { isGivenUp } from "./payment-cases.server";

const put = { isPutAway: true };
const open = { isPutAway: false };

it.each([
  ["no case", [], false],
  ["one that was put away", [{ kind: "refund_refused", ...put }], true],
  ["one that waits for funds, put away", [{ kind: "refund_unfunded", ...put }], true],
  ["one that waits for somebody", [{ kind: "refund_failing", ...open }], false],
  [
    "one put away, and another one since",
    [
      { kind: "refund_refused", ...put },
      { kind: "refund_disputed", ...open },
    ],
    false,
  ],
  ["one of the owner's part, put away", [{ kind: "take_back_refused", ...put }], false],
  [
    "one put away beside one of the owner's part",
    [
      { kind: "refund_refused", ...put },
      { kind: "take_back_refused", ...open },
    ],
    true,
  ],
] as const)("whether nobody waits for a refund any more: %s", (_, own, givenUp) => {
  expect(isGivenUp(own)).toBe(givenUp);
});
