import { trusted, type ClientSession, type QueryFilter } from "mongoose";
import { enqueue } from "@jobs/queue";
import { ReservationModel, type Reservation } from "@models/reservation";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { isAway } from "~/platform/database-errors.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { turnOf } from "~/platform/mail/mail-turn";
import { dueBackOf } from "~/payments/due-back.server";
import { ledgerMoney } from "~/payments/ledger-money.server";
import { otherFirst } from "~/rules/other-side";
import { REVIEW_REQUEST_DAYS } from "~/rules/review-request";
import { clientName } from "./client-name";
import { eventReminders } from "./event-reminder.server";
import { requestButtons } from "./mail-links.server";
import { untilText, priceParagraph, stayText, type Person, type Place } from "./mail-paragraphs";
import { reviewRequests } from "./review-request.server";
import { partiesOf, placesOf, referenceText } from "./mails.server";

/** An owner is reminded so long before their time to answer is over, in minutes. */
export const BEFORE_DEADLINE_MIN = 120;
/** People are reminded of what begins in so many days, or in fewer when the job was late. */
const DAYS_AHEAD = 2;
/** Who paid less long ago needs no reminder of it. */
const FRESH_MIN = 24 * 60;
/** How many a transaction takes; the key of a mail tells which have had theirs. */
const BATCH = 50;

/** Reminds owners of requests that run out soon, each once. Returns how many requests were due. */
export async function remindOwners(now: Date): Promise<number> {
  const soon = {
    status: "pending" as const,
    answerBy: trusted({ $gt: now, $lte: addMinutes(now, BEFORE_DEADLINE_MIN) }),
  };
  const due = await ReservationModel.find(soon, "_id").lean();
  return await remind(due, soon, now, async (reservations, session) => {
    const people = await partiesOf(reservations, session);
    const places = await placesOf(reservations, session);
    return reservations.flatMap((reservation) => {
      const place = places.get(reservation.venueId.toString());
      const owner = people.get(reservation.ownerId.toString());
      const buyer = people.get(reservation.userId.toString());
      // Who is banned cannot answer any more, by the mail's link either: what awaits their answer runs out.
      return owner && !owner.bannedAt
        ? [answerReminder(reservation, { owner, buyer: otherFirst(clientName(buyer)), place })]
        : [];
    });
  });
}

/** Reminds both sides of what begins in two days, each once. Returns how many reservations were due. */
export async function remindOfEvents(now: Date): Promise<number> {
  const today = todayInParis(now);
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index + 1));
  const begins = { status: "confirmed" as const, startDate: trusted({ $in: days }) };
  const soon = await ReservationModel.find(begins, "paidAt").lean();
  const fresh = addMinutes(now, -FRESH_MIN);
  const due = soon.filter(({ paidAt }) => paidAt !== undefined && paidAt <= fresh);
  return await remind(due, begins, now, async (reservations, session) => {
    const people = await partiesOf(reservations, session);
    const places = await placesOf(reservations, session);
    const moneyOf = await ledgerMoney(
      reservations.map(({ _id }) => _id),
      session,
    );
    const dueOf = await dueBackOf(reservations, session);
    return reservations.flatMap((reservation) => {
      const [buyer, owner] = [reservation.userId, reservation.ownerId].map((id) =>
        people.get(id.toString()),
      );
      const place = places.get(reservation.venueId.toString());
      const money = moneyOf(reservation._id);
      return eventReminders(reservation, { buyer, owner, place, money, due: dueOf(reservation) });
    });
  });
}

/**
 * Asks buyers what they think of a venue, once, the day after their last one. Returns how many reservations have just ended.
 */
export async function askForReviews(now: Date): Promise<number> {
  const today = todayInParis(now);
  const over = {
    ...{ status: "ended" as const, hiddenByBuyer: false },
    endDate: trusted({ $gte: addDays(today, -REVIEW_REQUEST_DAYS), $lt: today }),
  };
  const due = await ReservationModel.find(over, "_id").lean();
  return await remind(due, over, now, reviewRequests);
}

/**
 * Queues what is due in batches: a mail whose key is known is left out, and so is what is `still` no more what it was
 * found as. Batches take their time, and people call off meanwhile. Those of a batch that fails are queued one by one.
 * The mails leave some a minute.
 *
 * @throws AggregateError once the others had their turn, of those that could not be queued
 */
async function remind(
  due: readonly Pick<Reservation, "_id">[],
  still: QueryFilter<Reservation>,
  now: Date,
  mailsOf: (batch: readonly Reservation[], session: ClientSession) => Promise<MailMessage[]>,
): Promise<number> {
  let told = 0;
  const queue = async (ids: readonly Reservation["_id"][]) => {
    const notBefore = turnOf(told, now);
    told += await inTransaction(async (session) => {
      const found = { _id: trusted({ $in: [...ids] }), ...still };
      const read = await ReservationModel.find(found, null, { session }).lean();
      const byId = new Map(read.map((one) => [one._id.toString(), one]));
      const batch = ids.flatMap((id) => byId.get(id.toString()) ?? []);
      const mails = await mailsOf(batch, session);
      const queued = await queueMails(
        mails.map((mail) => ({ ...mail, notBefore })),
        session,
      );
      // So that what makes them untrue cannot be committed beside this, and finds them.
      const written = { $set: { remindedAt: now } };
      if (queued > 0) await ReservationModel.updateMany(found, written, { session });
      return queued;
    });
  };
  const errors: unknown[] = [];
  for (let start = 0; start < due.length; start += BATCH) {
    const ids = due.slice(start, start + BATCH).map(({ _id }) => _id);
    try {
      await queue(ids);
    } catch (error) {
      if (isAway(error)) throw error;
      logger.warn({ err: error }, "reminders not queued together");
      const options = { concurrency: 1, failure: "reminder not queued", name: String };
      errors.push(...(await pMapLogged(ids, (id) => queue([id]), options)));
    }
  }
  if (due.length > 0) await enqueue("send-mails");
  if (errors.length > 0) throw new AggregateError(errors, "Some reminders were not queued");
  return due.length;
}

type Addressee = Pick<Person, "name" | "email">;

function answerReminder(
  reservation: Reservation,
  { owner, buyer, place }: { owner: Addressee; buyer: string; place: Place | undefined },
): MailMessage {
  const until = untilText(reservation.answerBy!, place);
  return {
    // By its deadline: one that was given more time is reminded of before the later one, too.
    key: `reservation-answer-soon:${reservation._id.toString()}:${reservation.answerBy!.getTime()}:owner`,
    about: reservation._id.toString(),
    to: owner.email,
    subject: `Réponse attendue avant le ${until}\u00a0: ${stayText(reservation)}`,
    paragraphs: [
      `Bonjour ${owner.name},`,
      `${buyer} attend votre réponse\u00a0: ${stayText(reservation)}.`,
      `Répondez avant le ${until}\u00a0; sans réponse, la demande est annulée.`,
      priceParagraph(reservation, "owner"),
      referenceText(reservation),
    ],
    ...requestButtons(reservation, owner),
  };
}
