/** When Stripe pays out what is on an account: what it says of that, as it is kept and told again. */
import type Stripe from "stripe";
import type { PayoutSchedule } from "@models/user";

/** Nothing but what somebody asks for by hand. */
export const BY_HAND: PayoutSchedule = { interval: "manual" };

/** As on every account that we make. */
export const EACH_DAY: PayoutSchedule = { interval: "daily" };

/**
 * What Stripe says of it, of days only what it takes: the days where there are several, else the one.
 *
 * @returns null: it says nothing
 */
export function scheduleOf({ settings }: Pick<Stripe.Account, "settings">): PayoutSchedule | null {
  const schedule = settings?.payouts?.schedule;
  if (!schedule) return null;
  const { interval, weekly_anchor, weekly_payout_days, monthly_anchor, monthly_payout_days } =
    schedule;
  if (interval === "weekly")
    return { interval, ...(weekly_payout_days ? { weekly_payout_days } : { weekly_anchor }) };
  if (interval === "monthly")
    return { interval, ...(monthly_payout_days ? { monthly_payout_days } : { monthly_anchor }) };
  return { interval };
}

/** Whether Stripe pays out by itself. */
export function paysByItself(account: Pick<Stripe.Account, "settings">): boolean {
  const schedule = scheduleOf(account);
  return schedule !== null && schedule.interval !== BY_HAND.interval;
}
