import type { Mail } from "@models/mail";
import type { Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { eventReminders } from "~/bookings/mail/event-reminder.server";
import { addDays, addMinutes, parisMidnight } from "~/platform/days";
import { env } from "~/platform/env.server";
import { renderHtml, renderText } from "~/platform/mail/mail-layout";
import { NO_MONEY } from "~/rules/money-words";
import { isLet } from "~/rules/reservation-states";
import type { BookedPayment } from "./payments";
import { idFor } from "./random";
import type { DemoVenue } from "./venues";

/** How many days before a reservation begins it is reminded of, and when. */
const DAYS_AHEAD = 2;
const TURN_MINUTES = 9 * 60;
const MINUTES_OF_TRIES = 10;

/** A mail that no try brought to its reader: the youngest reminder of a reservation, as the product writes it. */
export function failedMails(
  payments: readonly BookedPayment[],
  users: readonly User[],
  venues: readonly DemoVenue[],
  now: Date,
): Mail[] {
  const [about] = payments
    .map(({ reservation }) => reservation)
    .filter(({ status }) => isLet(status))
    .filter((reservation) => remindedAt(reservation) < now)
    .sort((a, b) => remindedAt(b).getTime() - remindedAt(a).getTime());
  if (!about) return [];
  const [buyer, owner] = [about.userId, about.ownerId].map((id) =>
    users.find(({ _id }) => _id.equals(id)),
  );
  const place = venues.find(({ venue }) => venue._id.equals(about.venueId))?.venue;
  const [mail] = eventReminders(about, { buyer, owner, place, money: NO_MONEY, due: 0 });
  if (!mail) return [];
  const createdAt = remindedAt(about);
  const { to, subject } = mail;
  const sender = { brand: env.BRAND_NAME, url: env.APP_URL, email: env.CONTACT_EMAIL };
  return [
    {
      _id: idFor("mail:failed"),
      key: `demo-reminder:${about._id.toString()}`,
      about: about._id.toString(),
      ...{ to, subject, text: renderText(mail, sender), html: renderHtml(subject, mail, sender) },
      status: "failed",
      attempts: 5,
      nextAttemptAt: addMinutes(createdAt, MINUTES_OF_TRIES),
      lastError: "550 5.1.1 recipient rejected",
      createdAt,
    },
  ];
}

function remindedAt({ startDate }: Reservation): Date {
  return addMinutes(parisMidnight(addDays(startDate, -DAYS_AHEAD)), TURN_MINUTES);
}
