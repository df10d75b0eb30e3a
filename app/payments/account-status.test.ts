import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { saidOf, statusAfter, wasActive, wasLookedAt } from "./account-status";

type Said = Pick<Stripe.Account, "payouts_enabled" | "details_submitted"> & {
  transfers?: string;
  reason?: string;
  due?: readonly string[];
};

function account({ transfers, reason, due = [], ...said }: Said): Stripe.Account {
  return {
    ...said,
    capabilities: { transfers },
    requirements: { disabled_reason: reason ?? null, currently_due: due },
  } as unknown as Stripe.Account;
}

const told = { payouts_enabled: false, details_submitted: true, transfers: "inactive" };

describe("what Stripe says of an account", () => {
  it.each([
    ["is paid", { ...told, transfers: "active", payouts_enabled: true }, "active", false],
    ["is not paid out", { ...told, transfers: "active" }, "restricted", false],
    ["has no transfers", { ...told, payouts_enabled: true }, "restricted", false],
    ["has not told all", { ...told, details_submitted: false }, "pending", false],
    ["is reviewed", { ...told, reason: "under_review" }, "pending", true],
    ["is verified", { ...told, reason: "requirements.pending_verification" }, "pending", true],
    ["is reviewed, and asked", { ...told, reason: "under_review", due: ["url"] }, "pending", false],
    [
      "is reviewed before it told all",
      { ...told, details_submitted: false, reason: "under_review" },
      "pending",
      false,
    ],
    ["is refused", { ...told, reason: "rejected.fraud" }, "restricted", false],
  ] as const)("that %s", (_case, said, status, isLookedAt) => {
    expect(saidOf(account({ ...said }))).toEqual({ status, isLookedAt });
  });

  // Stripe's type has both as optional.
  it.each([
    ["without capabilities", { payouts_enabled: true, details_submitted: false }, "pending"],
    ["without what it requires", { ...told, capabilities: {} }, "restricted"],
  ] as const)("that came %s", (_case, said, status) => {
    const bare = { ...said } as unknown as Stripe.Account;
    expect(saidOf(bare)).toEqual({ status, isLookedAt: false });
  });

  it("that is reviewed and waits for nothing that it names", () => {
    const requirements = { disabled_reason: "under_review" };
    const bare = { ...told, requirements } as unknown as Stripe.Account;
    expect(saidOf(bare)).toEqual({ status: "pending", isLookedAt: true });
  });

  it("that is gone", () => {
    expect(saidOf(null)).toEqual({ status: "restricted", isLookedAt: false });
  });
});

describe("the status that is written down", () => {
  const readings = { begun: 1, written: 1 };
  const waits = { status: "pending", isLookedAt: true } as const;

  it("is limited for one that was active, now or once", () => {
    expect(statusAfter({ stripeStats: "active" }, waits)).toBe("restricted");
    const once = { ...readings, wasActive: true };
    expect(statusAfter({ stripeStats: "restricted", accountReadings: once }, waits)).toBe(
      "restricted",
    );
    const active = { status: "active", isLookedAt: false } as const;
    expect(statusAfter({ stripeStats: "restricted", accountReadings: once }, active)).toBe(
      "active",
    );
  });

  it("is what Stripe says for one that never was", () => {
    const never = { stripeStats: "restricted", accountReadings: readings } as const;
    expect([statusAfter({}, waits), statusAfter(never, waits)]).toEqual(["pending", "pending"]);
    expect([wasActive({}), wasActive(never)]).toEqual([false, false]);
  });
});

it.each([
  ["whoever has no account", null, false],
  ["one that was never read", {}, false],
  ["one for which Stripe waits", { accountReadings: { begun: 1, written: 1 } }, false],
  [
    "one that was looked at before, and is not any more",
    { accountReadings: { begun: 2, written: 2, isLookedAt: false } },
    false,
  ],
  [
    "one that Stripe looks at",
    { accountReadings: { begun: 1, written: 1, isLookedAt: true } },
    true,
  ],
])("of %s it is known whether Stripe looks at it: %j, %j", (_case, known, isLookedAt) => {
  expect(wasLookedAt(known)).toBe(isLookedAt);
});
