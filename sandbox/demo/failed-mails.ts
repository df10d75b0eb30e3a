import type { Mail } from "@models/mail";
import type { User } from "@models/user";
import { eventReminders } from "~/bookings/mail/event-reminder.server";
import { addMinutes } from "~/platform/days";
import { env } from "~/platform/env.server";
import { renderHtml, renderText } from "~/platform/mail/mail-layout";
import { NO_MONEY } from "~/rules/money-words";
import type { BookedPayment } from "./payments";
import { idFor } from "./random";
import type { DemoVenue } from "./venues";

const DAY_MINUTES = 24 * 60;

/** A mail that no try brought to its reader: the reminder of a reservation, as the product writes it. */
export function failedMails(
  payments: readonly BookedPayment[],
  users: readonly User[],
  venues: readonly DemoVenue[],
  now: Date,
): Mail[] {
  const about = payments.find(({ reservation }) => reservation.status === "confirmed")?.reservation;
  if (!about) return [];
  const [buyer, owner] = [about.userId, about.ownerId].map((id) =>
    users.find(({ _id }) => _id.equals(id)),
  );
  const place = venues.find(({ venue }) => venue._id.equals(about.venueId))?.venue;
  const [mail] = eventReminders(about, { buyer, owner, place, money: NO_MONEY });
  if (!mail) return [];
  const createdAt = addMinutes(now, -7 * DAY_MINUTES);
  const { to, subject } = mail;
  const sender = { brand: env.BRAND_NAME, url: env.APP_URL };
  return [
    {
      _id: idFor("mail:failed"),
      key: `demo-reminder:${about._id.toString()}`,
      about: about._id.toString(),
      ...{ to, subject, text: renderText(mail, sender), html: renderHtml(subject, mail, sender) },
      status: "failed",
      attempts: 5,
      nextAttemptAt: addMinutes(createdAt, DAY_MINUTES),
      lastError: "550 5.1.1 recipient rejected",
      createdAt,
    },
  ];
}
