/** How far a payment account is, by what Stripe says of it and what was known of it before. */
import type Stripe from "stripe";
import type { StripeStatus } from "@models/enumerations";
import type { User } from "@models/user";

/** What Stripe says of an account (https://docs.stripe.com/api/accounts/object). */
export interface SaidOfAccount {
  /** Of one that was never active. */
  status: StripeStatus;
  /** Its owner has nothing to send: Stripe looks at what it has, or at the account. */
  isLookedAt: boolean;
}

const LOOKED_AT = ["requirements.pending_verification", "under_review"];

/**
 * `active`: can be paid, and its money reaches the owner; `pending`: has not told all yet, or Stripe is
 * still looking at it; `restricted`: told, but held up. Payments are charges of the platform's, of which the account
 * gets transfers: whether it may make charges of its own (`charges_enabled`) says nothing of it.
 *
 * @param account null: Stripe no longer lets the platform see it
 */
export function saidOf(account: Stripe.Account | null): SaidOfAccount {
  if (!account) return { status: "restricted", isLookedAt: false };
  const { capabilities, payouts_enabled, details_submitted, requirements } = account;
  if (capabilities?.transfers === "active" && payouts_enabled) {
    return { status: "active", isLookedAt: false };
  }
  const waits = LOOKED_AT.includes(requirements?.disabled_reason ?? "");
  return {
    status: details_submitted && !waits ? "restricted" : "pending",
    isLookedAt: details_submitted && waits && (requirements?.currently_due ?? []).length === 0,
  };
}

/**
 * The status to write down. One that was active and is not any more is limited, whatever Stripe waits for: its owner's venues
 * leave the lists, of which they are told.
 *
 * @param known what is written down of the same account
 */
export function statusAfter(
  known: Pick<User, "stripeStats" | "accountReadings">,
  { status }: SaidOfAccount,
): StripeStatus {
  return status !== "active" && wasActive(known) ? "restricted" : status;
}

/** Whether an account was ever seen to be active. */
export function wasActive({
  stripeStats,
  accountReadings,
}: Pick<User, "stripeStats" | "accountReadings">): boolean {
  return stripeStats === "active" || accountReadings?.wasActive === true;
}

/** Whether Stripe looked at an account when it was read last, and waited for nothing of its owner's. */
export function wasLookedAt(known: Pick<User, "accountReadings"> | null): boolean {
  return known?.accountReadings?.isLookedAt === true;
}
