import { trusted, type QueryFilter } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { fetchMissedEvents, unhandledEvents } from "~/payments/missed-events.server";
import { isWait } from "~/payments/spent-keys.server";
import { addMinutes } from "~/platform/days";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { handleEvent } from "./handle-event.server";
import { syncReservation } from "./sync-reservation.server";

const AT_ONCE = 4;
/** Younger ones are still on their way without any help. */
const UNPAID_MINUTES = 5;
const UNFINISHED_MINUTES = 1;

/**
 * Makes up for everything that may get lost between Stripe and here: events that failed or never
 * came, payments that nobody heard of, decisions whose process died before Stripe was told, and
 * ledgers that wait for a transfer.
 *
 * @returns how many reservations were looked at again
 */
export async function reconcile(now: Date): Promise<number> {
  const stored = await unhandledEvents(now);
  const missed = await fetchMissedEvents(now);
  const events = new Map([...stored, ...missed].map((event) => [event._id, event]));
  await pMapLogged([...events.values()], (event) => handleEvent(event, now), {
    concurrency: AT_ONCE,
    failure: "event not handled",
    isWait,
  });
  const due = await ReservationModel.find({ $or: unsettled(now) }, { _id: 1 }).lean();
  await pMapLogged(
    due,
    async ({ _id }) => {
      await syncReservation(_id.toString(), { now });
    },
    { concurrency: AT_ONCE, failure: "reservation not reconciled", isWait },
  );
  return due.length;
}

function unsettled(now: Date): QueryFilter<Reservation>[] {
  const old = { createdAt: trusted({ $lte: addMinutes(now, -UNPAID_MINUTES) }) };
  const begun = trusted({ $lte: addMinutes(now, -UNFINISHED_MINUTES) });
  return [
    { status: "hold", attempt: trusted({ $gt: 0 }), ...old },
    { status: "pending", ...old },
    { status: "capturing", createdAt: begun },
    { status: "cancelling", createdAt: begun },
    { ledgerOpen: true },
  ];
}
