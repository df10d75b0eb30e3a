import { trusted } from "mongoose";
import { SettingModel } from "@models/setting";
import { StripeEventModel, type StripeEvent } from "@models/stripe-event";
import { addMinutes } from "~/platform/days";
import { callStripe } from "./gateway.server";
import { PLATFORM_EVENT_TYPES, storeEvent } from "./receive-event.server";

const READ_TO = "stripeEventsReadTo";
/** Events are listed again this far back: one may appear a little after its time. */
const OVERLAP_MINUTES = 5;
/** How far back the first reading goes. */
const FIRST_MINUTES = 60;
const PAGE = 100;
const MOST = 500;

/** The stored events that nobody has finished acting on, though they arrived a while ago. */
export async function unhandledEvents(now: Date): Promise<StripeEvent[]> {
  return await StripeEventModel.find({
    handledAt: trusted({ $exists: false }),
    receivedAt: trusted({ $lte: addMinutes(now, -1) }),
  })
    .sort({ receivedAt: 1 })
    .limit(MOST)
    .lean();
}

/** Asks Stripe for the platform's events of late and stores those that no webhook brought. */
export async function fetchMissedEvents(now: Date): Promise<StripeEvent[]> {
  const readTo = await SettingModel.findById(READ_TO).lean();
  const from = readTo ? new Date(Number(readTo.value)) : addMinutes(now, -FIRST_MINUTES);
  const gte = Math.floor(addMinutes(from, -OVERLAP_MINUTES).getTime() / 1000);
  const missed: StripeEvent[] = [];
  await callStripe(async (stripe) => {
    // Newest first, and all of them: after a long outage the oldest would never be asked for again. Their order means
    // nothing, as what they are about is asked of Stripe.
    const list = { created: { gte }, types: [...PLATFORM_EVENT_TYPES], limit: PAGE };
    for await (const event of stripe.events.list(list)) {
      if (event.account) continue;
      const stored = await storeEvent(event, { endpoint: "platform", now });
      if (stored) missed.push(stored);
    }
  });
  await SettingModel.updateOne(
    { _id: READ_TO },
    { $set: { value: now.getTime(), updatedAt: now } },
    { upsert: true },
  );
  return missed;
}
