import type { ClientSession } from "mongoose";
import { beforeEach, expect, it } from "vitest";
import { MailModel } from "@models/mail";
import type { Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { reservationFile } from "~/bookings/lists/reservation-file.server";
import { queueChangeMails } from "~/bookings/mail/change-mails.server";
import { queueReservationMails } from "~/bookings/mail/mails.server";
import { remindOfEvents, remindOwners } from "~/bookings/mail/reminders.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";

/** Mails call an organisation as pages do: by its name, and never by whom it is written by. */

useDatabase();

const now = new Date();
const longAgo = addMinutes(now, -3 * 24 * 60);

beforeEach(emptyDatabase);

async function booked(fields: Partial<Reservation>) {
  const owner = await createOwner();
  const buyer = await createUser({ name: "Hugo", lastname: "Lambert", entityName: "Les Halles" });
  const reservation = await createReservation({
    ...{ venue: await createVenue(owner), buyer, status: "confirmed", paidAt: longAgo },
    ...{ startDate: addDays(todayInParis(now), 2), ...fields },
  });
  const told = async () => (await MailModel.findOne({ to: owner.email }).lean())!;
  return { owner, reservation, told };
}

const summaryOf = (file = "") => /\r\nSUMMARY:(.+)\r\n/.exec(file)?.[1];

type Deed = (reservation: Reservation, session: ClientSession) => Promise<unknown>;

it.each<[string, Partial<Reservation>, () => Promise<unknown>]>([
  [
    "a request that waits",
    { status: "pending", answerBy: addMinutes(now, 60), paidAt: undefined },
    () => remindOwners(now),
  ],
  ["an event that is near", {}, () => remindOfEvents(now)],
])("by the name in a reminder of %s", async (_what, fields, remind) => {
  const { told } = await booked(fields);
  await remind();
  const { text } = await told();
  expect(text).toContain("Les Halles ");
  expect(text).not.toContain("Hugo L.");
});

it.each<[string, Deed]>([
  [
    "a confirmation",
    (reservation, session) => queueReservationMails([{ news: "confirmed", reservation }], session),
  ],
  [
    "other dates",
    (reservation, session) =>
      queueChangeMails("changed", { reservation, dates: { from: "le 1", to: "le 2" } }, session),
  ],
])("by the name in a mail of %s, and in the file with it as on the page", async (_what, tell) => {
  const { owner, reservation, told } = await booked({});
  await inTransaction((session) => tell(reservation, session));
  const { text, attachment } = await told();
  expect(text).toContain("Les Halles");
  expect(text).not.toContain("Hugo L.");
  const who = { side: "owner", userId: owner._id.toString() } as const;
  const { content } = await reservationFile(reservation._id.toString(), who, now);
  expect(summaryOf(attachment?.content)).toContain("Les Halles");
  expect(summaryOf(attachment?.content)).toBe(summaryOf(content));
});

it.each(["asked", "agreed", "changed"] as const)(
  "a professional who lets, with seat and number, where other dates are %s",
  async (step) => {
    const { owner, reservation } = await booked({});
    const firm = { entityName: "Les Granges", role: "Entreprise", siret: "73282932000074" };
    const seat = { street: "3 quai Neuf", postalCode: "76000", city: "Rouen" };
    await UserModel.updateOne({ _id: owner._id }, { $set: { ...firm, ...seat } });
    const until = addMinutes(now, 60);
    const other = { ...reservation, change: { until } as Reservation["change"] };
    const supplement = { ...reservation, total: 5400, holdUntil: until };
    const news = { reservation: other, dates: { from: "le 11", to: "le 12" }, supplement };
    await inTransaction((session) => queueChangeMails(step, news, session));
    const buyer = await UserModel.findById(reservation.userId).lean();
    const { text } = (await MailModel.findOne({ to: buyer!.email }).lean())!;
    expect(text).toContain(
      "Loué par Les Granges (Entreprise)\n3 quai Neuf, 76000 Rouen\nSIREN 732 829 320\n",
    );
  },
);
