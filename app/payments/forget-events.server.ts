import { trusted } from "mongoose";
import { StripeEventModel } from "@models/stripe-event";
import { deleteAll } from "~/platform/delete-all.server";
import { monthsAgo } from "~/platform/days";

/** For how many months an event of Stripe's is kept once it was acted on (decision 047): Stripe sends none again after days. */
const KEPT_MONTHS = 12;

/** Deletes the events of Stripe's that were acted on a year ago and before; what still waits to be stays. */
export async function forgetEvents(now: Date): Promise<void> {
  const before = monthsAgo(now, KEPT_MONTHS);
  await deleteAll(StripeEventModel, { handledAt: trusted({ $lt: before }) });
}
