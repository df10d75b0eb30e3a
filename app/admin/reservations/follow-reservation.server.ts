/** What an administrator does about a reservation that moves no money of itself. */
import { enqueue } from "@jobs/queue";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { extendAnswer } from "~/bookings/answer/extend-answer.server";
import { isSentAgainLately } from "~/bookings/mail/again-lately.server";
import { queueMailAgain } from "~/bookings/mail/mails-again.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes, formatInstant } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { leavesOwnMatter, mayAct, type Actor } from "../audit/actor.server";
import { isDoneBefore } from "../audit/done-before.server";
import { recordAct, type Act as LoggedAct } from "../audit/record-act.server";
import { supplementRecords, wholeOf } from "../related/supplement-records.server";

interface Act {
  actor: Actor;
  reservationId: string;
  now: Date;
}

/** @throws Refusal("not_found") */
async function reservationOf(id: string): Promise<Reservation> {
  const reservation = await ReservationModel.findById(id).lean();
  if (!reservation) throw new Refusal("not_found");
  return reservation;
}

/**
 * Asks Stripe what the payments of a reservation are now, its own and those of its supplements, writes down what the ledger does
 * not have, and goes on with what was decided and is not done yet.
 *
 * @returns what came of it
 * @throws Refusal("not_found" | "forbidden" | "unavailable")
 */
export async function readStripeAgain({ actor, reservationId, now }: Act): Promise<string> {
  const _id = wholeOf(await reservationOf(reservationId));
  const before = await standingOf(_id);
  await syncPayments(_id, now);
  const after = await standingOf(_id);
  const more = after.entries - before.entries;
  const changes = [
    ...(more > 0 ? [more > 1 ? `${more} écritures de plus` : "1 écriture de plus"] : []),
    ...(after.states !== before.states ? ["état changé"] : []),
    ...(after.dates !== before.dates ? ["dates changées"] : []),
  ];
  const told = changes.length > 0 ? changes.join(", ") : "aucun écart";
  await inTransaction(async (transaction) => {
    await recordAct(
      {
        actor,
        act: "reservation.read-stripe",
        target: _id.toString(),
        after: told,
        at: now,
      },
      transaction,
    );
    await mayAct(actor, "reservations.follow", transaction);
  });
  return told;
}

/**
 * Brings a reservation in line with all of its payments, those of its supplements too, of which nothing need be decided.
 *
 * @throws Refusal("unavailable")
 */
export async function syncPayments(reservation: Reservation["_id"], now: Date): Promise<void> {
  // First: one that was paid makes its reservation another one.
  for (const record of [...(await supplementRecords([reservation])), { _id: reservation }])
    await syncReservation(record._id.toString(), { now });
}

/** What reading it again may change of a reservation. */
async function standingOf(reservation: Reservation["_id"]) {
  const [own, supplements, entries] = await Promise.all([
    reservationOf(reservation.toString()),
    supplementRecords([reservation]),
    LedgerEntryModel.countDocuments({ reservation }),
  ]);
  const states = [own, ...supplements].map(({ status }) => status).join(" ");
  return { entries, states, dates: formatPeriod(periodOf(own)) };
}

/**
 * Sends a mail about a reservation once more; pressed twice it goes once.
 *
 * @throws Refusal("not_found" | "forbidden" | "mail_outdated" | "mail_once")
 */
export async function sendMailAgain({
  actor,
  reservationId,
  mailId,
  now,
}: Act & { mailId: string }): Promise<void> {
  const reservation = await reservationOf(reservationId);
  await inTransaction(async (transaction) => {
    const sending = { reservation, mailId, now };
    if (await isSentAgainLately(sending, transaction)) return;
    const subject = await queueMailAgain(sending, transaction);
    await recordAct(
      { actor, act: "reservation.mail", target: reservationId, after: subject, at: now },
      transaction,
    );
    await mayAct(actor, "reservations.follow", transaction);
  });
  await enqueue("send-mails");
}

/**
 * Gives the owner so many hours more to answer a request; both sides are told. Pressed twice they are given once.
 *
 * @throws Refusal("not_found" | "forbidden" | "answer_not_awaited" | "deadline_changed" | "extension_too_long" |
 *   "own_matter")
 */
export async function extendDeadline({
  actor,
  reservationId,
  hours,
  seen,
  why,
  now,
}: Act & { hours: number; seen: number; why: string }): Promise<void> {
  const { ownerId } = await reservationOf(reservationId);
  const answerBy = new Date(seen);
  const deed: LoggedAct = {
    actor,
    act: "reservation.extend",
    target: reservationId,
    why,
    before: formatInstant(answerBy),
    after: formatInstant(addMinutes(answerBy, hours * 60)),
    at: now,
  };
  await inTransaction(async (transaction) => {
    if (await isDoneBefore(deed, transaction)) return;
    await extendAnswer({ reservationId, hours, seen, now }, transaction);
    await recordAct(deed, transaction);
    await mayAct(actor, "reservations.follow", transaction);
    await leavesOwnMatter(actor, ownerId.toString(), "reservations.follow", transaction);
  });
  await enqueue("send-mails");
}
