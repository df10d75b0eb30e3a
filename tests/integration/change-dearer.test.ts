import {
  mailsLeft,
  payOnPage,
  sandbox,
  slotsHeld,
  stored,
  subjectsTo,
  untilCertain,
} from "../support/payments";
import { trusted } from "mongoose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { banUser } from "~/admin/users/ban-user.server";
import { comingSeen } from "~/admin/users/coming-money";
import { userDeparture } from "~/admin/users/user-departure.server";
import { openDisputes } from "~/admin/cases/find-disputes.server";
import { cancelComing, comingCounts, comingReservations } from "~/admin/users/cancel-coming.server";
import { finishGrant, grantRefund } from "~/bookings/cancel/grant-refund.server";
import { answerChange } from "~/bookings/change/answer-change.server";
import { unchanged } from "~/bookings/change/apply-change.server";
import { changeDates, withdrawChange } from "~/bookings/change/change-dates.server";
import { changePage } from "~/bookings/change/change-page.server";
import { expireChanges } from "~/bookings/change/expire-changes.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { chargeHeld } from "~/bookings/payment/charge.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { failedPage, paidPage } from "~/bookings/payment/payment-pages.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { forgetKept } from "~/platform/concurrency/kept-for";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, formatInstant, todayInParis, type Day } from "~/platform/days";
import { action as callChange } from "~/routes/api/location/change-dates/$id";
import { loader as datesPage } from "~/routes/mes-demandes/$id/dates/index";
import { loader as payPage } from "~/routes/reservation/$id/paiement";
import { action as answerByLink, loader as linkPage } from "~/routes/changements/$token/$answer";
import { booksOf, expectPapersOfBooks, expectSameBooks } from "../support/books";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, onWrite, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { loggedIn, newMember, type Member } from "../support/members";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { expectSlotsToAgree } from "../support/slots-of-reservations";
import { takenMeanwhile } from "../support/taken-meanwhile";
import { expectMailSays, expectMailsWhole, expectToldAlike } from "../support/told-alike";

/** Dearer dates where the owner has to say yes: they do first, and the difference is paid then. */

useDatabase();

const now = new Date();
const FIRST = addDays(todayInParis(now), 40);
const DAY = 24 * 60;
/** Three days at 333,33 €, and what a fourth costs. */
const [TOTAL, MORE] = [112_499, 37_500];
let buyer: Member;
let owner: Member;
let venue: Venue;
let reservation: Reservation;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await newMember({ name: "Hugo", lastname: "Lambert" });
  const made = await confirmReservation(buyer.user, { price: 33_333, now });
  ({ reservation, venue } = made);
  owner = await loggedIn(made.owner);
  await VenueModel.updateOne({ _id: venue._id }, { needValidation: true });
});

afterEach(expectMailsWhole);

const wish = (end: Day = addDays(FIRST, 3), at = now, startDate: Day = FIRST) =>
  changeDates({
    ...{ reservationId: reservation._id.toString(), buyerId: buyer.id, now: at },
    raw: { startDate, endDate: end },
  });

/** To the dates that wait now; where none do, to those that did. */
const answer = async (kind: "accepter" | "refuser", at = now, asked?: string) =>
  await answerChange(
    kind,
    { reservationId: reservation._id.toString(), ownerId: owner.id, now: at },
    { asked: asked ?? (await waiting()), why: "Un mariage" },
  );

const waiting = async () => (await stored(reservation)).change?.at.toISOString() ?? "";

/** Asked for and said yes to. */
async function agreed(): Promise<Reservation> {
  expect((await wish()).kind).toBe("asked");
  await answer("accepter");
  const supplement = await ReservationModel.findOne({ status: "hold" }).lean();
  return supplement!;
}

const cancel = () =>
  cancelReservation({
    ...{ reservationId: reservation._id.toString(), by: { role: "buyer", userId: buyer.id } },
    now,
  });

const pay = ({ _id, total }: Reservation) =>
  chargeHeld({
    ...{ reservationId: _id.toString(), venueId: venue._id.toString(), buyer },
    ...{ expectedTotal: total, paymentMethodId: "pm_card_visa", now },
  });

const stepsOf = async () =>
  (await stored(reservation)).history.flatMap(({ dates, by }) =>
    dates ? [`${dates.step} ${by}`] : [],
  );

/** Subjects since the confirmation, without the venue's title. */
const told = async ({ user }: Member) =>
  (await subjectsTo(user)).slice(1).map((subject) => subject.split("\u00a0:")[0]);

async function expectPaid(paid: number, refunded: number): Promise<void> {
  await expectSameBooks(sandbox.stripe);
  await expectPapersOfBooks();
  const { stripe, ledger } = await booksOf(reservation);
  expect(ledger).toEqual(stripe);
  expect(ledger).toMatchObject({ paid, refunded });
}

const pageOf = (side: "buyer" | "owner") =>
  reservationPage(
    reservation._id.toString(),
    { side, userId: (side === "buyer" ? buyer : owner).id },
    now,
  );

/** What the pages around its payment ask for: of the last look before it, after it, and once it came to nothing. */
async function paymentsAsked({ _id }: Reservation) {
  const id = _id.toString();
  const params = { id: venue._id.toString() };
  const paying = await buyer.visitor.visit(payPage, `/?demande=${id}`, { params });
  const { isPayable } = (await paying.json()) as { isPayable: boolean };
  const asked = { buyerId: buyer.id, now };
  const failed = await failedPage(id, asked);
  return [isPayable, (await paidPage(id, asked)).isPayable, failed?.retryHref];
}

test("are said yes to for nobody who was banned since and could not pay", async () => {
  await wish();
  const _id = buyer.user._id;
  await UserModel.updateOne({ _id }, { $set: { bannedAt: now } });
  await expect(answer("accepter")).rejects.toMatchObject({ code: "change_unpayable" });
  expect(await ReservationModel.countDocuments({ status: "hold" })).toBe(0);
  expect(await slotsHeld(reservation)).toBe(8);
  await UserModel.updateOne({ _id }, { $unset: { bannedAt: 1 } });
  await answer("accepter");
  expect(await ReservationModel.countDocuments({ status: "hold" })).toBe(1);
});

test("are asked for, said yes to by the mail's link, paid and swapped, both sides told each step once", async () => {
  expect((await wish()).kind).toBe("asked");
  expect(await stored(reservation)).toMatchObject({ total: TOTAL, endDate: addDays(FIRST, 2) });
  expect(await slotsHeld(reservation)).toBe(8);
  await expectToldAlike(reservation, "reservation-dates-asked", { now });
  for (const side of ["buyer", "owner"] as const) {
    expect(await pageOf(side)).toMatchObject({ change: { more: MORE }, unpaidChange: null });
  }
  const mail = await MailModel.findOne({ to: owner.user.email }).sort({ _id: -1 }).lean();
  const text = mail?.text ?? "";
  expect(text).toContain("dès que le client a payé la différence");
  const token = /changements\/([\w-]+)\/accepter/.exec(text)![1]!;
  const params = { token, answer: "accepter" };
  const asked = await owner.visitor.visit(linkPage, "/", { params });
  expect(await asked.json()).toMatchObject({ asked: { change: { more: MORE } } });

  const done = await owner.visitor.visit(answerByLink, "/", {
    ...{ params, form: { intent: "accepter", asked: await waiting() } },
  });
  expect(done.status).toBe(303);
  const over = await owner.visitor.visit(linkPage, "/", { params });
  expect(await over.json()).toMatchObject({ asked: { change: null, agreed: {} } });
  const supplement = (await ReservationModel.findOne({ status: "hold" }).lean())!;
  expect(supplement).toMatchObject({ total: MORE, needValidation: false });
  expect(supplement).not.toHaveProperty("unpaidBy");
  expect([await slotsHeld(reservation), await slotsHeld(supplement)]).toEqual([6, 2]);
  expect(await stored(reservation)).toMatchObject({ total: TOTAL, endDate: addDays(FIRST, 2) });
  await expectSlotsToAgree();
  const until = formatInstant(supplement.holdUntil!);
  for (const side of ["buyer", "owner"] as const) {
    expect(await pageOf(side)).toMatchObject({
      ...{ change: null, unpaidChange: { more: MORE, isAgreed: true, until } },
    });
  }
  const { request, unpaidChange } = await pageOf("buyer");
  for (const periodText of [request.periodText, unpaidChange!.periodText]) {
    const said = { reference: request.reference, periodText, sum: MORE };
    await expectMailSays(reservation, "reservation-dates-agreed:", "buyer", said);
  }
  await expect(answer("refuser")).rejects.toMatchObject({ code: "already_answered" });

  const again = await changePage(reservation._id.toString(), {
    ...{ buyerId: buyer.id, raw: { startDate: FIRST, endDate: addDays(FIRST, 3) }, now },
  });
  expect(again).toMatchObject({ problem: null, offer: { agreedUntil: until } });

  // A program asks again, and finds what there is to pay.
  const call = await buyer.visitor.visit(callChange, "/", {
    params: { id: reservation._id.toString() },
    json: { startDate: FIRST, endDate: addDays(FIRST, 3), amount: TOTAL + MORE },
  });
  const payment = { reservationId: supplement._id.toString(), amount: MORE };
  expect(await call.json()).toMatchObject({ state: "to_pay", payment });

  await pay(supplement);
  await sandbox.settled();
  const id = supplement._id.toString();
  await Promise.all([syncReservation(id), syncReservation(id), reconcile(addMinutes(now, 6))]);
  expect(await stored(supplement)).toMatchObject({ status: "joined" });
  expect(await stored(reservation)).toMatchObject({
    ...{ status: "confirmed", endDate: addDays(FIRST, 3), total: TOTAL + MORE },
  });
  await expectSlotsToAgree();
  await expectPaid(TOTAL + MORE, 0);
  await expectToldAlike(reservation, "reservation-dates-changed", { now });
  expect(await stepsOf()).toEqual(["asked buyer", "agreed owner", "changed buyer"]);
  expect(await told(buyer)).toEqual([
    ...["Changement de dates demandé", "Dates acceptées, supplément à payer", "Dates changées"],
  ]);
  expect(await told(owner)).toEqual([
    expect.stringMatching(/^À répondre avant le /),
    "Dates changées",
  ]);
});

describe("leave the old dates, and free the new ones, when", () => {
  test("the owner says no or nothing, or nobody pays within a day of their yes", async () => {
    const before = await stored(reservation);
    await wish();
    await answer("refuser");
    await expectToldAlike(reservation, "reservation-dates-refused", { to: ["buyer"], now });
    const supplement = await agreed();
    // Through the hosted page as long as it may stay open, by Stripe's rule.
    await startPayment({
      ...{ reservationId: supplement._id.toString(), buyerId: buyer.id, now },
    });
    expect(await expireHolds(addMinutes(now, DAY - 1))).toBe(0);
    expect(await expireHolds(addMinutes(now, DAY))).toBe(1);
    expect(await stored(supplement)).toMatchObject({ status: "dead" });
    expect({ ...(await stored(reservation)), history: [] }).toEqual({ ...before, history: [] });
    expect(await slotsHeld(reservation)).toBe(6);
    await expectSlotsToAgree();
    await expectPaid(TOTAL, 0);
    await expectToldAlike(reservation, "reservation-dates-unpaid", { now });
    expect((await stepsOf()).slice(-3)).toEqual(["asked buyer", "agreed owner", "unpaid system"]);
    expect((await told(buyer)).slice(-1)).toEqual(["Supplément non payé"]);
    expect((await told(owner)).slice(-1)).toEqual(["Changement de dates non payé"]);
    // It was the owner's to keep these days: nothing has to be waited for.
    expect((await wish()).kind).toBe("asked");
    await mailsLeft();
    await expireChanges(addMinutes(now, DAY + 1));
    await expectToldAlike(reservation, "reservation-dates-unanswered", { now });
    expect({ ...(await stored(reservation)), history: [] }).toEqual({ ...before, history: [] });
    expect(await slotsHeld(reservation)).toBe(6);
  });

  test("the buyer gives them up, or wants others instead: a wish and a supplement never wait together", async () => {
    const first = await agreed();
    const other = await createUser();
    const far = addDays(FIRST, 9);
    await reserve({
      ...{ venueId: venue._id.toString(), buyer: { id: other._id.toString() }, now },
      ...{ startDate: far, endDate: far, requestKey: "form" },
    });
    // Days that cannot be had cost nobody what was said yes to.
    await expect(wish(far)).rejects.toMatchObject({ code: "days_taken" });
    expect((await stored(first)).status).toBe("hold");
    const later = addMinutes(now, 1);
    await wish(addDays(FIRST, 4), later);
    expect((await stored(first)).status).toBe("dead");
    await expectToldAlike(reservation, "reservation-dates-withdrawn", { to: ["owner"], now });
    await expectSlotsToAgree();
    await answer("accepter", later);
    const to = { "supplementTo.reservation": reservation._id, status: "hold" } as const;
    const second = await ReservationModel.findOne(to).lean();
    await cancelReservation({
      ...{ reservationId: second!._id.toString(), by: { role: "buyer", userId: buyer.id } },
      now: addMinutes(now, 2),
    });
    expect(await stepsOf()).toEqual([
      ...["asked buyer", "agreed owner", "withdrawn buyer"],
      ...["asked buyer", "agreed owner", "withdrawn buyer"],
    ]);
    expect((await told(owner)).filter((text) => text?.endsWith("abandonné"))).toHaveLength(2);
    expect(await slotsHeld(reservation)).toBe(6);
    await expectSlotsToAgree();
  });

  test.each([
    { which: "some of them among those", start: 0 },
    { which: "none of them among those", start: 7 },
  ])(
    "the buyer wants others that need no yes any more, once those are held: $which",
    async ({ start }) => {
      const first = await agreed();
      await VenueModel.updateOne({ _id: venue._id }, { needValidation: false });
      const from = addDays(FIRST, start);
      const others = (end: number) => wish(addDays(FIRST, end), addMinutes(now, 1), from);
      const hold = (at: Venue, day: Day, who: Pick<User, "_id">) =>
        reserve({
          ...{ venueId: at._id.toString(), buyer: { id: who._id.toString() }, now },
          ...{ startDate: day, endDate: day, requestKey: at._id.toString() },
        });
      await hold(venue, addDays(FIRST, 12), await createUser());
      const ownerElsewhere = await createOwner();
      const elsewhere: Reservation[] = [];
      for (let count = 0; count < 3; count += 1) {
        elsewhere.push(await hold(await createVenue(ownerElsewhere), FIRST, buyer.user));
      }
      await expect(others(12)).rejects.toMatchObject({ code: "days_taken" });
      await expect(others(11)).rejects.toMatchObject({ code: "holds_full" });
      expect(await stored(first)).toEqual(first);

      const by = { role: "buyer", userId: buyer.id } as const;
      await cancelReservation({ reservationId: elsewhere[0]!._id.toString(), by, now });
      expect((await others(11)).kind).toBe("to_pay");
      expect((await stored(first)).status).toBe("dead");
      const to = { "supplementTo.reservation": reservation._id, status: "hold" } as const;
      expect(await ReservationModel.find(to).lean()).toMatchObject([
        { startDate: from, holdUntil: addMinutes(now, 31) },
      ]);
      expect(await stepsOf()).toEqual(["asked buyer", "agreed owner", "withdrawn buyer"]);
      await expectSlotsToAgree();
    },
  );

  test("something went back of a supplement since: the reservation is not what it was", async () => {
    const part = { id: reservation._id, total: MORE, platformShare: 0, returned: 0, refunded: 0 };
    await ReservationModel.updateOne({ _id: reservation._id }, { supplements: [part] });
    const known = await stored(reservation);
    expect(await ReservationModel.exists(unchanged(known))).not.toBeNull();
    await ReservationModel.updateOne({ _id: reservation._id }, { "supplements.0.refunded": 1 });
    expect(await ReservationModel.exists(unchanged(known))).toBeNull();
  });

  test("the office calls off all that somebody has: as one booking, and nobody is said to have given up dates", async () => {
    const supplement = await agreed();
    const { actor } = await newAdmin();
    const userId = buyer.id;
    expect((await comingReservations(userId, now)).map(({ _id }) => _id)).toEqual([
      reservation._id,
    ]);
    expect((await comingCounts([userId], now)).get(userId)).toBe(1);
    const off = await cancelComing({ actor, userId, why: "Fraude", now });
    expect(off).toEqual({ cancelled: 1, unfinished: 0, left: 0, came: 0 });
    expect(await stored(supplement)).toMatchObject({ status: "dead" });
    expect(await stepsOf()).toEqual(["asked buyer", "agreed owner"]);
    expect(await BookedSlotModel.countDocuments()).toBe(0);
    expect((await told(owner)).slice(-1)).toEqual(["Réservation annulée"]);
  });

  test("the office bans and calls off what it read: one booking, though dates wait to be paid", async () => {
    const supplement = await agreed();
    const { actor } = await newAdmin();
    const departure = await userDeparture(buyer.id, now);
    expect(departure.coming.map(({ reference }) => reference)).toEqual([reservation.reference]);
    expect(departure.seen).toBe(comingSeen(await comingReservations(buyer.id, now)));
    const off = await banUser({
      ...{ actor, userId: buyer.id, why: "Fraude", password: OFFICE_PASSWORD, now },
      ...{
        coming: "cancel",
        seen: departure.seen,
        appeal: "https://example.test/recours",
        isReported: false,
      },
    });
    expect(off).toEqual({ cancelled: 1, unfinished: 0, left: 0, came: 0 });
    expect(await stored(supplement)).toMatchObject({ status: "dead" });
  });

  test("the reservation is called off: no day stays held, though Stripe does not answer", async () => {
    const supplement = await agreed();
    const own = { reservationId: supplement._id.toString(), buyerId: buyer.id, now };
    const page = await startPayment(own);
    await sandbox.control("faults", {
      ...{ nextAnswer: "500", path: "/v1/checkout/sessions", method: "POST", times: 9 },
    });
    await cancel();
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect((await stored(supplement)).holdUntil).toEqual(now);
    // Paid on the page that could not be closed.
    expect((await payOnPage(page)).status).toBe(303);
    await expireHolds(addMinutes(now, 1));
    await sandbox.settled();
    await reconcile(addMinutes(now, 8));
    expect(await stored(supplement)).toMatchObject({ status: "dead", refunded: MORE });
    expect(await BookedSlotModel.countDocuments()).toBe(0);
    await expectPaid(TOTAL + MORE, TOTAL + MORE);
    expect(await stepsOf()).toEqual(["asked buyer", "agreed owner"]);
    // A dispute about what never was a booking is none of its owner's.
    await contest(supplement);
    expect(await disputesTold()).toEqual([]);
  });
});

describe("something is given back of what was paid:", () => {
  const refund = async (amount: number) => {
    const reservationId = reservation._id.toString();
    const request = { reservationId, amount, decided: 0, why: "Geste", now };
    const granted = await inTransaction((session) => grantRefund(request, session));
    await finishGrant(granted, now);
  };

  test("dates that were said yes to are free at once, both sides are told why, and the page asks for no payment", async () => {
    const supplement = await agreed();
    await startPayment({
      ...{ reservationId: supplement._id.toString(), buyerId: buyer.id, now },
    });
    await refund(3_000);
    expect(await stored(supplement)).toMatchObject({ status: "dead" });
    expect(await slotsHeld(reservation)).toBe(6);
    await expectSlotsToAgree();
    for (const side of ["buyer", "owner"] as const) {
      expect(await pageOf(side)).toMatchObject({ unpaidChange: null });
    }
    expect((await stepsOf()).slice(-2)).toEqual(["agreed owner", "outdated system"]);
    await expect(answer("refuser")).rejects.toMatchObject({ code: "already_answered" });
    await expectToldAlike(reservation, "reservation-dates-outdated", { now });
    for (const side of [buyer, owner]) {
      expect((await told(side)).slice(-2).sort()).toEqual([
        ...["Changement de dates sans suite"],
        side === buyer ? "Remboursement" : "Remboursement au client",
      ]);
    }
    await expectPaid(TOTAL, 3_000);
  });

  test.each([
    ["by the office", () => refund(3_000)],
    ["at Stripe", () => givenBackAtStripe(3_000)],
    ["to a bank that asks for it", () => contest(reservation)],
  ])(
    "%s: dates that no yes can be said to any more are free, and nobody is said not to have answered",
    async (_, goesBack) => {
      await wish();
      const asked = await waiting();
      await goesBack();
      expect(await stored(reservation)).not.toHaveProperty("change");
      for (const late of [
        () => answer("accepter", now, asked),
        () => answer("refuser", now, asked),
        () => withdrawChange(reservation._id.toString(), buyer.id, now),
      ]) {
        await expect(late()).rejects.toMatchObject({ code: "change_overtaken" });
      }
      expect(await slotsHeld(reservation)).toBe(6);
      await expectSlotsToAgree();
      expect(await stepsOf()).toEqual(["asked buyer", "outdated system"]);
      await expectToldAlike(reservation, "reservation-dates-outdated", { now });
      for (const { user } of [buyer, owner]) {
        const key = /^reservation-dates-outdated:/;
        const mail = (await MailModel.findOne({
          to: user.email,
          key: trusted({ $regex: key }),
        }).lean())!;
        expect(mail.text).toContain("Un remboursement ou une contestation du paiement");
        expect(mail.text).not.toContain("répondu");
      }
      expect(await expireChanges(addMinutes(now, DAY))).toBe(0);
    },
  );

  test("before that was seen to, what ran out is not said to be unanswered", async () => {
    await wish();
    await ReservationModel.updateOne({ _id: reservation._id }, { refunded: 3_000 });
    expect(await expireChanges(addMinutes(now, DAY))).toBe(1);
    expect(await stepsOf()).toEqual(["asked buyer", "outdated system"]);
  });

  test("by others at Stripe, the page asks for no payment of what would not be taken", async () => {
    await agreed();
    await ReservationModel.updateOne({ _id: reservation._id }, { refunded: 3_000 });
    for (const side of ["buyer", "owner"] as const) {
      expect(await pageOf(side)).toMatchObject({ unpaidChange: null });
    }
    await expireHolds(addMinutes(now, DAY));
    await expectToldAlike(reservation, "reservation-dates-outdated", { now });
  });

  test("what is paid for them all the same joins nothing and comes back, and no more than was granted does beside it", async () => {
    const supplement = await agreed();
    const own = { reservationId: supplement._id.toString(), buyerId: buyer.id, now };
    const page = await startPayment(own);
    await sandbox.control("faults", {
      ...{ nextAnswer: "500", path: "/v1/refunds", method: "POST", times: 9 },
    });
    const reservationId = reservation._id.toString();
    const request = { reservationId, amount: 10_000, decided: 0, why: "Geste", now };
    await inTransaction((session) => grantRefund(request, session));
    expect((await payOnPage(page)).status).toBe(303);
    await syncReservation(supplement._id.toString(), { now }).catch(() => null);
    await sandbox.control("faults", { nextAnswer: "normal" });
    await untilCertain();
    await sandbox.settled();
    await reconcile(addMinutes(now, 6));
    await reconcile(addMinutes(now, 8));
    expect(await stored(supplement)).toMatchObject({ status: "dead", refunded: MORE });
    expect(await stored(reservation)).toMatchObject({ total: TOTAL, refunded: 10_000 });
    await expectPaid(TOTAL + MORE, MORE + 10_000);
    expect((await stepsOf()).slice(-2)).toEqual(["agreed owner", "outdated system"]);
    await expectToldAlike(reservation, "reservation-dates-outdated", { now });
  });
});

describe("a dispute about what was paid on top", () => {
  let supplement: Reservation;
  beforeEach(async () => {
    supplement = await agreed();
    await pay(supplement);
    expect(await stored(supplement)).toMatchObject({ status: "joined" });
  });

  const COSTS = "supplément de 375,00\u00a0€ pour ";

  test.each([
    [
      ...(["won", "Contestation close, paiement maintenu"] as const),
      "Le client a payé 1\u202f499,99\u00a0€. Votre part, 1\u202f166,65\u00a0€, vous est versée.",
    ],
    [
      ...(["lost", "Paiement repris par la banque du client"] as const),
      "Sur les 1\u202f499,99\u00a0€ payés, 375,00\u00a0€ sont remboursés au client. 291,66\u00a0€ sont repris sur votre part de 1\u202f166,65\u00a0€\u00a0: il vous reste 874,99\u00a0€.",
    ],
  ])("is told to the owner of the reservation, and %s", async (status, subject, money) => {
    const id = await contest(supplement);
    await sandbox.control(`disputes/${id}`, { status });
    await syncReservation(supplement._id.toString());
    const mails = await disputesTold();
    expect(mails.map((mail) => mail.subject.split("\u00a0:")[0])).toEqual([
      "Paiement contesté",
      subject,
    ]);
    expect(mails[0]!.text).toContain("votre part de 291,66\u00a0€ peut être reprise");
    // As the reservation's page has it.
    expect((await pageOf("owner")).money).toMatchObject({ paid: TOTAL + MORE, sent: 116_665 });
    expect(mails[1]!.text).toContain(money);
    for (const { about, to, text, subject } of mails) {
      expect([about, to]).toEqual([reservation._id.toString(), owner.user.email]);
      expect(text).toContain(`Référence\u00a0: ${reservation.reference}`);
      expect(text).not.toContain("remboursement est en cours");
      expect(subject).toContain(`\u00a0: ${COSTS}`);
      expect(text).toContain(COSTS);
      const [, opened] = /\/mes-locations\/demandes\/(\w+)/.exec(text ?? "")!;
      const asked = { side: "owner", userId: owner.id } as const;
      expect(await reservationPage(opened!, asked, now)).toMatchObject({
        request: { reference: reservation.reference },
      });
    }
  });

  test("beside one about the first payment is told apart from it, with what is due of both once all is called off", async () => {
    await contest(reservation);
    const id = await contest(supplement);
    const stays = `${(await stored(reservation)).venueTitle} (`;
    const subjects = (await disputesTold()).map(({ subject }) => subject);
    expect(subjects).toEqual([
      expect.stringMatching(`^Paiement contesté\u00a0: ${stays.replace("(", "\\(")}`),
      expect.stringContaining(`Paiement contesté\u00a0: ${COSTS}${stays}`),
    ]);
    await cancel();
    await sandbox.control(`disputes/${id}`, { status: "won" });
    await syncReservation(supplement._id.toString());
    const { text } = (await disputesTold()).at(-1)!;
    // What was due of the supplement is back by then.
    expect(text).toContain(
      "Le client a payé 1\u202f499,99\u00a0€. 375,00\u00a0€ lui sont remboursés. Sa banque décide si 1\u202f124,99\u00a0€, qu’il conteste auprès d’elle, lui reviennent\u00a0: votre part de 874,99\u00a0€ peut être reprise. Si la banque maintient le paiement, 1\u202f124,99\u00a0€ lui sont ensuite remboursés.",
    );
  });
});

test("two payments of a reservation that banks contest are two cases, an appeal among them, each until its own day", async () => {
  const supplement = await agreed();
  await pay(supplement);
  const [own, lost] = [await contest(reservation), await contest(supplement)];
  await sandbox.control(`disputes/${lost}`, { status: "lost" });
  await sandbox.control("clock", { offsetMs: DAY * 60_000 });
  await sandbox.control(`disputes/${lost}`, { status: "appeal_needs_response" });
  await sandbox.control("clock", { offsetMs: 0 });
  await syncReservation(supplement._id.toString());
  const found = async () => {
    forgetKept();
    const cases = await openDisputes({ skip: 0 });
    return new Map(cases.map(({ key, title, deadline }) => [key, { title, deadline }]));
  };
  const dueBy = async (of: Reservation) => (await stored(of)).disputeDueBy;
  const titled = (title: RegExp, deadline: unknown) => ({
    ...{ title: expect.stringMatching(title) as string, deadline },
  });
  const cases = await found();
  expect(Object.fromEntries(cases)).toEqual({
    [`dispute:${own}`]: titled(/^Contestation/, await dueBy(reservation)),
    [`dispute:${lost}`]: titled(/^Appel/, await dueBy(supplement)),
  });
  expect(await dueBy(supplement)).not.toEqual(await dueBy(reservation));

  // Of records of before, one by its reservation.
  const _id = reservation._id;
  await ReservationModel.updateOne({ _id }, { $unset: { disputeAwaited: 1 } });
  expect(await found()).toEqual(cases);
});

test("of a dispute that a process of before ended nothing is awaited any more", async () => {
  const { _id } = reservation;
  // Which knows the day alone.
  await ReservationModel.updateOne({ _id }, { $set: { disputeAwaited: "dp_x" } });
  await syncReservation(_id.toString());
  expect((await stored(reservation)).disputeAwaited).toBeUndefined();
  const written: string[] = [];
  const unwatch = onWrite((collection) => void written.push(collection));
  await syncReservation(_id.toString()).finally(unwatch);
  expect(written.filter((collection) => collection === "reservations")).toEqual([]);
});

/** Somebody gives back in the dashboard there. */
async function givenBackAtStripe(amount: number): Promise<void> {
  const { paymentIntentId } = await stored(reservation);
  await sandbox.stripe.refunds.create({ payment_intent: paymentIntentId!, amount });
  await syncReservation(reservation._id.toString());
}

/** The payer asks their bank for a payment back. */
async function contest(paid: Reservation): Promise<string> {
  const { paymentIntentId } = await stored(paid);
  const opened = await sandbox.control("disputes", { payment_intent: paymentIntentId });
  await syncReservation(paid._id.toString());
  return ((await opened.json()) as { id: string }).id;
}

const disputesTold = async () =>
  (await MailModel.find().sort({ _id: 1 }).lean()).filter(({ key }) =>
    /^reservation-(?:contest|charged_back)/.test(key ?? ""),
  );

describe("at the same moment", () => {
  test("of several answers one counts", async () => {
    await wish();
    const answers = [answer("accepter"), answer("accepter"), answer("refuser")];
    const outcomes = await Promise.allSettled(answers);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await stepsOf()).length).toBe(2);
    await expectSlotsToAgree();
  });

  test("a yes whose number is taken gets another, of three at most", async () => {
    expect((await wish()).kind).toBe("asked");
    const tried = (times: number) =>
      takenMeanwhile("reservations", times, () => answer("accepter"));
    expect(await tried(3)).toEqual(["unavailable", 3]);
    expect(await stepsOf()).toEqual(["asked buyer"]);
    expect(await tried(2)).toEqual(["done", 3]);
    expect(await stepsOf()).toEqual(["asked buyer", "agreed owner"]);
  });

  test("a cancellation that comes before the yes leaves nothing to agree to", async () => {
    await wish();
    justBefore("Reservation", "updateOne", cancel);
    await expect(answer("accepter")).rejects.toMatchObject({ code: "answer_not_awaited" });
    expect(await BookedSlotModel.countDocuments()).toBe(0);
    await expectPaid(TOTAL, TOTAL);
  });

  test("money that is given back before the yes is told as that, not as an answer", async () => {
    await wish();
    const grant = { at: now, refund: 5_000, why: "Geste" };
    justBefore("Reservation", "updateOne", () =>
      ReservationModel.collection.updateOne({ _id: reservation._id }, { $set: { grant } }),
    );
    await expect(answer("accepter")).rejects.toMatchObject({ code: "change_refund" });
    expect(await stepsOf()).toEqual(["asked buyer"]);
  });
});

test("are refused where they could not be paid, with nothing changed", async () => {
  const before = await stored(reservation);
  await expect(wish(addDays(FIRST, 40))).rejects.toMatchObject({ code: "hold_too_long" });
  expect(await stored(reservation)).toEqual(before);
  await wish();
  await UserModel.updateOne({ _id: owner.user._id }, { stripeStats: "pending" });
  await expect(answer("accepter")).rejects.toMatchObject({ code: "change_unpayable" });
  expect(await stored(reservation)).toHaveProperty("change");
  await expectSlotsToAgree();
});

const HIDDEN = { status: "unavailable", searchable: false } as const;

test("are said yes to and paid though their owner takes the venue off the site: they were promised", async () => {
  await wish();
  await VenueModel.updateOne({ _id: venue._id }, HIDDEN);
  await answer("accepter");
  const supplement = (await ReservationModel.findOne({ status: "hold" }).lean())!;
  expect(await pageOf("buyer")).toMatchObject({ unpaidChange: { isPayable: true } });
  const retry = expect.stringContaining("/paiement?demande=") as string;
  expect(await paymentsAsked(supplement)).toEqual([true, true, retry]);
  await pay(supplement);
  expect(await stored(supplement)).toMatchObject({ status: "joined" });
  expect(await stored(reservation)).toMatchObject({ endDate: addDays(FIRST, 3) });
});

describe("nobody can pay at the venue any more:", () => {
  test.each([
    ["it is suspended", () => VenueModel.updateOne({ _id: venue._id }, SUSPENDED)],
    ["its owner cannot be paid", () => UserModel.updateOne(who(), { stripeStats: "pending" })],
    ["its owner is banned", () => UserModel.updateOne(who(), { bannedAt: now })],
  ])("%s. No payment is asked for, and nobody is said to have missed it", async (_, closes) => {
    const supplement = await agreed();
    await closes();
    expect(await pageOf("buyer")).toMatchObject({ unpaidChange: { isPayable: false } });
    expect(await paymentsAsked(supplement)).toEqual([false, false, null]);
    await expect(pay(supplement)).rejects.toMatchObject({ code: "venue_closed" });
    await expireHolds(addMinutes(now, DAY));
    expect((await stepsOf()).slice(-2)).toEqual(["agreed owner", "unpayable system"]);
    await expectToldAlike(reservation, "reservation-dates-unpayable", { now });
    await expectSlotsToAgree();
  });

  test.each([
    ["it is suspended", () => VenueModel.updateOne({ _id: venue._id }, SUSPENDED)],
    ["its owner is banned", banOwner],
  ])("%s while the page is open: what is paid joins nothing and goes back", async (_, closes) => {
    const supplement = await agreed();
    const reservationId = supplement._id.toString();
    const page = await startPayment({ reservationId, buyerId: buyer.id, now });
    await closes();
    await payOnPage(page);
    await sandbox.settled();
    await syncReservation(reservationId, { now });
    await sandbox.settled();
    await syncReservation(reservationId, { now });
    expect(await stored(supplement)).toMatchObject({ status: "dead", refunded: MORE });
    expect(await stored(reservation)).toMatchObject({ status: "confirmed", total: TOTAL });
    expect((await stepsOf()).slice(-2)).toEqual(["agreed owner", "unpayable system"]);
    expect((await told(buyer)).slice(-2).sort()).toEqual([
      "Changement de dates sans suite",
      "Paiement rendu",
    ]);
    await expectToldAlike(reservation, "reservation-dates-unpayable", { now });
    await expectSlotsToAgree();
  });

  test("its owner is banned. Whoever has booked there is told that it is closed, not that it is unknown", async () => {
    await UserModel.updateOne(who(), { bannedAt: now });
    await expect(wish()).rejects.toMatchObject({ code: "venue_closed" });
    const params = { id: reservation._id.toString() };
    const shown = buyer.visitor.visit(datesPage, "/", { params });
    await expect(shown).rejects.toMatchObject({ status: 303 });
    const form = { startDate: FIRST, endDate: addDays(FIRST, 3), amount: TOTAL + MORE };
    const called = await buyer.visitor.visit(callChange, "/", { params, json: form });
    expect(called.status).toBe(409);
  });

  /** With what is to come kept, as by the list. */
  async function banOwner(): Promise<void> {
    const { actor } = await newAdmin();
    await banUser({
      ...{ actor, userId: owner.id, why: "Fraude", password: OFFICE_PASSWORD, now },
      ...{ coming: "keep", isReported: false, appeal: "https://x.example" },
    });
  }
  const who = () => ({ _id: owner.user._id });
  const SUSPENDED = { suspendedAt: now, listed: false, searchable: false };
});
