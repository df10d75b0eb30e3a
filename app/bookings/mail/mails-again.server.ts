import { MailModel } from "@models/mail";
import type { ReservationState } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import type { ClientSession } from "mongoose";
import { Refusal } from "~/platform/refusal";
import type { Side } from "~/rules/history-words";
import { queueReservationMails, type ReservationNews } from "./mails.server";

/** In which states a mail still says what is true; one that is made anew tells of now. */
const STILL_TRUE: Partial<Record<ReservationNews, readonly ReservationState[]>> = {
  pending: ["pending"],
  extended: ["pending"],
  confirmed: ["confirmed", "ended"],
  accepted: ["confirmed", "ended"],
  refused: ["cancelled"],
  unanswered: ["cancelled"],
  cancelled: ["cancelled"],
  voided: ["cancelled"],
  capture_refused: ["cancelled"],
  granted: ["confirmed", "ended", "cancelled"],
};

/** `reservation-confirmed:{id}:buyer`, with what tells news apart that may come more than once. */
const KEY = /^reservation-([a-z_]+):[0-9a-f]{24}(?::[^:]+)?:(buyer|owner)(?::\d+)?$/;

/** A mail that may be sent once more. */
export interface MailAgain {
  news: ReservationNews;
  side: Side;
}

/** What a mail about a reservation tells to whom, if it still says what is true; else null. */
export function mailAgain(key: string, { status }: Pick<Reservation, "status">): MailAgain | null {
  const [, news = "", side] = KEY.exec(key) ?? [];
  const isTrue = STILL_TRUE[news as ReservationNews]?.includes(status) ?? false;
  return isTrue ? { news: news as ReservationNews, side: side as Side } : null;
}

/**
 * Queues a mail about a reservation once more, in the caller's transaction: made anew, of what is true now,
 * to the address that its reader has now.
 *
 * @returns its subject, as it was sent first
 * @throws Refusal("not_found") for a mail of another reservation
 * @throws Refusal("mail_outdated")
 */
export async function queueMailAgain(
  { reservation, mailId, now }: { reservation: Reservation; mailId: string; now: Date },
  session: ClientSession,
): Promise<string> {
  const mail = await MailModel.findById(mailId, "key about subject", { session }).lean();
  if (mail?.about !== reservation._id.toString()) throw new Refusal("not_found");
  const again = mailAgain(mail.key, reservation);
  if (!again) throw new Refusal("mail_outdated");
  const { news, side } = again;
  await queueReservationMails([{ news, reservation, again: { side, at: now } }], session);
  return mail.subject;
}
