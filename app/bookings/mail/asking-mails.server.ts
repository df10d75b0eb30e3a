/** Whether the mails that asked owners for an answer reached them in time. */
import { trusted, type Types } from "mongoose";
import { MailModel, type Mail } from "@models/mail";
import type { Reservation } from "@models/reservation";
import { addMinutes } from "~/platform/days";
import { isOfReader } from "~/platform/mail/mail-refusals";
import { BEFORE_DEADLINE_MIN } from "./reminders.server";

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
 * After so long nothing comes back to life, whyever it was not asked: all that time it was shown as over, and its buyer may have
 * reserved elsewhere. What a worker that was away for a night finds is within it.
 */
const SHOWN_OVER_MIN = 12 * 60;
/** What leaves within so long after it was written did not wait. */
const AT_ONCE_MIN = 15;

/**
 * Of questions whose time is over, the keys of those that no owner could read in time: their mails wait still, or waited and left
 * when owners should have been reminded already, or later. Not of those that were given up, or that their owner's mailbox refuses:
 * nobody would read them within a longer time either.
 */
export async function unaskedInTime(
  asked: readonly Asked[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const oldest = addMinutes(now, -SHOWN_OVER_MIN);
  const untilOf = new Map(
    asked.filter(({ until }) => until > oldest).map(({ key, until }) => [key, until]),
  );
  if (untilOf.size === 0) return new Set();
  const mails = await MailModel.find(
    { key: trusted({ $in: [...untilOf.keys()] }) },
    { key: 1, status: 1, createdAt: 1, sentAt: 1, lastError: 1 },
  ).lean();
  const unread = mails.filter((mail) => {
    if (mail.status === "sent") return leftTooLate(mail, untilOf.get(mail.key)!);
    return mail.status === "queued" && !isOfReader(mail.lastError ?? "");
  });
  return new Set(unread.map(({ key }) => key));
}

function leftTooLate({ createdAt, sentAt }: Pick<Mail, "createdAt" | "sentAt">, until: Date) {
  if (!sentAt || sentAt <= addMinutes(createdAt, AT_ONCE_MIN)) return false;
  return sentAt > addMinutes(until, -BEFORE_DEADLINE_MIN);
}
