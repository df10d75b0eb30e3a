import { MailModel } from "@models/mail";
import type { ReservationState } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import type { ClientSession } from "mongoose";
import { todayInParis, type Day } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { contactUntil } from "~/rules/contact";
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
  refunded: ["cancelled"],
};

/** They tell each side how to reach the other and get in, as the reservation's page does: for as long. */
const WITH_CONTACT: readonly ReservationNews[] = ["confirmed", "accepted"];

/** `reservation-confirmed:{id}:buyer`, with what tells news apart that may come more than once. */
const KEY = /^reservation-([a-z_]+):[0-9a-f]{24}(?::[^:]+)?:(buyer|owner)(?::\d+)?$/;

/** A mail that may be sent once more. */
export interface MailAgain {
  news: ReservationNews;
  side: Side;
}

/** What a mail about a reservation tells to whom, if `today` in Paris it still says what may be told; else null. */
export function mailAgain(
  key: string,
  { status, endDate }: Pick<Reservation, "status" | "endDate">,
  today: Day,
): MailAgain | null {
  const [, name = "", side] = KEY.exec(key) ?? [];
  const news = name as ReservationNews;
  if (!STILL_TRUE[news]?.includes(status)) return null;
  if (WITH_CONTACT.includes(news) && today > contactUntil(endDate)) return null;
  return { news, side: side as Side };
}

/** The refusal of a mail that `mailAgain` gives nothing for. `mail_once`: of its news none is ever made anew. */
export function whyNotAgain(key: string): "mail_outdated" | "mail_once" {
  const [, name = ""] = KEY.exec(key) ?? [];
  return STILL_TRUE[name as ReservationNews] ? "mail_outdated" : "mail_once";
}

/**
 * Queues a mail about a reservation once more, in the caller's transaction: made anew, of what is true now,
 * to the address that its reader has now.
 *
 * @returns its subject, as it was sent first
 * @throws Refusal("not_found") for a mail of another reservation
 * @throws Refusal("mail_outdated" | "mail_once")
 */
export async function queueMailAgain(
  { reservation, mailId, now }: { reservation: Reservation; mailId: string; now: Date },
  session: ClientSession,
): Promise<string> {
  const mail = await MailModel.findById(mailId, "key about subject", { session }).lean();
  if (mail?.about !== reservation._id.toString()) throw new Refusal("not_found");
  const again = mailAgain(mail.key, reservation, todayInParis(now));
  if (!again) throw new Refusal(whyNotAgain(mail.key));
  const { news, side } = again;
  await queueReservationMails([{ news, reservation, again: { side, at: now } }], session);
  return mail.subject;
}
