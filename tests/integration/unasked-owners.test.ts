import { createPayableVenue, mailsLeft, sandbox, stored, subjectsTo } from "../support/payments";
import { beforeEach, describe, expect, test } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { expireRequests } from "~/bookings/answer/expire-requests.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { hideReservation } from "~/bookings/cancel/hide-reservation.server";
import { answerChange } from "~/bookings/change/answer-change.server";
import { changeDates } from "~/bookings/change/change-dates.server";
import { expireChanges } from "~/bookings/change/expire-changes.server";
import { charge } from "~/bookings/payment/charge.server";
import { addDays, addMinutes, formatInstant, todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { latestAnswer } from "~/rules/reservation-states";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { expectMailsWhole } from "../support/told-alike";

/** Nobody loses what they asked for because the mail that asks its owner did not leave. */

useDatabase();

const now = new Date();
const DAY = 24 * 60;
const due = addMinutes(now, DAY + 1);
const first = addDays(todayInParis(now), 40);
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await createUser();
});

/** The mails about a reservation whose keys begin so. */
async function mailsOf({ _id }: Reservation, key: string) {
  const about = `${key}:${_id.toString()}:`;
  const mails = await MailModel.find({ about: _id.toString() }, "key text").lean();
  return mails.filter((mail) => mail.key.startsWith(about));
}
const saying = (mails: Awaited<ReturnType<typeof mailsOf>>, at: Date) =>
  mails.map(({ text }) => text?.includes(formatInstant(at)));

describe("a request", () => {
  let request: Reservation;
  let owner: User;

  async function ask(): Promise<void> {
    const made = await createPayableVenue({ needValidation: true });
    owner = made.owner;
    const venueId = made.venue._id.toString();
    await charge({
      ...{ venueId, buyer: { id: buyer._id.toString() }, startDate: first, endDate: first },
      ...{ requestKey: "form", now, paymentMethodId: "pm_card_visa" },
    });
    request = (await ReservationModel.findOne({ venueId }).lean())!;
  }
  const own = () => ({ reservationId: request._id.toString(), buyerId: buyer._id.toString() });
  const asking = () => ({ key: `reservation-pending:${request._id.toString()}:owner` });

  test("whose mail waits still has the ordinary time from now, and both sides are told", async () => {
    await ask();
    expect(await expireRequests(due)).toBe(0);
    const answerBy = addMinutes(due, DAY);
    expect(await stored(request)).toMatchObject({ status: "pending", answerBy });
    const [asked, told] = await subjectsTo(owner);
    expect([asked, told]).toEqual([
      expect.stringMatching("^À répondre"),
      expect.stringMatching("^Plus de temps pour répondre"),
    ]);
    const later = await mailsOf(request, "reservation-extended");
    expect(saying(later, answerBy)).toEqual([true, true]);
  });

  test("is put off no further than an answer can be awaited, and told of the last time alone", async () => {
    await ask();
    const latest = latestAnswer(now, request);
    let at = due;
    for (let turn = 0; turn < 4; turn += 1, at = addMinutes(at, DAY + 1)) {
      expect(await expireRequests(at)).toBe(0);
    }
    expect(await mailsOf(request, "reservation-extended")).toHaveLength(2);
    expect(await expireRequests(at)).toBe(0);
    const { answerBy } = await stored(request);
    expect(Math.abs(answerBy!.getTime() - latest.getTime())).toBeLessThan(60_000);
    expect(await expireRequests(addMinutes(latest, 1))).toBe(1);
    expect(await stored(request)).toMatchObject({ status: "cancelled" });
  });

  test("whose mail left after its time is put off once", async () => {
    await ask();
    await MailModel.updateOne(asking(), { $set: { status: "sent", sentAt: due } });
    expect(await expireRequests(addMinutes(due, 1))).toBe(0);
    expect(await expireRequests(addMinutes(due, DAY + 2))).toBe(1);
  });

  test("whose mail waited until its owner should have been reminded is put off once", async () => {
    await ask();
    const sentAt = addMinutes(now, DAY - 90);
    await MailModel.updateOne(asking(), { $set: { status: "sent", sentAt } });
    expect(await expireRequests(due)).toBe(0);
    expect(await expireRequests(addMinutes(due, DAY + 1))).toBe(1);
  });

  test("whose mail left at once is cancelled, however short its time was", async () => {
    await ask();
    await mailsLeft();
    const answerBy = addMinutes(now, 60);
    await ReservationModel.updateOne({ _id: request._id }, { $set: { answerBy } });
    expect(await expireRequests(addMinutes(now, 61))).toBe(1);
  });

  test("whose mail its owner's mailbox refuses is cancelled", async () => {
    await ask();
    const refused = "Can't send mail - all recipients were rejected: 550 5.1.1 User unknown";
    await MailModel.updateOne(asking(), { $set: { attempts: 11, lastError: refused } });
    expect(await expireRequests(due)).toBe(1);
  });

  test("whose mail the server refuses for another reason is put off", async () => {
    await ask();
    const refused = "Can't send mail - all recipients were rejected: 451 4.7.1 Try again later";
    await MailModel.updateOne(asking(), { $set: { attempts: 1, lastError: refused } });
    expect(await expireRequests(due)).toBe(0);
  });

  test("that was shown as over for half a day is cancelled, though its mail waits", async () => {
    await ask();
    expect(await expireRequests(addMinutes(due, 12 * 60))).toBe(1);
  });

  test("that its buyer removed from their list is cancelled, though its mail waits", async () => {
    await ask();
    await hideReservation({ ...own(), now: due });
    expect(await expireRequests(due)).toBe(1);
  });

  test("that was put off as its buyer removed it stays in their list", async () => {
    await ask();
    justBefore("Reservation", "updateOne", () => expireRequests(due));
    await expect(hideReservation({ ...own(), now: due })).rejects.toThrow(new Refusal("not_found"));
    expect(await stored(request)).toMatchObject({ status: "pending", hiddenByBuyer: false });
  });

  test("whose mail left, or was given up, is cancelled", async () => {
    await ask();
    await mailsLeft();
    expect(await expireRequests(due)).toBe(1);
    await ask();
    await MailModel.updateOne(asking(), { $set: { status: "failed" } });
    expect(await expireRequests(due)).toBe(1);
  });

  test("of who is banned is cancelled, though their mail waits", async () => {
    await ask();
    await UserModel.updateOne({ _id: owner._id }, { $set: { bannedAt: now } });
    expect(await expireRequests(due)).toBe(1);
  });
});

describe("other dates", () => {
  let reservation: Reservation;

  async function ask(): Promise<void> {
    const made = await confirmReservation(buyer, { now });
    await VenueModel.updateOne({ _id: made.venue._id }, { $set: { needValidation: true } });
    reservation = made.reservation;
    const to = addDays(reservation.startDate, 20);
    await changeDates({
      ...{ reservationId: reservation._id.toString(), buyerId: buyer._id.toString(), now },
      raw: { startDate: to, endDate: addDays(to, 1) },
    });
    reservation = await stored(reservation);
    expect(reservation.change).toBeDefined();
  }

  test("whose mail waits still have the ordinary time from now, and both sides are told", async () => {
    await ask();
    expect(await expireChanges(due)).toBe(0);
    const until = addMinutes(due, DAY);
    expect((await stored(reservation)).change).toEqual({ ...reservation.change, until });
    expect(await expireChanges(addMinutes(due, DAY + 1))).toBe(0);
    const later = await mailsOf(reservation, "reservation-dates-extended");
    expect(saying(later, addMinutes(due, 2 * DAY + 1))).toEqual([true, true]);
    expect(later.filter(({ text }) => text?.includes("heure de Paris"))).toEqual([]);
    await expectMailsWhole();
  });

  test("put off at a venue overseas are said to be by Paris's clocks", async () => {
    await ask();
    const postalCode = "97110";
    await VenueModel.updateOne({ _id: reservation.venueId }, { $set: { postalCode } });
    expect(await expireChanges(due)).toBe(0);
    const until = `${formatInstant(addMinutes(due, DAY))} (heure de Paris)`;
    const later = await mailsOf(reservation, "reservation-dates-extended");
    expect(later.map(({ text }) => text?.includes(until))).toEqual([true, true]);
  });

  test.each(["a job", "their buyer's next wish"])(
    "that were put off and end unanswered, noticed by %s, are anybody's for ten minutes from their last deadline",
    async (noticed) => {
      await ask();
      const { startDate, endDate } = reservation.change!;
      const again = async (at: Date) =>
        await changeDates({
          ...{ reservationId: reservation._id.toString(), buyerId: buyer._id.toString(), now: at },
          raw: { startDate, endDate },
        });
      expect(await expireChanges(due)).toBe(0);
      await mailsLeft();
      const until = addMinutes(due, DAY);
      expect((await stored(reservation)).change!.until).toEqual(until);
      if (noticed === "a job") expect(await expireChanges(addMinutes(until, 4))).toBe(1);
      const tooSoon = again(addMinutes(until, 9));
      await expect(tooSoon).rejects.toMatchObject({ code: "change_too_often" });
      const { change, history } = await stored(reservation);
      expect(change).toBeUndefined();
      // What people read of it, too, was over then.
      expect(history.at(-1)).toMatchObject({ at: until, dates: { step: "unanswered" } });
      expect((await again(addMinutes(until, 10))).kind).toBe("asked");
    },
  );

  const own = () => ({ reservationId: reservation._id.toString(), now: due });
  test.each([
    [
      "refused",
      async () => {
        const { change, ownerId } = await stored(reservation);
        const asked = change!.at.toISOString();
        await answerChange("refuser", { ...own(), ownerId: ownerId.toString() }, { asked });
      },
    ],
    [
      "called off with their reservation",
      async () => {
        const by = { role: "buyer", userId: buyer._id.toString() } as const;
        await cancelReservation({ ...own(), by });
      },
    ],
  ])("that were put off and %s are told of as such alone", async (_, end) => {
    await ask();
    expect(await expireChanges(due)).toBe(0);
    expect(await mailsOf(reservation, "reservation-dates-extended")).toHaveLength(2);
    await end();
    expect(await mailsOf(reservation, "reservation-dates-extended")).toEqual([]);
  });

  test("that were shown as over for half a day are given up, though their mail waits", async () => {
    await ask();
    expect(await expireChanges(addMinutes(due, 12 * 60))).toBe(1);
  });

  test("whose mail left are given up", async () => {
    await ask();
    await mailsLeft();
    expect(await expireChanges(due)).toBe(1);
    expect((await stored(reservation)).change).toBeUndefined();
  });

  test("are given up once the first day has come, though their mail waits", async () => {
    await ask();
    const startDate = todayInParis(due);
    await ReservationModel.updateOne({ _id: reservation._id }, { $set: { startDate } });
    expect(await expireChanges(due)).toBe(1);
  });
});
