import type { ClientSession } from "mongoose";
import type { CalendarImport } from "@models/calendar-import";
import type { CalendarProblem } from "@models/enumerations";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { addMinutes, formatInstant } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMails } from "~/platform/mail/mail.server";
import { venueName } from "~/rules/venue-name";
import { problemText, remedyText } from "./calendar-words";

const PATIENCE_MINUTES = 24 * 60;

/**
 * Tells an owner that a calendar which worked has not been read for a day, once until it is read again; in the
 * transaction that writes the failure down.
 *
 * @param calendar as it was before the failure
 */
export async function queueFailingMail(
  calendar: Pick<CalendarImport, "_id" | "venue" | "owner" | "name" | "syncedAt" | "failures">,
  { problem, now }: { problem: CalendarProblem; now: Date },
  session: ClientSession,
): Promise<void> {
  const { _id, name, syncedAt, failures } = calendar;
  // The first failure after a long stop of ours says nothing of the calendar.
  if (!syncedAt || failures === 0 || syncedAt > addMinutes(now, -PATIENCE_MINUTES)) return;
  const venue = await VenueModel.findById(calendar.venue, "title city deletedAt", {
    session,
  }).lean();
  const owner = await UserModel.findById(calendar.owner, "name email bannedAt deletedAt", {
    session,
  }).lean();
  if (!venue || venue.deletedAt || !owner || owner.bannedAt || owner.deletedAt) return;
  const mail = {
    key: `calendar-failing:${_id.toString()}:${syncedAt.getTime()}`,
    to: owner.email,
    subject: `Calendrier importé non lu\u00a0: ${venueName(venue)}`,
    paragraphs: [
      `Bonjour ${owner.name},`,
      `Le calendrier «\u00a0${name}\u00a0», que vous importez pour ${venueName(venue)}, n’a plus pu être lu depuis le ${formatInstant(syncedAt)}. ${problemText(problem)}`,
      "Les jours qu’il fermait le restent, mais ceux qui ont été pris ailleurs depuis ne sont peut-être pas fermés ici\u00a0: ils pourraient être réservés une seconde fois.",
      `${remedyText(problem)} Nous réessayons au moins une fois par jour, et ne vous écrirons plus à ce sujet tant qu’il n’aura pas été lu.`,
    ],
    action: {
      label: "Voir les calendriers",
      url: `${env.APP_URL}/profil/location/${calendar.venue.toString()}/calendriers`,
    },
  };
  await queueMails([mail], session);
}
