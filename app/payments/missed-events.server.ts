import { trusted } from "mongoose";
import Stripe from "stripe";
import { SettingModel } from "@models/setting";
import { StripeEventModel, type StripeEvent } from "@models/stripe-event";
import { isAway } from "~/platform/database-errors.server";
import { DAY_MINUTES, addMinutes } from "~/platform/days";
import { callStripe } from "./gateway.server";
import { PLATFORM_EVENT_TYPES, storeEvent } from "./receive-event.server";

const READ_TO = "stripeEventsReadTo";
/** Events are listed again this far back: one may appear a little after its time. */
const OVERLAP_MINUTES = 5;
/** How far back the first reading goes. */
const FIRST_MINUTES = 60;
const PAGE = 100;
const MOST = 500;
/** How long an event waits that could not be acted on: twice as long each time, up to the longest. */
const FIRST_WAIT_MINUTES = 2;
/** Of one that fails for so long somebody is told. */
const STUCK_MINUTES = 60;
/** So many of them are named; each was logged when it failed. */
const STUCK_NAMED = 10;
const LONGEST_WAIT_MINUTES = 6 * 60;
/** For so long an event is kept to that speaks of what Stripe does not know: as long as it is told again itself. */
const UNKNOWN_DAYS = 3;
/** One is tried again so long after the last time at the latest: with the right key all are to go on soon. */
const UNKNOWN_WAIT_MINUTES = 30;

/** Stripe does not know what an event of its own speaks of: the key may be another platform's. */
export class UnknownSubject extends Error {}

/** @throws UnknownSubject for as long as the key may yet be put right; after that it is taken for an event about nothing */
export function requireOldEvent(
  { _id, receivedAt, objectId }: StripeEvent,
  now: Date,
  cause?: unknown,
): void {
  if (receivedAt > addMinutes(now, -UNKNOWN_DAYS * DAY_MINUTES)) {
    throw new UnknownSubject(`Stripe does not know ${objectId} of its event ${_id}`, { cause });
  }
}

/**
 * The stored events that nobody has finished acting on, though they arrived a while ago. Those that were never
 * tried come first: however many fail each time, they keep nobody from their turn.
 */
export async function unhandledEvents(now: Date): Promise<StripeEvent[]> {
  return await StripeEventModel.find({
    handledAt: trusted({ $exists: false }),
    receivedAt: trusted({ $lte: addMinutes(now, -1) }),
    // Absent before the first failure.
    nextAttemptAt: trusted({ $not: { $gt: now } }),
  })
    .sort({ nextAttemptAt: 1, receivedAt: 1 })
    .limit(MOST)
    .lean();
}

/** The oldest of the events that could not be acted on for an hour, though they were tried: whether or not it is their turn. */
export async function stuckEvents(now: Date): Promise<{ what: string; error: Error }[]> {
  const events = await StripeEventModel.find({
    handledAt: trusted({ $exists: false }),
    receivedAt: trusted({ $lte: addMinutes(now, -STUCK_MINUTES) }),
    attempts: trusted({ $gt: 0 }),
  })
    .sort({ receivedAt: 1 })
    .limit(STUCK_NAMED)
    .lean();
  return events.map(({ _id, type, attempts }) => ({
    what: _id,
    error: new Error(`${type} ${_id} failed ${attempts} times`),
  }));
}

/**
 * Has an event that could not be acted on wait for its next turn: the longer the oftener that was its own fault. After an
 * outage, a wrong key, or a wait that we set ourselves, all go on at once.
 */
export async function postponeEvent(event: StripeEvent, error: unknown, now: Date): Promise<void> {
  const { _id, attempts = 0 } = event;
  const isOwn = !isOfAll(error) && !(error instanceof UnknownSubject);
  const minutes = isOwn
    ? Math.min(FIRST_WAIT_MINUTES * 2 ** attempts, LONGEST_WAIT_MINUTES)
    : waitOfAll(event, error, now);
  await StripeEventModel.updateOne(
    { _id },
    { $set: { nextAttemptAt: addMinutes(now, minutes) }, $inc: { attempts: isOwn ? 1 : 0 } },
  );
}

/** Where Stripe answers, and does not know of what: as long again as the event has waited by now, so as not to ask for ever. */
function waitOfAll({ receivedAt }: StripeEvent, error: unknown, now: Date): number {
  if (!(error instanceof UnknownSubject)) return FIRST_WAIT_MINUTES;
  const age = (now.getTime() - receivedAt.getTime()) / 60_000;
  return Math.min(Math.max(age, FIRST_WAIT_MINUTES), UNKNOWN_WAIT_MINUTES);
}

/** Whether it would have been the same of any event: Stripe or the database was away, or Stripe does not know our key. */
function isOfAll(error: unknown): boolean {
  return isAway(error) || error instanceof Stripe.errors.StripeAuthenticationError;
}

/** Asks Stripe for the platform's events of late and stores those that no webhook brought. */
export async function fetchMissedEvents(now: Date): Promise<StripeEvent[]> {
  const readTo = await SettingModel.findById(READ_TO).lean();
  const from = readTo ? new Date(Number(readTo.value)) : addMinutes(now, -FIRST_MINUTES);
  const gte = Math.floor(addMinutes(from, -OVERLAP_MINUTES).getTime() / 1000);
  const { missed, last } = await storeSince(gte, now);
  // By Stripe's clock: one of ours that is ahead would lead past what comes.
  if (last !== null) {
    const read = { $set: { value: last * 1000, updatedAt: now } };
    await SettingModel.updateOne({ _id: READ_TO }, read, { upsert: true });
  }
  return missed;
}

/**
 * Stores all that Stripe has from a second on, however much it is.
 *
 * @returns those that are new here, the oldest first, and the second of the last one that there is
 */
async function storeSince(
  gte: number,
  now: Date,
): Promise<{ missed: StripeEvent[]; last: number | null }> {
  const types = [...PLATFORM_EVENT_TYPES];
  const missed: StripeEvent[] = [];
  let last: number | null = null;
  await callStripe(async (stripe) => {
    for await (const event of stripe.events.list({ created: { gte }, types, limit: PAGE })) {
      last = Math.max(last ?? 0, event.created);
      if (event.account) continue;
      const stored = await storeEvent(event, { endpoint: "platform", now });
      // It waits for its next turn, however often Stripe lists it.
      const waits = stored?.nextAttemptAt && stored.nextAttemptAt > now;
      if (stored && !waits) missed.push(stored);
    }
  });
  // Stripe lists the newest first.
  return { missed: missed.reverse(), last };
}
