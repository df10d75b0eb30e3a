import { createPayableVenue, mailsLeft, sandbox, stored } from "../support/payments";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trusted } from "mongoose";
import { beforeEach, expect, it } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { restoreBackup } from "~/admin/backup/restore-backup.server";
import { writeBackup } from "~/admin/backup/write-backup.server";
import { acceptRequest } from "~/bookings/answer/answer-request.server";
import { expireRequests } from "~/bookings/answer/expire-requests.server";
import { charge } from "~/bookings/payment/charge.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { answerChange } from "~/bookings/change/answer-change.server";
import { changeDates } from "~/bookings/change/change-dates.server";
import { expireChanges } from "~/bookings/change/expire-changes.server";
import { closeUnused } from "~/offboarding/close-unused.server";
import { addDays, addMinutes, addMonths, parisNoon, todayInParis } from "~/platform/days";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";

/** A backup knows nothing of what happened since: docs/operations.md, After a restore. */

useDatabase();
beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
});

const now = new Date();
const DAY_LATER = addMinutes(now, 24 * 60 + 1);

/** Brings back, at `at`, what is stored now once `since` has happened and all of it was lost. */
async function loseAndRestore(since: () => Promise<unknown>, at: Date): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "after-restore-"));
  const file = join(directory, "copy.bak");
  try {
    await writeBackup(file, now);
    await since();
    await emptyDatabase();
    await restoreBackup(file, at);
  } finally {
    await rm(directory, { recursive: true });
  }
}

it("a request that its owner has accepted since is confirmed, and not taken for one that nobody answered", async () => {
  const { venue, owner } = await createPayableVenue({ needValidation: true });
  const buyer = await createUser();
  const first = addDays(todayInParis(now), 40);
  await charge({
    ...{ venueId: venue._id.toString(), buyer: { id: buyer._id.toString() } },
    ...{ startDate: first, endDate: first, requestKey: "form", now },
    paymentMethodId: "pm_card_visa",
  });
  const request = (await ReservationModel.findOne().lean())!;
  const accept = () =>
    acceptRequest({
      ...{ reservationId: request._id.toString(), ownerId: owner._id.toString(), now },
    });
  await loseAndRestore(accept, DAY_LATER);
  expect((await stored(request)).status).toBe("pending");
  expect(await expireRequests(DAY_LATER)).toBe(0);
  await reconcile(DAY_LATER);
  expect(await stored(request)).toMatchObject({ status: "confirmed", refunded: 0 });
  const unanswered = { key: trusted({ $regex: "^reservation-unanswered:" }) };
  expect(await MailModel.countDocuments(unanswered)).toBe(0);
});

it("other dates that their owner has said yes to since wait for that yes again, and are not given up as unanswered", async () => {
  const buyer = await createUser();
  const first = addDays(todayInParis(now), 40);
  const { reservation, owner } = await confirmReservation(buyer, { now });
  await VenueModel.updateOne({ _id: reservation.venueId }, { needValidation: true });
  const reservationId = reservation._id.toString();
  await changeDates({
    ...{ reservationId, buyerId: buyer._id.toString(), now },
    raw: { startDate: addDays(first, 20), endDate: addDays(first, 22) },
  });
  const { change } = await stored(reservation);
  const accept = (at: Date) =>
    answerChange(
      "accepter",
      { reservationId, ownerId: owner._id.toString(), now: at },
      { asked: change!.at.toISOString() },
    );
  await loseAndRestore(() => accept(now), DAY_LATER);
  expect(await expireChanges(DAY_LATER)).toBe(0);
  await accept(DAY_LATER);
  const moved = { startDate: change!.startDate, endDate: change!.endDate, refunded: 0 };
  expect(await stored(reservation)).toMatchObject(moved);
  const unanswered = { key: trusted({ $regex: "^reservation-dates-unanswered:" }) };
  expect(await MailModel.countDocuments(unanswered)).toBe(0);
});

it.each([
  ["the stay begins", 60, 39],
  ["the other dates begin", 5, 4],
])("other dates are put off no more once %s by the day after", async (_, wanted, restored) => {
  const buyer = await createUser();
  const today = todayInParis(now);
  const { reservation } = await confirmReservation(buyer, { now });
  await VenueModel.updateOne({ _id: reservation.venueId }, { needValidation: true });
  await changeDates({
    ...{ reservationId: reservation._id.toString(), buyerId: buyer._id.toString(), now },
    raw: { startDate: addDays(today, wanted), endDate: addDays(today, wanted + 2) },
  });
  await mailsLeft();
  const { change } = await stored(reservation);
  const at = parisNoon(addDays(today, restored));
  await loseAndRestore(() => Promise.resolve(), at);
  expect((await stored(reservation)).change).toEqual(change);
  expect(await expireChanges(at)).toBe(1);
  const kept = { status: "confirmed", startDate: reservation.startDate };
  expect(await stored(reservation)).toMatchObject(kept);
});

it("who came back since they were told that their account would be closed is told anew", async () => {
  const today = todayInParis(now);
  const account = await createUser({
    createdAt: parisNoon(addMonths(today, -60)),
    lastLogin: parisNoon(addMonths(today, -40)),
  });
  await closeUnused(now);
  await MailModel.updateMany({}, { $set: { status: "sent", sentAt: now, createdAt: now } });
  const later = parisNoon(addDays(today, 40));
  const comeBack = () =>
    UserModel.updateOne(
      { _id: account._id },
      { $set: { lastLogin: parisNoon(addDays(today, 9)) } },
    );
  await loseAndRestore(comeBack, later);
  await closeUnused(later);
  expect((await UserModel.findById(account._id).lean())?.deletedAt).toBeUndefined();
  expect(await MailModel.find({ to: account.email }, "status").lean()).toMatchObject([
    { status: "queued" },
  ]);
});
