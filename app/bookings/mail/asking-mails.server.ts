/** Whether the mails that asked owners for an answer reached them in time. */
import { trusted, type Types } from "mongoose";
import { MailModel } from "@models/mail";
import type { Reservation } from "@models/reservation";

/** A question to an owner, by the key of the mail that asks it, and until when it was to be answered. */
export interface Asked {
  key: string;
  until: Date;
}

/** The key of the mail that asks an owner to answer a request, as `queueReservationMails` queues it. */
export const requestKey = (_id: Types.ObjectId): string =>
  `reservation-pending:${_id.toString()}:owner`;

/**
 * The key of the mail that asks an owner for the dates that were asked for last, as `queueChangeMails` queues it: by the place
 * of that step in the history.
 */
export function datesKey({ _id, history }: Pick<Reservation, "_id" | "history">): string {
  const place = history.findLastIndex(({ dates }) => dates?.step === "asked") + 1;
  return `reservation-dates-asked:${_id.toString()}:${place}:owner`;
}

/**
 * Of questions whose time is over, the keys of those that no owner read within it: their mails wait still, or left after it.
 * Not of those that were given up: nobody would ever read them.
 */
export async function unaskedInTime(asked: readonly Asked[]): Promise<ReadonlySet<string>> {
  if (asked.length === 0) return new Set();
  const untilOf = new Map(asked.map(({ key, until }) => [key, until]));
  const mails = await MailModel.find(
    { key: trusted({ $in: [...untilOf.keys()] }) },
    { key: 1, status: 1, sentAt: 1 },
  ).lean();
  const late = mails.filter(({ key, status, sentAt }) =>
    status === "sent" ? sentAt && sentAt > untilOf.get(key)! : status === "queued",
  );
  return new Set(late.map(({ key }) => key));
}
