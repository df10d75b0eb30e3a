import { trusted, type QueryFilter } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { StripeEvent } from "@models/stripe-event";
import {
  fetchMissedEvents,
  postponeEvent,
  stuckEvents,
  unhandledEvents,
  UnknownSubject,
} from "~/payments/missed-events.server";
import { isWait } from "~/payments/spent-keys.server";
import { inTransaction } from "~/platform/database.server";
import { isAway } from "~/platform/database-errors.server";
import { addMinutes } from "~/platform/days";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { logger } from "~/platform/log.server";
import { isUnavailable } from "~/platform/refusal";
import { handleEvent } from "./handle-event.server";
import { nameOf, stuckAmong, tellStuck, type Stuck } from "../record/tell-stuck.server";
import { syncReservation } from "./sync-reservation.server";

const AT_ONCE = 4;
/** Younger ones are still on their way without any help. */
const UNPAID_MINUTES = 5;
const UNFINISHED_MINUTES = 1;
/** So many requests that wait for their owners are looked at in one turn; the others have theirs in the next. */
const MOST_PENDING = 200;

/**
 * Makes up for everything that may get lost between Stripe and here: events that failed or never
 * came, payments that nobody heard of, decisions whose process died before Stripe was told, and
 * ledgers that wait for a transfer. Requests that wait for their owners come last, a part of them at a
 * time: nothing is owed to anybody there, and they are many. None of it waits for the list of events, which only makes
 * up for what webhooks did not bring; but where Stripe does not answer it, nothing else would be answered either.
 *
 * @returns how many reservations were looked at again
 * @throws Refusal("unavailable") at once when Stripe does not answer. Once all else is done: whatever else the list of
 * events could not be read for, an outage of the database's only by itself; AggregateError, of what still cannot be finished
 * an hour after it began
 */
export async function reconcile(now: Date): Promise<number> {
  const stored = await unhandledEvents(now);
  const [missed] = await Promise.allSettled([fetchMissedEvents(now)]);
  if (missed.status === "rejected" && isUnavailable(missed.reason)) throw missed.reason;
  const listed = missed.status === "fulfilled" ? missed.value : [];
  const events = new Map([...stored, ...listed].map((event) => [event._id, event]));
  await pMapLogged([...events.values()], (event) => handleOrPostpone(event, now), {
    concurrency: AT_ONCE,
    failure: "event not handled",
    isWait,
  });
  const unfinished = await ReservationModel.find({ $or: unsettled(now) }, { _id: 1 })
    .sort({ createdAt: 1 })
    .lean();
  const stuck = await syncAll(unfinished, now);
  // Those first that were looked at longest ago, or never.
  const waiting = await ReservationModel.find(requests(now), { _id: 1 })
    .sort({ lookedAt: 1, createdAt: 1 })
    .limit(MOST_PENDING)
    .lean();
  await noteLook(waiting, now);
  stuck.push(...(await syncAll(waiting, now)));
  stuck.push(...(await stuckEvents(now)));
  if (missed.status === "rejected") {
    const error: unknown = missed.reason;
    if (stuck.length === 0) throw error;
    // What an outage keeps is over with it: named among what is stuck, it would reopen a case that the office has put away.
    if (isAway(error)) logger.error({ err: error }, "events not listed");
    else stuck.push({ what: "events", error });
  }
  tellStuck(stuck, "Some payments could not be followed");
  return unfinished.length + waiting.length;
}

/** Before they are looked at, so that one that fails each time keeps no other from its turn. */
async function noteLook(waiting: readonly Pick<Reservation, "_id">[], now: Date): Promise<void> {
  if (waiting.length === 0) return;
  await inTransaction(async (transaction) => {
    await ReservationModel.updateMany(
      { _id: trusted({ $in: waiting.map(({ _id }) => _id) }) },
      { $set: { lookedAt: now } },
    ).session(transaction);
  });
}

async function handleOrPostpone(event: StripeEvent, now: Date): Promise<void> {
  try {
    await handleEvent(event, now);
  } catch (error) {
    await postponeEvent(event, error, now);
    if (!(error instanceof UnknownSubject)) throw error;
    logger.warn({ err: error }, "event about what Stripe does not know");
  }
}

async function syncAll(due: readonly Pick<Reservation, "_id">[], now: Date): Promise<Stuck[]> {
  return await stuckAmong(
    due,
    async ({ _id }) => {
      await syncReservation(_id.toString(), { now });
    },
    {
      ...{ concurrency: AT_ONCE, failure: "reservation not reconciled", isWait, now },
      ...{ since: lastChanged, name: nameOf },
    },
  );
}

/** Since when a reservation is to be finished: its last transition called for it, however long ago it was made. */
async function lastChanged({ _id }: Pick<Reservation, "_id">): Promise<Date> {
  const found = await ReservationModel.findById(_id, { createdAt: 1, history: 1 }).lean();
  return found?.history.at(-1)?.at ?? found?.createdAt ?? new Date();
}

function requests(now: Date): QueryFilter<Reservation> {
  return {
    status: "pending",
    createdAt: trusted({ $lte: addMinutes(now, -UNPAID_MINUTES) }),
  };
}

function unsettled(now: Date): QueryFilter<Reservation>[] {
  const old = { createdAt: trusted({ $lte: addMinutes(now, -UNPAID_MINUTES) }) };
  const begun = trusted({ $lte: addMinutes(now, -UNFINISHED_MINUTES) });
  return [
    { status: "hold", attempt: trusted({ $gt: 0 }), ...old },
    { status: "capturing", createdAt: begun },
    { status: "cancelling", createdAt: begun },
    { ledgerOpen: true },
  ];
}
