import type { ClientSession } from "mongoose";
import { MailModel } from "@models/mail";
import type { Reservation } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { mailAgain } from "./mails-again.server";

/** Between two presses of one button. */
const TWICE_MS = 60_000;

/** How the key of a mail that was sent once more ends: when that was, in milliseconds. */
const SENT_AGAIN = /:(?:buyer|owner):(\d+)$/;

/** Whether what a mail about a reservation tells was sent once more to the same side a moment ago. */
export async function isSentAgainLately(
  { reservation, mailId, now }: { reservation: Reservation; mailId: string; now: Date },
  session: ClientSession,
): Promise<boolean> {
  const about = reservation._id.toString();
  const mails = await MailModel.find({ about }, "key", { session }).lean();
  const toldIn = (key: string) => mailAgain(key, reservation, todayInParis(now));
  const pressed = mails.find(({ _id }) => _id.toString() === mailId);
  const told = pressed && toldIn(pressed.key);
  if (!told) return false;
  return mails.some(({ key }) => {
    const at = Number(SENT_AGAIN.exec(key)?.[1]);
    const other = at > now.getTime() - TWICE_MS ? toldIn(key) : null;
    return other?.news === told.news && other.side === told.side;
  });
}
