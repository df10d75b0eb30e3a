import {
  createPayableVenue,
  ledgerOf,
  mailsLeft,
  payOnPage,
  sandbox,
  slotsHeld,
  stored,
  subjectsTo,
  untilCertain,
} from "../support/payments";
import { beforeEach, describe, expect, test } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { WEEKDAYS, type Slot } from "@models/enumerations";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel, type Reservation } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { finishGrant, grantRefund } from "~/bookings/cancel/grant-refund.server";
import { cancellationToast, cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { answerChange } from "~/bookings/change/answer-change.server";
import { changeDates, changeToast } from "~/bookings/change/change-dates.server";
import { changePage, type ChangePage } from "~/bookings/change/change-page.server";
import { expireChanges } from "~/bookings/change/expire-changes.server";
import { BOOKING_COLUMNS, bookingsOfYear } from "~/bookings/lists/bookings-of-year.server";
import { reservationFile } from "~/bookings/lists/reservation-file.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { listMyRequests } from "~/bookings/lists/list-my-requests.server";
import { myPayments } from "~/bookings/lists/list-my-payments.server";
import { charge, chargeHeld } from "~/bookings/payment/charge.server";
import { failedPage, paidPage } from "~/bookings/payment/payment-pages.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { syncAccount } from "~/payments/connected-account.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { guardsOf } from "~/bookings/reserve/unpaid-holds.server";
import { leaveWish } from "~/bookings/waiting/leave-wish.server";
import { offerWishes } from "~/bookings/waiting/offer-wishes.server";
import { stayText } from "~/bookings/mail/mail-paragraphs";
import { remindOfEvents } from "~/bookings/mail/reminders.server";
import {
  addDays,
  addMinutes,
  compareDays,
  formatDay,
  formatInstant,
  parisNoon,
  todayInParis,
  type Day,
} from "~/platform/days";
import { inTransaction } from "~/platform/database.server";
import { takeToast } from "~/platform/web/toast.server";
import { refusalMessage, type RefusalCode } from "~/platform/refusal";
import { latestDay, slotId } from "~/rules/calendar";
import { OBLIGATION_SITES } from "~/rules/obligations";
import { quote } from "~/rules/price";
import { action as callChange } from "~/routes/api/location/change-dates/$id";
import { action as answerByLink, loader as linkPage } from "~/routes/changements/$token/$answer";
import { action as cancelPost } from "~/routes/mes-demandes/$id/annuler";
import { action as changePost, loader as changeGet } from "~/routes/mes-demandes/$id/dates/index";
import {
  action as withdraw,
  loader as withdrawPage,
} from "~/routes/mes-demandes/$id/dates/renoncer";
import {
  action as answer,
  loader as answerPage,
} from "~/routes/mes-locations/demandes/$id/dates/$answer";
import { booksOf, expectPapersOfBooks, expectSameBooks } from "../support/books";
import { byDay } from "../support/by-day";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { expectDaysTold } from "../support/days-told";
import { createUser, takeSlots } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { loggedIn, newMember, type Member } from "../support/members";
import { rendered } from "../support/rendered";
import { expectSlotsToAgree } from "../support/slots-of-reservations";
import { takenMeanwhile } from "../support/taken-meanwhile";
import { expectToldAlike } from "../support/told-alike";
import type { Handler } from "../support/visitor";

/** Other dates for what is confirmed and paid: days, money, mails and papers of both sides. */

useDatabase();

const now = new Date();
const FIRST = addDays(todayInParis(now), 40);
const DAY_LATER = addMinutes(now, 24 * 60 + 1);
let buyer: Member;
let owner: Member;
let venue: Venue;
let reservation: Reservation;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await newMember({ name: "Hugo", lastname: "Lambert" });
});

async function book(terms: Parameters<typeof confirmReservation>[1] = {}): Promise<void> {
  const made = await confirmReservation(buyer.user, { ...terms, now });
  ({ reservation, venue } = made);
  owner = await loggedIn(made.owner);
}

const change = (startDate: Day, endDate = addDays(startDate, 2), at = now) =>
  changeDates({
    ...{ reservationId: reservation._id.toString(), buyerId: buyer.id, now: at },
    raw: { startDate, endDate },
  });

/** Its owner wants to say yes from now on. */
const askOwner = () => VenueModel.updateOne({ _id: venue._id }, { needValidation: true });

const cancel = (role: "buyer" | "owner") =>
  cancelReservation({
    reservationId: reservation._id.toString(),
    by: { role, userId: (role === "buyer" ? buyer : owner).id },
    now,
  });

async function answered(
  { visitor }: Member,
  handler: Handler,
  { form, params, query = "" }: { form?: object; params?: object; query?: string } = {},
): Promise<Response> {
  const all = { id: reservation._id.toString(), ...params };
  const visit = { params: all, form: form && { ...(form as Record<string, string>) } };
  return await visitor.visit(handler, `/${query}`, visit).catch((refused: unknown) => {
    if (refused instanceof Response) return refused;
    throw refused;
  });
}

/** An owner's answer to the dates that wait now, as their page posts it. */
async function answering(kind: "accepter" | "refuser", why = ""): Promise<Record<string, string>> {
  const asked = (await stored(reservation)).change?.at.toISOString() ?? "";
  return { intent: kind, asked, why };
}

async function daysHeld(): Promise<Day[]> {
  const slots = await BookedSlotModel.find({ reservation: reservation._id }).lean();
  return [...new Set(slots.map(({ day }) => day))].sort(compareDays);
}

const range = (first: Day, count: number) =>
  Array.from({ length: count }, (_, place) => addDays(first, place));

const stepsOf = async () =>
  (await stored(reservation)).history.flatMap(({ dates, by }) =>
    dates ? [`${dates.step} ${by}`] : [],
  );

async function expectBooks(money: {
  paid: number;
  owner: number;
  platform: number;
  refunded: number;
}): Promise<void> {
  await expectSameBooks(sandbox.stripe);
  await expectPapersOfBooks();
  const { stripe, ledger } = await booksOf(reservation);
  expect(ledger).toEqual(stripe);
  expect(ledger).toEqual(money);
}

test("days that somebody took since the recap are told, once before the page's title", async () => {
  await book();
  const day = addDays(FIRST, 4);
  await takeSlots(venue, [day, "AM"], [day, "PM"]);
  const path = `/mes-demandes/${reservation._id.toString()}/dates?start=${day}&end=${day}`;
  const refused = await rendered(buyer.visitor, path, { start: day, end: day, total: "54000" });
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(/<title>([^<]*)/.exec(html)?.[1]?.match(/Erreur/g)).toHaveLength(1);
  expect(html).toContain(refusalMessage("days_taken"));
});

describe("as many days", () => {
  test("are swapped, those of both dates stay taken throughout, and no money moves", async () => {
    await book();
    const to = addDays(FIRST, 1);
    const ledger = await ledgerOf(reservation);
    const page = await answered(buyer, changeGet, {
      query: `?start=${to}&end=${addDays(to, 2)}`,
    });
    expect(await page.json()).toMatchObject({
      page: { problem: null, needsYes: false, offer: { total: 162_000, less: 0 } },
    });
    const form = { start: to, end: addDays(to, 2), total: "162000" };
    const done = await answered(buyer, changePost, { form });
    expect(done.status).toBe(303);
    expect(done.headers.get("location")).toBe(`/mes-demandes/${reservation._id.toString()}`);
    expect(await daysHeld()).toEqual(range(to, 3));
    expect(await stored(reservation)).toMatchObject({
      ...{ startDate: to, endDate: addDays(to, 2), total: 162_000, refunded: 0 },
      ...{ status: "confirmed", reference: reservation.reference },
    });
    expect(await stepsOf()).toEqual(["changed buyer"]);
    expect(await ledgerOf(reservation)).toEqual(ledger);
    const told = `Dates changées\u00a0: ${stayText(await stored(reservation))}`;
    expect((await subjectsTo(buyer.user)).slice(1)).toEqual([told]);
    expect((await subjectsTo(owner.user)).slice(1)).toEqual([told]);
    const who = { side: "buyer", userId: buyer.id } as const;
    const { content } = await reservationFile(reservation._id.toString(), who, now);
    expect(content).toMatch(/\r\nSEQUENCE:1\r\n/);
    // A calendar that has the confirmation's file is brought up to date by that of this mail.
    const files = (await MailModel.find({ subject: told }).lean()).map(
      ({ attachment }) => attachment?.content ?? "",
    );
    const uid = (file: string) => /\r\nUID:\S+\r\n/.exec(file)?.[0];
    for (const file of files) {
      expect(file).toMatch(/\r\nSEQUENCE:1\r\n/);
      expect(file).toContain(`DTSTART;VALUE=DATE:${to.replaceAll("-", "")}`);
      expect(uid(file)).toBe(uid(content));
    }
    expect(files).toHaveLength(2);
  });

  test("cost what they did, at fees that are others today, and say those they were made at", async () => {
    await book();
    const { _id } = reservation;
    expect(reservation.feeThousandths).toBe(125);
    const price = { period: "Day", unitPrice: 48_000, units: 3, feeThousandths: 100 } as const;
    await ReservationModel.updateOne({ _id }, { $set: quote(price) });
    const to = addDays(FIRST, 1);
    const query = `?start=${to}&end=${addDays(to, 2)}`;
    const { page } = (await (await answered(buyer, changeGet, { query })).json()) as {
      page: ChangePage;
    };
    expect(page.offer).toMatchObject({ total: 158_400, less: 0 });
    expect(page.offer?.lines[1]?.label).toBe("Frais de service (10\u00a0%)");
    await change(to);
    expect(await stored(reservation)).toMatchObject({ startDate: to, ...quote(price) });
  });

  test("are reminded of anew, when the old ones were already", async () => {
    await book({ days: 2 });
    const at = addMinutes(now, 5);
    const paidAt = addMinutes(now, -3 * 24 * 60);
    await ReservationModel.updateOne({ _id: reservation._id }, { paidAt });
    await remindOfEvents(at);
    // Those that wait still would be taken back.
    await MailModel.updateMany({ status: "queued" }, { status: "sent" });
    await change(addDays(todayInParis(now), 4), addDays(todayInParis(now), 6));
    // Two days are not always 48 hours.
    const then = parisNoon(addDays(todayInParis(now), 2));
    await remindOfEvents(then);
    await remindOfEvents(addMinutes(then, 5));
    const keys = (await MailModel.find().lean()).map(({ key }) => key.split(":")[0]);
    expect(keys.filter((key) => key === "reservation-event-soon")).toHaveLength(4);
  });
});

describe("fewer days", () => {
  test("give the difference back, with its credit note, and leave to a cancellation the rest", async () => {
    await book({ price: 33_333 });
    const made = await change(FIRST, addDays(FIRST, 1));
    expect(await changeToast(made)).toMatch(
      /^Vos dates sont changées\u00a0: .+\. 375,00\s€ vous sont remboursés sur les 1\s124,99\s€ débités\. /,
    );
    const told = await MailModel.findOne({
      ...{ to: owner.user.email, subject: /^Dates changées/ },
    }).lean();
    expect(told?.text).toContain("Votre part est de 583,32\u00a0€ au lieu de 874,99\u00a0€.");
    for (const { url } of OBLIGATION_SITES) expect(told?.text).toContain(url);
    expect(made.reservation).toMatchObject({
      ...{ units: 2, total: 74_999, refunded: 37_500, ownerShare: 58_332, status: "confirmed" },
      charged: { total: 112_499, platformShare: 25_000 },
    });
    expect(await slotsHeld(reservation)).toBe(4);
    await expectBooks({ paid: 112_499, owner: 58_332, platform: 16_667, refunded: 37_500 });
    const notes = await ReceiptModel.find({ kind: "credit_note" }).lean();
    expect(notes.map(({ total, startDate }) => ({ total, startDate }))).toEqual([
      { total: 37_500, startDate: FIRST },
    ]);
    const once = await change(addDays(FIRST, 1), addDays(FIRST, 1));
    expect(once.reservation).toMatchObject({ total: 37_500, refunded: 74_999 });
    const cancelled = await cancel("buyer");
    expect(cancelled).toMatchObject({ status: "cancelled", refunded: 112_499 });
    expect(await slotsHeld(reservation)).toBe(0);
    await expectBooks({ paid: 112_499, owner: 0, platform: 0, refunded: 112_499 });
  });

  test("are told as what they are by a cancellation that gives nothing", async () => {
    await book();
    await change(FIRST, FIRST);
    await sandbox.settled();
    const cancelled = await cancelReservation({
      reservationId: reservation._id.toString(),
      by: { role: "buyer", userId: buyer.id },
      now: parisNoon(FIRST),
    });
    expect(cancelled).toMatchObject({ status: "cancelled", cancellation: { refund: 108_000 } });
    const told = /Rien n’est remboursé pour cette annulation\. 1.080,00.€ vous sont rendus par/;
    const toast = await cancellationToast(cancelled);
    expect(toast).toMatch(/^Votre réservation est annulée/);
    expect(toast).toMatch(told);
    const key = `reservation-cancelled:${reservation._id.toString()}:buyer`;
    expect((await MailModel.findOne({ key }).lean())?.text).toMatch(told);
    const who = { side: "buyer", userId: buyer.id } as const;
    const page = await reservationPage(reservation._id.toString(), who, parisNoon(FIRST));
    expect(page).toMatchObject({ gaveNothing: true, money: { refunded: 108_000 } });
  });

  test("give back once what a crash or an outage left for later", async () => {
    await book();
    await sandbox.control("faults", {
      ...{ nextAnswer: "lost-after-deed", path: "/v1/refunds", method: "POST", times: 1 },
    });
    await change(FIRST, addDays(FIRST, 1));
    await reconcile(addMinutes(now, 6));
    await sandbox.control("faults", { nextAnswer: "normal" });
    await Promise.all([reconcile(addMinutes(now, 8)), reconcile(addMinutes(now, 8))]);
    expect(await stored(reservation)).toMatchObject({ total: 108_000, refunded: 54_000 });
    await expectBooks({ paid: 162_000, owner: 84_000, platform: 24_000, refunded: 54_000 });
  });

  test("are refunded once when the cancellation comes before their refund", async () => {
    await book({ policy: "modérée" });
    await sandbox.control("faults", {
      ...{ nextAnswer: "500", path: "/v1/refunds", method: "POST", times: 9 },
    });
    const near = addDays(todayInParis(now), 3);
    await change(near, addDays(near, 1));
    expect(await stored(reservation)).toMatchObject({ refunded: 0, ledgerOpen: true });
    await sandbox.control("faults", { nextAnswer: "normal" });
    await untilCertain();
    // Half of what the new dates cost, and all that they cost less.
    const cancelled = await cancel("buyer");
    expect(cancelled).toMatchObject({ refunded: 54_000 + 54_000 });
    const refunds = await sandbox.stripe.refunds.list({
      payment_intent: reservation.paymentIntentId,
    });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([54_000, 54_000]);
    await expectBooks({ paid: 162_000, owner: 42_000, platform: 12_000, refunded: 108_000 });
  });
});

describe("more days", () => {
  /** Half days of a day more, held until 375 € are paid: 1 499,99 € instead of 1 124,99 €. */
  async function hold(): Promise<Reservation> {
    const made = await change(FIRST, addDays(FIRST, 3));
    if (made.kind !== "to_pay") throw new Error(made.kind);
    return made.supplement;
  }
  const pay = ({ _id, total }: Reservation, paymentMethodId = "pm_card_visa") =>
    chargeHeld({
      ...{ reservationId: _id.toString(), venueId: venue._id.toString(), buyer },
      ...{ expectedTotal: total, paymentMethodId, now },
    });
  /** Held and paid. */
  async function lengthen(terms: Parameters<typeof book>[0] = {}): Promise<Reservation> {
    await book({ price: 33_333, ...terms });
    const supplement = await hold();
    await pay(supplement);
    await sandbox.settled();
    await syncReservation(supplement._id.toString());
    return await stored(supplement);
  }
  const refundsOf = async ({ paymentIntentId }: Reservation) => {
    const { data } = await sandbox.stripe.refunds.list({ payment_intent: paymentIntentId });
    return data;
  };
  const WHOLE = { paid: 149_999, owner: 116_665, platform: 33_334, refunded: 0 };

  test("are held while the old dates stay, and swapped in one act when the difference is paid", async () => {
    await book({ price: 33_333 });
    const query = `?start=${FIRST}&end=${addDays(FIRST, 3)}`;
    const offered = await answered(buyer, changeGet, { query });
    expect(await offered.json()).toMatchObject({
      page: { offer: { total: 149_999, less: -37_500 } },
    });
    const before = await stored(reservation);
    const form = { start: FIRST, end: addDays(FIRST, 3), total: "149999" };
    const asked = await answered(buyer, changePost, { form });
    const supplement = await hold();
    // Bounded as any hold, by the account and by the address that it was asked from.
    expect(supplement.unpaidBy).toEqual(guardsOf(buyer.id, "203.0.113.7"));
    const page = `/reservation/${venue._id.toString()}/paiement?demande=${supplement._id.toString()}`;
    expect([asked.status, asked.headers.get("location")]).toEqual([303, page]);
    expect(supplement).toMatchObject({ units: 1, total: 37_500, ownerShare: 29_166 });
    expect([await slotsHeld(reservation), await slotsHeld(supplement)]).toEqual([6, 2]);
    expect(await stored(reservation)).toEqual(before);
    await expect(pay(supplement, "pm_card_visa_chargeDeclined")).rejects.toMatchObject({
      code: "card_declined",
    });
    await expectSlotsToAgree();
    await pay(supplement);
    await sandbox.settled();
    // By the browser that comes back, two events and the job, at once and again.
    const id = supplement._id.toString();
    const hear = [syncReservation(id), syncReservation(id), reconcile(addMinutes(now, 6))];
    await Promise.all(hear);
    await Promise.all([reconcile(addMinutes(now, 8)), syncReservation(id)]);
    expect(await stored(supplement)).toMatchObject({ status: "joined", refunded: 0 });
    expect(await stored(reservation)).toMatchObject({
      ...{ status: "confirmed", endDate: addDays(FIRST, 3), units: 4, total: 149_999 },
      ...{ ownerShare: 116_665, platformShare: 33_334, subtotal: 133_332, fee: 16_667 },
      charged: { total: 112_499, platformShare: 25_000 },
      supplements: [{ total: 37_500, platformShare: 8_334, returned: 0, refunded: 0 }],
    });
    expect([await slotsHeld(reservation), await slotsHeld(supplement)]).toEqual([8, 0]);
    await expectSlotsToAgree();
    await expectBooks(WHOLE);
    const [, receipt] = await ReceiptModel.find().sort({ number: 1 }).lean();
    expect(receipt).toMatchObject({ isSupplement: true, units: 1, rent: 33_333, fee: 4_167 });
    const { _id, reference } = reservation;
    expect(receipt).toMatchObject({ reservation: _id, reference });
    expect(await stepsOf()).toEqual(["changed buyer"]);
    const told = `Dates changées\u00a0: ${stayText(await stored(reservation))}`;
    expect((await subjectsTo(buyer.user)).slice(1)).toEqual([told]);
    expect((await subjectsTo(owner.user)).slice(1)).toEqual([told]);
    const { made } = await myPayments(buyer.id, { made: 1, earned: 1 });
    expect(made.rows.map(({ amount }) => amount)).toEqual([149_999]);
    expect((await listMyRequests(buyer.id, { now })).total).toBe(1);
  });

  test("paid for in the year after stand under both days in both lists and in the owner’s file", async () => {
    await lengthen();
    const year = Number(FIRST.slice(0, 4));
    const days = [`20/12/${year - 1}`, `10/01/${year}`] as const;
    for (const [amount, day] of [
      [37_500, `${year}-01-10`],
      [112_499, `${year - 1}-12-20`],
    ] as const) {
      const moved = { reservation: reservation._id, amount };
      await LedgerEntryModel.updateMany(moved, { at: parisNoon(day) });
    }
    const first = { made: 1, earned: 1 };
    const paidOn = days.join(", ");
    const { made } = await myPayments(buyer.id, first);
    expect(made.rows).toMatchObject([{ amount: 149_999, paidOn }]);
    const { earned } = await myPayments(owner.id, first);
    const transferredOn = `${days[0]} et le\u00a0${days[1]}`;
    expect(earned.rows).toMatchObject([{ amount: 116_665, paidOn, transferredOn }]);
    const cells: unknown[] = [];
    for await (const row of bookingsOfYear(owner.id, String(year), now)) {
      cells.push(BOOKING_COLUMNS["Payé le"]!(row));
    }
    expect(cells).toEqual([paidOn]);
    const html = await (await rendered(owner.visitor, "/mes-paiments")).text();
    expect(html).toContain(`le\u00a0${transferredOn}`);
    // One below the other in a column whose cells are not broken.
    expect(html).toContain(`<span class="whitespace-normal">${paidOn}</span>`);
  });

  test("of a reservation that is another one by now are not led to, and their open page is closed", async () => {
    await book({ price: 33_333 });
    const supplement = await hold();
    const own = { reservationId: supplement._id.toString(), buyerId: buyer.id, now };
    const page = await startPayment(own);
    await ReservationModel.updateOne({ _id: reservation._id }, { refunded: 3_000 });
    await expect(startPayment(own)).rejects.toMatchObject({ code: "change_outdated" });
    expect((await payOnPage(page)).status).not.toBe(303);
    // Nor do their days wait for the end of a time to pay that leads nowhere.
    expect(await stored(supplement)).toMatchObject({ status: "dead" });
    expect([await slotsHeld(reservation), await slotsHeld(supplement)]).toEqual([6, 0]);
    await expect(startPayment(own)).rejects.toMatchObject({ code: "hold_expired" });
  });

  test("whose time a refund ended are refused for that, not as paid too late", async () => {
    await book({ price: 33_333 });
    const supplement = await hold();
    await ReservationModel.updateOne({ _id: reservation._id }, { refunded: 3_000 });
    await ReservationModel.updateOne({ _id: supplement._id }, { holdUntil: now });
    const own = { reservationId: supplement._id.toString(), buyerId: buyer.id, now };
    await expect(startPayment(own)).rejects.toMatchObject({ code: "change_outdated" });
  });

  test("paid for when others are wanted: both sides are told of the ones and of the others", async () => {
    await book({ price: 33_333 });
    const supplement = await hold();
    const own = { reservationId: supplement._id.toString(), buyerId: buyer.id, now };
    expect((await payOnPage(await startPayment(own))).status).toBe(303);
    // What asks for the next dates is the first to hear of the payment: the same moment has both.
    await change(addDays(FIRST, 9), addDays(FIRST, 11));
    const { history } = await stored(reservation);
    const steps = history.flatMap(({ dates, at }) => (dates ? [{ step: dates.step, at }] : []));
    expect(steps).toEqual([
      { step: "changed", at: now },
      { step: "changed", at: now },
    ]);
    await expectToldAlike(reservation, "reservation-dates-changed", { now });
    for (const { user } of [buyer, owner])
      expect((await subjectsTo(user)).slice(1)).toHaveLength(2);
  });

  test("that are not paid leave all as it was; a payment for what is cancelled meanwhile comes back", async () => {
    await book({ price: 33_333 });
    const before = await stored(reservation);
    const params = { id: (await hold())._id.toString() };
    const form = { intent: "cancel", amount: "0", paid: "0" };
    const kept = await answered(buyer, cancelPost, { form, params });
    expect(kept.status).toBe(303);
    const read = async ({ request }: { request: Request }) =>
      Response.json((await takeToast(request)).toast);
    expect(await (await answered(buyer, read)).json()).toMatchObject({
      message: expect.stringMatching(/^Vous gardez les dates de votre réservation\./) as string,
    });
    await ReservationModel.updateMany({}, { $unset: { unpaidBy: 1 } });
    const unpaid = (await hold())._id.toString();
    await expireHolds(addMinutes(now, 31));
    expect(await stored(reservation)).toEqual(before);
    const reader = { buyerId: buyer.id, now: addMinutes(now, 32) };
    const standing = "Votre réservation reste comme elle est.";
    expect(await paidPage(unpaid, reader)).toMatchObject({
      ...{ title: "Supplément non payé", standing },
    });
    expect(await failedPage(unpaid, reader)).toMatchObject({
      ...{ hold: null, retryHref: null, keptHref: `/mes-demandes/${reservation._id.toString()}` },
      standing,
    });
    expect(await daysHeld()).toEqual(range(FIRST, 3));
    await expectSlotsToAgree();
    await ReservationModel.updateMany({}, { $unset: { unpaidBy: 1 } });
    const supplement = await hold();
    const own = { reservationId: supplement._id.toString(), buyerId: buyer.id, now };
    expect((await payOnPage(await startPayment(own))).status).toBe(303);
    // Before anybody heard of the payment.
    justBefore("Reservation", "updateOne", async () => {
      await ReservationModel.updateOne({ _id: reservation._id }, { status: "cancelling" });
    });
    await syncReservation(supplement._id.toString(), { now });
    await reconcile(addMinutes(now, 6));
    await sandbox.settled();
    await reconcile(addMinutes(now, 8));
    expect(await stored(supplement)).toMatchObject({ status: "dead", refunded: 37_500 });
    // Of its own money alone: the reservation's is told of where that one is.
    expect(await paidPage(supplement._id.toString(), { buyerId: buyer.id, now })).toMatchObject({
      title: "Supplément annulé",
      standing: "Votre réservation est annulée.",
      money: expect.stringMatching(/^Les 375,00\s€ débités vous sont remboursés/) as string,
      hasReceipt: true,
    });
    expect(await stored(reservation)).toMatchObject({ status: "cancelled", total: 112_499 });
    expect(await stored(reservation)).not.toHaveProperty("supplements");
    await expectBooks({ paid: 149_999, owner: 0, platform: 0, refunded: 149_999 });
    const news = (await subjectsTo(buyer.user)).filter((subject) =>
      subject.includes("Paiement rendu"),
    );
    expect(news).toHaveLength(1);
    const [mail] = await MailModel.find({ about: supplement._id.toString() }).lean();
    expect(mail?.text).toContain("ce supplément n’était plus à payer");
    expect(mail?.text).toContain("Votre réservation est annulée.");
    expect(mail?.text).toContain(`/mes-demandes/${reservation._id.toString()}`);
    await expectSlotsToAgree();
  });

  test("that are paid for once their reservation is called off: the pages around the payment say so", async () => {
    await book({ price: 33_333 });
    const supplement = await hold();
    await cancel("owner");
    const paths = ["success", "error"].map(
      (page) => `/reservation/${venue._id.toString()}/${page}?demande=${supplement._id.toString()}`,
    );
    for (const path of paths) {
      const html = await (await rendered(buyer.visitor, path)).text();
      expect(html).toContain("Votre réservation est annulée.");
      expect(html).not.toContain("reste comme elle est");
      expect(html).toContain(`href="/mes-demandes/${reservation._id.toString()}"`);
    }
  });

  test("are given back by the policy of both payments, the newest first; what a bank sends back, again", async () => {
    const supplement = await lengthen({ policy: "modérée" });
    await cancelReservation({
      ...{ reservationId: reservation._id.toString(), by: { role: "buyer", userId: buyer.id } },
      now: addMinutes(now, 36 * 24 * 60),
    });
    // Half of 1 499,99 €.
    expect(await stored(supplement)).toMatchObject({ refunded: 37_500 });
    expect(await stored(reservation)).toMatchObject({ status: "cancelled", refunded: 37_500 });
    await expectBooks({ ...WHOLE, owner: 58_332, platform: 16_667, refunded: 75_000 });
    for (const payment of [supplement, await stored(reservation)]) {
      const [refund] = await refundsOf(payment);
      await sandbox.control(`refunds/${refund!.id}`, { status: "failed" });
      await syncReservation(payment._id.toString());
      expect((await refundsOf(payment)).map(({ amount }) => amount)).toEqual([37_500, 37_500]);
    }
    expect(await stored(reservation)).toMatchObject({ supplements: [{ refunded: 37_500 }] });
    await expectBooks({ ...WHOLE, owner: 58_332, platform: 16_667, refunded: 75_000 });
  });

  test.each([
    ["made", "pm_card_visa"],
    ["asked for, and waiting for funds", "pm_card_refundUnfunded"],
  ])(
    "are given back beside what somebody gave back of the first payment, unheard of: %s",
    async (_, card) => {
      const supplement = await lengthen({ policy: "modérée", card });
      await sandbox.stripe.refunds.create({
        ...{ payment_intent: reservation.paymentIntentId, amount: 50_000 },
        ...{ reverse_transfer: true, refund_application_fee: true },
      });
      await cancelReservation({
        ...{ reservationId: reservation._id.toString(), by: { role: "buyer", userId: buyer.id } },
        now: addMinutes(now, 36 * 24 * 60),
      });
      await syncReservation(supplement._id.toString());
      const own = await stored(reservation);
      const asked = [...(await refundsOf(own)), ...(await refundsOf(supplement))];
      // Half of 1 499,99 €.
      expect(asked.map(({ amount }) => amount)).toEqual([50_000, 25_000]);
    },
  );

  test("and fewer again: the supplement goes back first, then of the first payment", async () => {
    const supplement = await lengthen();
    await change(FIRST, addDays(FIRST, 1));
    expect(await stored(reservation)).toMatchObject({
      ...{ units: 2, total: 74_999, refunded: 37_500 },
      supplements: [{ returned: 37_500, refunded: 37_500 }],
    });
    const { ownerShare: owner, platformShare: platform } = await stored(reservation);
    await expectBooks({ paid: 149_999, owner, platform, refunded: 75_000 });
    const dispute = await sandbox.control("disputes", {
      ...{ payment_intent: reservation.paymentIntentId, amount: 74_999 },
    });
    const { id } = (await dispute.json()) as { id: string };
    await sandbox.control(`disputes/${id}`, { status: "lost" });
    await syncReservation(reservation._id.toString());
    await expectBooks({ paid: 149_999, owner: 0, platform: 0, refunded: 149_999 });
    expect(await cancel("owner")).toMatchObject({ status: "cancelled" });
    expect(await refundsOf(supplement)).toHaveLength(1);
    await expectBooks({ paid: 149_999, owner: 0, platform: 0, refunded: 149_999 });
  });

  const disputed = async (supplement: Reservation) => {
    const opened = await sandbox.control("disputes", {
      payment_intent: supplement.paymentIntentId,
    });
    return ((await opened.json()) as { id: string }).id;
  };
  const newsTo = async ({ user }: Member) =>
    (await subjectsTo(user)).slice(2).map((subject) => subject.split("\u00a0:")[0]);

  test("a dispute of the supplement alone, lost after all was called off: nobody is told that we gave it back", async () => {
    const supplement = await lengthen();
    const id = await disputed(supplement);
    await syncReservation(supplement._id.toString());
    expect(await cancel("owner")).toMatchObject({ status: "cancelled", refunded: 112_499 });
    await sandbox.control(`disputes/${id}`, { status: "lost" });
    for (let turn = 0; turn < 2; turn += 1) await syncReservation(supplement._id.toString());
    await syncReservation(reservation._id.toString());
    expect(await newsTo(buyer)).toEqual(["Réservation annulée"]);
    expect((await newsTo(owner)).sort()).toEqual([
      ...["Paiement contesté", "Paiement repris par la banque du client", "Réservation annulée"],
    ]);
    await expectBooks({ paid: 149_999, owner: 0, platform: 0, refunded: 149_999 });
  });

  test("a refund beyond the policy, of the supplement: both sides are told, though the process dies before the first payment is read", async () => {
    const supplement = await lengthen();
    const grant = {
      ...{ reservationId: reservation._id.toString(), amount: 30_000, decided: 0 },
      ...{ why: "Geste", now },
    };
    const granted = await inTransaction((session) => grantRefund(grant, session));
    const path = `/v1/payment_intents/${reservation.paymentIntentId!}`;
    // As soon as the supplement's is written down.
    justBefore("Reservation", "updateOne", () =>
      sandbox.control("faults", { nextAnswer: "500", path, times: 9 }),
    );
    await finishGrant(granted, now);
    expect(await stored(supplement)).toMatchObject({ refunded: 30_000 });
    await sandbox.control("faults", { nextAnswer: "normal" });
    await reconcile(addMinutes(now, 6));
    await reconcile(addMinutes(now, 8));
    expect(await newsTo(buyer)).toEqual(["Remboursement"]);
    expect(await newsTo(owner)).toEqual(["Remboursement au client"]);
    await expectBooks({ ...WHOLE, owner: 93_332, platform: 26_667, refunded: 30_000 });
  });

  describe("a refund beyond the policy is told", () => {
    const grant = async (decided: number, amount: number) => {
      const request = { reservationId: reservation._id.toString(), amount, decided };
      const granted = await inTransaction((session) =>
        grantRefund({ ...request, why: "Geste", now }, session),
      );
      await finishGrant(granted, now);
    };
    const contested = async ({ paymentIntentId }: Reservation, amount?: number) => {
      const fields = { payment_intent: paymentIntentId, ...(amount && { amount }) };
      const { id } = (await (await sandbox.control("disputes", fields)).json()) as { id: string };
      return id;
    };
    const refundsTold = async () =>
      (await newsTo(buyer)).filter((subject) => subject === "Remboursement").length;
    const syncAll = async (supplement: Reservation) => {
      await syncReservation(reservation._id.toString());
      await syncReservation(supplement._id.toString());
    };

    test("while the bank decides on the rest of the supplement", async () => {
      const supplement = await lengthen();
      await grant(0, 4_000);
      expect(await refundsTold()).toBe(1);
      await contested(supplement, 33_500);
      await syncAll(supplement);
      // 33 500 of it wait for the bank, the rest goes back of the first payment.
      await grant(4_000, 36_500);
      expect(await stored(reservation)).toMatchObject({ refunded: 3_000, refundsTold: 7_000 });
      expect(await refundsTold()).toBe(2);
    });

    test("once it can be given, where the bank took the first payment for good", async () => {
      const supplement = await lengthen();
      await sandbox.control(`disputes/${await contested(reservation)}`, { status: "lost" });
      const id = await contested(supplement);
      await syncAll(supplement);
      await grant(112_499, 2_000);
      expect(await refundsTold()).toBe(0);
      await sandbox.control(`disputes/${id}`, { status: "won" });
      await syncAll(supplement);
      expect(await stored(supplement)).toMatchObject({ refunded: 2_000 });
      expect(await refundsTold()).toBe(1);
    });

    test("and what people give back at Stripe after it is not, though a bank took something, too", async () => {
      const supplement = await lengthen();
      const id = await contested(reservation, 10_000);
      await sandbox.control(`disputes/${id}`, { status: "lost" });
      await syncAll(supplement);
      await grant(10_000, 5_000);
      expect(await stored(supplement)).toMatchObject({ refunded: 5_000 });
      expect(await refundsTold()).toBe(1);
      const { paymentIntentId: payment_intent } = supplement;
      await sandbox.stripe.refunds.create({ payment_intent, amount: 2_000 });
      await syncAll(supplement);
      await syncAll(supplement);
      expect(await stored(supplement)).toMatchObject({ refunded: 7_000 });
      expect(await refundsTold()).toBe(1);
    });
  });

  test("a dispute of the supplement alone, lost: its parts are taken back, and no more is ever given back", async () => {
    const supplement = await lengthen();
    const opened = await sandbox.control("disputes", {
      payment_intent: supplement.paymentIntentId,
    });
    const { id } = (await opened.json()) as { id: string };
    await sandbox.control(`disputes/${id}`, { status: "lost" });
    await syncReservation(supplement._id.toString());
    await expectBooks({ paid: 149_999, owner: 87_499, platform: 25_000, refunded: 37_500 });
    await cancel("buyer");
    await expectBooks({ paid: 149_999, owner: 0, platform: 0, refunded: 149_999 });
    expect(await refundsOf(supplement)).toEqual([]);
  });
});

test("while a payment is contested neither side can change the dates, and the page offers no others", async () => {
  await book();
  await askOwner();
  expect((await change(addDays(FIRST, 1), addDays(FIRST, 2))).kind).toBe("asked");
  const { change: asked } = await stored(reservation);
  await sandbox.control("disputes", { payment_intent: reservation.paymentIntentId });
  await syncReservation(reservation._id.toString());
  const before = await stored(reservation);
  expect(before).not.toHaveProperty("change");
  // As if they were asked for at that very moment.
  await ReservationModel.updateOne({ _id: reservation._id }, { change: asked });
  const yes = await answered(owner, answer, {
    form: await answering("accepter"),
    params: { answer: "accepter" },
  });
  expect(yes.status).toBe(409);
  expect(JSON.stringify(await yes.json())).toContain(refusalMessage("change_contested"));
  await answered(buyer, withdraw, { form: {} });
  await expect(change(addDays(FIRST, 1), addDays(FIRST, 2))).rejects.toMatchObject({
    code: "change_contested",
  });
  const side = { side: "buyer", userId: buyer.id } as const;
  const page = await reservationPage(reservation._id.toString(), side, now);
  expect(page).toMatchObject({ mayChange: false, change: null });
  const { startDate, endDate, total } = before;
  expect(await stored(reservation)).toMatchObject({ startDate, endDate, total });
});

test.each([1, 3])(
  "what somebody gives back meanwhile is told before the owner's yes (%i days)",
  async (days) => {
    await book();
    await askOwner();
    expect((await change(FIRST, addDays(FIRST, days))).kind).toBe("asked");
    const before = await stored(reservation);
    const grant = { at: now, refund: 5_000, why: "Geste" };
    await ReservationModel.updateOne({ _id: reservation._id }, { $set: { grant } });
    const yes = await answered(owner, answer, {
      form: await answering("accepter"),
      params: { answer: "accepter" },
    });
    expect(yes.status).toBe(409);
    expect(JSON.stringify(await yes.json())).toContain(refusalMessage("change_refund"));
    expect(await stored(reservation)).toEqual({ ...before, grant: expect.anything() as object });
  },
);

test("while the owner's account cannot be paid, what costs no more is changed all the same", async () => {
  await book();
  await sandbox.control(`accounts/${reservation.accountId}`, { state: "restricted" });
  await syncAccount(reservation.accountId);
  const dearer = { start: FIRST, end: addDays(FIRST, 3), total: "216000" };
  expect((await answered(buyer, changePost, { form: dearer })).status).toBe(409);
  const page = await answered(buyer, changeGet, { query: `?start=${FIRST}&end=${dearer.end}` });
  expect(await page.json()).toMatchObject({
    page: { offer: null, problem: refusalMessage("venue_closed") },
  });
  const before = await stored(reservation);
  expect((await change(addDays(FIRST, 1), addDays(FIRST, 2))).kind).toBe("changed");
  expect(await stored(reservation)).toMatchObject({ total: before.total - 54_000 });
  await askOwner();
  expect((await change(FIRST, addDays(FIRST, 1))).kind).toBe("asked");
});

describe("is refused, with nothing changed", () => {
  test("what is too long to be held, changes nothing, is no day or is not what was announced", async () => {
    await book();
    await askOwner();
    const before = await stored(reservation);
    const later = addDays(FIRST, 10);
    const forms = [
      [422, { start: FIRST, end: addDays(FIRST, 31), total: "1728000" }],
      [422, { start: FIRST, end: addDays(FIRST, 2), total: "162000" }],
      [422, { start: "2027-02-30", end: later, total: "162000" }],
      [422, { total: "162000" }],
      [409, { start: later, end: later, total: "1" }],
    ] as const;
    for (const [status, form] of forms) {
      const refused = await answered(buyer, changePost, { form });
      expect(refused.status, JSON.stringify(form)).toBe(status);
      expect(await refused.json()).toMatchObject({ repopulateFields: form });
    }
    expect(await stored(reservation)).toEqual(before);
    await expectSlotsToAgree();
  });

  test("days that somebody else has, what is no longer free to cancel, and other people's", async () => {
    await book({ policy: "stricte", days: 30 });
    const other = await createUser();
    const start = addDays(todayInParis(now), 60);
    await reserve({
      ...{ venueId: venue._id.toString(), buyer: { id: other._id.toString() }, now },
      ...{ startDate: start, endDate: start, requestKey: "form" },
    });
    const before = await stored(reservation);
    await expect(change(start, start)).rejects.toMatchObject({ code: "days_taken" });
    await expect(change(addDays(start, 9), undefined, DAY_LATER)).rejects.toMatchObject({
      code: "not_changeable",
    });
    const stranger = await newMember();
    for (const who of [stranger, owner]) {
      expect((await answered(who, changeGet)).status).toBe(404);
      const form = { start: addDays(start, 9), end: addDays(start, 9), total: "54000" };
      expect((await answered(who, changePost, { form })).status).toBe(404);
    }
    expect(await stored(reservation)).toEqual(before);
    await expectSlotsToAgree();
  });
});

describe("at the same moment", () => {
  test("one of two changes counts, and one of a change and somebody's request", async () => {
    await book();
    const other = await createUser();
    const start = addDays(FIRST, 5);
    const outcomes = await Promise.allSettled([
      change(start),
      change(addDays(start, 1)),
      reserve({
        ...{ venueId: venue._id.toString(), buyer: { id: other._id.toString() }, now },
        ...{ startDate: addDays(start, 2), endDate: addDays(start, 2), requestKey: "form" },
      }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    await expectSlotsToAgree();
    expect((await stored(reservation)).total).toBe(162_000);
  });

  test("a change that comes before a cancellation's decision makes it look again", async () => {
    await book({ policy: "modérée" });
    const near = addDays(todayInParis(now), 3);
    justBefore("Reservation", "updateOne", () => change(near));
    const cancelled = await cancel("buyer");
    expect(cancelled).toMatchObject({ startDate: near, refunded: 81_000 });
    await expectSlotsToAgree();
  });

  test("a cancellation that comes before a change's leaves nothing to change", async () => {
    await book();
    justBefore("Reservation", "updateOne", () => cancel("owner"));
    await expect(change(addDays(FIRST, 9))).rejects.toMatchObject({ code: "not_changeable" });
    const page = await answered(buyer, changeGet);
    expect(page.status).toBe(303);
    expect(page.headers.get("location")).toBe(`/mes-demandes/${reservation._id.toString()}`);
    expect(await slotsHeld(reservation)).toBe(0);
    await expectBooks({ paid: 162_000, owner: 0, platform: 0, refunded: 162_000 });
  });
});

describe("where the owner says yes first", () => {
  const to = addDays(FIRST, 1);
  const ask = async () => {
    await book();
    await askOwner();
    return await change(to, addDays(to, 1));
  };
  const tokenIn = async () => {
    const mail = await MailModel.findOne({ to: owner.user.email }).sort({ _id: -1 }).lean();
    return /changements\/([\w-]+)\/accepter/.exec(mail?.text ?? "")![1]!;
  };

  test("they are free at once when it is called off, also while Stripe does not answer", async () => {
    await book();
    await askOwner();
    await change(addDays(FIRST, 2), addDays(FIRST, 3));
    expect(await daysHeld()).toEqual(range(FIRST, 4));
    await sandbox.control("faults", {
      ...{ nextAnswer: "500", path: "/v1/refunds", method: "POST", times: 9 },
    });
    const calling = async () =>
      expect(await cancel("buyer")).toMatchObject({ status: "cancelling" });
    expect(await expectDaysTold(calling)).toBe(1);
    expect(await daysHeld()).toEqual(range(FIRST, 3));
    await expectSlotsToAgree();
    await sandbox.control("faults", { nextAnswer: "normal" });
    await untilCertain();
    await reconcile(addMinutes(now, 6));
    expect(await daysHeld()).toEqual([]);
    await expectBooks({ paid: 162_000, owner: 0, platform: 0, refunded: 162_000 });
  });

  test("both dates are held until they do, by the link of the mail; a second answer is told so", async () => {
    const made = await ask();
    expect(made.kind).toBe("asked");
    const asked = made.reservation;
    expect(await changeToast(made)).toBe(
      `Votre demande est transmise au propriétaire. Il répond au plus tard le ${formatInstant(addMinutes(now, 24 * 60))}.`,
    );
    expect(asked).toMatchObject({ startDate: FIRST, total: 162_000 });
    expect(await daysHeld()).toEqual(range(FIRST, 3));
    await expect(change(addDays(FIRST, 20))).rejects.toMatchObject({ code: "change_waits" });
    const token = await tokenIn();
    const params = { token, answer: "accepter" };
    const page = await answered(buyer, linkPage, { params });
    expect(await page.json()).toMatchObject({ asked: { change: { ownerShare: 84_000 } } });
    expect(await daysHeld()).toEqual(range(FIRST, 3));
    const form = await answering("accepter");
    const done = await answered(buyer, answerByLink, { params, form });
    expect(done.status).toBe(303);
    expect(await daysHeld()).toEqual(range(to, 2));
    expect(await stored(reservation)).toMatchObject({ startDate: to, refunded: 54_000 });
    expect(await stepsOf()).toEqual(["asked buyer", "changed owner"]);
    expect((await stored(reservation)).history.slice(-2).map(({ why }) => why)).toEqual([
      "Autres dates demandées au propriétaire",
      "Nouvelles dates acceptées par le propriétaire",
    ]);
    await expectBooks({ paid: 162_000, owner: 84_000, platform: 24_000, refunded: 54_000 });
    const again = await answered(owner, answer, {
      ...{ params: { answer: "refuser" }, form: { intent: "refuser" } },
    });
    expect(again.status).toBe(409);
    expect((await stored(reservation)).startDate).toBe(to);
  });

  test("a refusal, the buyer's second thoughts and a day's silence leave all as it was", async () => {
    await ask();
    const form = await answering("refuser", "Un mariage.\n\nPayez ailleurs");
    await answered(owner, answer, { params: { answer: "refuser" }, form });
    const refusal = (await MailModel.find({ to: buyer.user.email }).lean()).at(-1);
    expect(refusal?.text).toContain(
      "\n\nMotif donné par le propriétaire\u00a0: «\u00a0Un mariage. Payez ailleurs\u00a0»\n\n",
    );
    await change(to);
    const page = `/mes-demandes/${reservation._id.toString()}`;
    // Pressed twice, and opened again after that.
    for (const form of [{ intent: "withdraw" }, { intent: "withdraw" }, undefined]) {
      const done = await answered(buyer, form ? withdraw : withdrawPage, { form });
      expect([done.status, done.headers.get("location")]).toEqual([303, page]);
    }
    await change(to);
    expect(await expireChanges(now)).toBe(0);
    await mailsLeft();
    const expire = async () => expect(await expireChanges(DAY_LATER)).toBe(1);
    expect(await expectDaysTold(expire)).toBe(1);
    expect(await stored(reservation)).toMatchObject({ startDate: FIRST, total: 162_000 });
    expect(await daysHeld()).toEqual(range(FIRST, 3));
    expect(await stepsOf()).toEqual([
      ...["asked buyer", "refused owner", "asked buyer", "withdrawn buyer"],
      ...["asked buyer", "unanswered system"],
    ]);
    const subjects = await subjectsTo(buyer.user);
    const asked = (endDate: Day) => stayText({ ...reservation, startDate: to, endDate });
    expect(subjects).toContain(`Changement de dates refusé\u00a0: ${asked(addDays(to, 1))}`);
    expect(subjects).toContain(
      `Changement de dates resté sans réponse\u00a0: ${asked(addDays(to, 2))}`,
    );
  });

  test("days whose time is over are anybody's without the job, and no yes counts any more", async () => {
    await book();
    await askOwner();
    const far = addDays(FIRST, 9);
    await change(far);
    const token = await tokenIn();
    const other = await createUser();
    await reserve({
      ...{ venueId: venue._id.toString(), buyer: { id: other._id.toString() }, now: DAY_LATER },
      ...{ startDate: far, endDate: far, requestKey: "form" },
    });
    expect(await daysHeld()).toEqual(range(FIRST, 3));
    await expectSlotsToAgree();
    expect((await stored(reservation)).change).toBeUndefined();
    // The token itself is good for a day; by then the wish it was for is gone.
    const params = { token, answer: "accepter" };
    const late = await answered(owner, answerByLink, { params, form: { intent: "accepter" } });
    expect(late.status).toBe(409);
  });

  describe("and says no, or nothing, again and again", () => {
    const far = addDays(FIRST, 9);
    const DAY = 24 * 60;
    const askAt = (at: Date) => change(far, addDays(far, 2), at);
    const refuse = async () =>
      expect(
        (
          await answered(owner, answer, {
            ...{ params: { answer: "refuser" }, form: await answering("refuser") },
          })
        ).status,
      ).toBe(303);
    const call = (json: object) =>
      buyer.visitor.visit(callChange, "/", { params: { id: reservation._id.toString() }, json });
    const reserveFar = async () =>
      await reserve({
        ...{ venueId: venue._id.toString(), buyer: { id: (await createUser())._id.toString() } },
        ...{ startDate: far, endDate: addDays(far, 2), requestKey: "form", now },
      });

    test("three in a row may be asked for, then a while is waited and the days are anybody's", async () => {
      await book();
      await askOwner();
      for (let count = 0; count < 3; count += 1) {
        await askAt(now);
        await refuse();
      }
      await mailsLeft();
      const mails = await MailModel.countDocuments();
      const form = { start: far, end: far, total: "54000" };
      const refused = await answered(buyer, changePost, { form });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      const told = JSON.stringify(await refused.json());
      expect(told).toContain("Vous pourrez en choisir de nouveau à partir du ");
      const program = await call({ startDate: far, endDate: far });
      expect(program.status).toBe(429);
      const { type } = (await program.json()) as { type: string };
      expect(callChange.calls.POST?.refuses).toContain(type.split("#")[1]);
      const until = addMinutes((await stored(reservation)).history.at(-1)!.at, 30);
      await expect(askAt(now)).rejects.toMatchObject({ code: "change_too_often", until });
      // Nobody is written to, and somebody else may have them.
      expect(await MailModel.countDocuments()).toBe(mails);
      await reserveFar();
      expect(await daysHeld()).toEqual(range(FIRST, 3));
      await expectSlotsToAgree();
    });

    test("a day is waited after more of them", async () => {
      await book();
      await askOwner();
      for (const minutes of [0, 0, 0, 60]) {
        await askAt(addMinutes(now, minutes));
        await answered(buyer, withdraw, { form: { intent: "withdraw" } });
      }
      const endedAt = (await stored(reservation)).history.at(-1)!.at;
      await expect(askAt(addMinutes(endedAt, DAY - 1))).rejects.toMatchObject({
        ...{ code: "change_too_often", until: addMinutes(endedAt, DAY) },
      });
      expect((await askAt(addMinutes(endedAt, DAY))).kind).toBe("asked");
    });

    test("left unanswered, they go to who waits for them, though their buyer is the first to come back", async () => {
      await book();
      await askOwner();
      const other = await createUser();
      await askAt(now);
      const raw = { startDate: far, endDate: far };
      const userId = other._id.toString();
      await leaveWish({ venueId: venue._id.toString(), userId, raw, now });
      await mailsLeft();
      await expect(askAt(DAY_LATER)).rejects.toMatchObject({
        ...{ code: "change_too_often", until: addMinutes(now, DAY + 10) },
      });
      expect(await daysHeld()).toEqual(range(FIRST, 3));
      expect(await stepsOf()).toEqual(["asked buyer", "unanswered system"]);
      expect(await offerWishes(byDay(DAY_LATER))).toBe(1);
      const offer = await ReservationModel.findOne({ userId: other._id, status: "hold" }).lean();
      expect(offer).toMatchObject(raw);
      await expect(askAt(addMinutes(now, DAY + 10))).rejects.toMatchObject({ code: "days_taken" });
      await expectSlotsToAgree();
    });

    test("left unanswered, they are held for no other reservation of the same buyer's at once", async () => {
      await book();
      await charge({
        ...{ venueId: venue._id.toString(), buyer: { id: buyer.id }, now },
        ...{ startDate: addDays(FIRST, 30), requestKey: "other", paymentMethodId: "pm_card_visa" },
        endDate: addDays(FIRST, 32),
      });
      await sandbox.settled();
      const other = await ReservationModel.findOne({ startDate: addDays(FIRST, 30) }).lean();
      await syncReservation(other!._id.toString());
      await askOwner();
      await askAt(now);
      await mailsLeft();
      const taking = changeDates({
        ...{ reservationId: other!._id.toString(), buyerId: buyer.id, now: DAY_LATER },
        raw: { startDate: far, endDate: far },
      });
      await expect(taking).rejects.toMatchObject({ code: "change_too_often" });
      expect(await daysHeld()).toEqual(range(FIRST, 3));
      await expectSlotsToAgree();
    });

    test("without a yes, three changes in a row may be made", async () => {
      await book();
      for (const place of [1, 2, 3]) await change(addDays(FIRST, place));
      await expect(change(FIRST)).rejects.toMatchObject({ code: "change_too_often" });
      expect((await change(FIRST, undefined, addMinutes(now, 30))).kind).toBe("changed");
    });
  });

  describe("all the days that one account asks for", () => {
    /** A reservation of the buyer's of 20 days, at a venue whose owner says yes first. */
    async function twentyDays(): Promise<Reservation> {
      const { venue: other } = await createPayableVenue();
      const stay = { startDate: FIRST, endDate: addDays(FIRST, 19) };
      await charge({
        ...{ venueId: other._id.toString(), buyer: { id: buyer.id }, now, ...stay },
        ...{ requestKey: other._id.toString(), paymentMethodId: "pm_card_visa" },
      });
      await sandbox.settled();
      const made = await ReservationModel.findOne({ venueId: other._id }).lean();
      await VenueModel.updateOne({ _id: other._id }, { needValidation: true });
      return (await syncReservation(made!._id.toString()))!;
    }
    const move = (which: Reservation, days: number, at = now) =>
      changeDates({
        ...{ reservationId: which._id.toString(), buyerId: buyer.id, now: at },
        raw: { startDate: addDays(FIRST, days), endDate: addDays(FIRST, days + 19) },
      });

    test("are 31 at most with what is unpaid, by how many of them are held beside", async () => {
      const [first, second] = [await twentyDays(), await twentyDays()];
      await move(first, 20);
      await expect(move(second, 20)).rejects.toMatchObject({
        ...{ code: "change_days", until: addMinutes(now, 24 * 60) },
      });
      expect(await slotsHeld(second)).toBe(40);
      // Eleven beside its own.
      expect((await move(second, 11)).kind).toBe("asked");
      await expectSlotsToAgree();
    });

    test("are counted with unpaid holds, and what an owner said yes to before is kept if they are refused", async () => {
      const [first, second] = [await twentyDays(), await createPayableVenue()];
      await changeDates({
        ...{ reservationId: first._id.toString(), buyerId: buyer.id, now },
        raw: { startDate: FIRST, endDate: addDays(FIRST, 20) },
      });
      const asked = (await stored(first)).change!.at.toISOString();
      const own = { reservationId: first._id.toString(), ownerId: first.ownerId.toString(), now };
      await answerChange("accepter", own, { asked });
      await reserve({
        ...{ venueId: second.venue._id.toString(), buyer: { id: buyer.id }, now },
        ...{ startDate: FIRST, endDate: addDays(FIRST, 11), requestKey: "form" },
      });
      await expect(move(first, 30)).rejects.toMatchObject({ code: "change_days" });
      const to = { "supplementTo.reservation": first._id };
      expect(await ReservationModel.findOne(to).lean()).toMatchObject({ status: "hold" });
      expect((await move(first, 30, addMinutes(now, 30))).kind).toBe("asked");
    });

    test("at once: one of two wishes passes", async () => {
      const both = [await twentyDays(), await twentyDays()];
      const outcomes = await Promise.allSettled(both.map((which) => move(which, 20)));
      const refused = outcomes.flatMap((one) =>
        one.status === "rejected" ? [one.reason as unknown] : [],
      );
      expect(refused).toMatchObject([{ code: "change_days" }]);
      expect(await BookedSlotModel.countDocuments()).toBe(120);
      await expectSlotsToAgree();
    });
  });

  for (const by of ["the mail's link", "their own page"]) {
    test(`an answer by ${by} is to the dates that were shown, not to others asked for since`, async () => {
      await ask();
      const token = await tokenIn();
      const isLink = by !== "their own page";
      const [page, post] = isLink ? [linkPage, answerByLink] : [answerPage, answer];
      for (const kind of ["accepter", "refuser"] as const) {
        const params = { token, answer: kind };
        const shown = (await (await answered(owner, page, { params })).json()) as {
          asked: { change: { asked: string } };
        };
        const form = { intent: kind, asked: shown.asked.change.asked, why: "" };
        await answered(buyer, withdraw, { form: {} });
        const later = kind === "accepter" ? 1 : 2;
        const others = addDays(FIRST, 30 + later);
        await change(others, others, addMinutes(now, later));
        const before = await stored(reservation);
        for (const said of [form, { intent: kind }]) {
          const refused = await answered(owner, post, { params, form: said });
          expect(refused.status).toBe(409);
          const told = JSON.stringify(await refused.json());
          expect(told).toContain(refusalMessage("change_outdated"));
        }
        expect(await stored(reservation)).toEqual(before);
        const again = await answered(owner, page, { params });
        expect(await again.json()).toMatchObject({
          asked: { change: { asked: before.change!.at.toISOString() } },
        });
      }
      const params = { token, answer: "accepter" };
      const done = await answered(owner, post, { params, form: await answering("accepter") });
      expect(done.status).toBe(303);
      expect(await stored(reservation)).toMatchObject({ startDate: addDays(FIRST, 32) });
    });
  }

  test("an answer and a cancellation at once: the days of both dates are free", async () => {
    await ask();
    const params = { answer: "accepter" };
    const form = await answering("accepter");
    justBefore("Reservation", "updateOne", () => cancel("buyer"));
    const late = await answered(owner, answer, { params, form });
    expect(late.status).toBe(409);
    const page = await answered(buyer, changeGet);
    expect(page.status).toBe(303);
    expect(page.headers.get("location")).toBe(`/mes-demandes/${reservation._id.toString()}`);
    expect(await slotsHeld(reservation)).toBe(0);
    await expectBooks({ paid: 162_000, owner: 0, platform: 0, refunded: 162_000 });
  });
});

test("a cancellation is tried three times while others change what it is decided for, then changes nothing", async () => {
  /** Before each of so many tries a cent went back elsewhere. */
  const meddle = (times: number) => {
    if (times === 0) return;
    justBefore("Reservation", "updateOne", async () => {
      await ReservationModel.collection.updateOne(
        { _id: reservation._id },
        { $inc: { refunded: 1 } },
      );
      meddle(times - 1);
    });
  };
  await book();
  meddle(3);
  await expect(cancel("buyer")).rejects.toMatchObject({ code: "unavailable" });
  expect(await stored(reservation)).toMatchObject({ status: "confirmed", refunded: 3 });
  expect(await slotsHeld(reservation)).toBeGreaterThan(0);
  meddle(2);
  await cancel("buyer");
  expect((await stored(reservation)).cancellation).toBeDefined();
});

test("other dates are tried for three times while somebody takes and leaves them, then nothing changes", async () => {
  await book();
  const tried = (times: number) =>
    takenMeanwhile("half days", times, () => change(addDays(FIRST, 9)));
  expect(await tried(3)).toEqual(["unavailable", 3]);
  expect(await daysHeld()).toEqual(range(FIRST, 3));
  expect(await tried(2)).toEqual(["done", 3]);
  expect(await daysHeld()).toEqual(range(addDays(FIRST, 9), 3));
});

test("a program changes dates by the same deed, and is told which there are", async () => {
  await book();
  const startDate = addDays(FIRST, 9);
  const call = (json: object) =>
    buyer.visitor.visit(callChange, "/", { params: { id: reservation._id.toString() }, json });
  const wrong = await call({ startDate, endDate: startDate, amount: 1 });
  expect(wrong.status).toBe(409);
  const dearer = await call({ startDate, endDate: addDays(startDate, 3), amount: 216_000 });
  expect(await dearer.json()).toMatchObject({ state: "to_pay", payment: { amount: 54_000 } });
  const supplement = await ReservationModel.findOne({ status: "hold" }).lean();
  expect(supplement?.unpaidBy).toEqual(guardsOf(buyer.id, "203.0.113.7"));
  const right = await call({ startDate, endDate: startDate, amount: 54_000 });
  expect(await right.json()).toMatchObject({ state: "changed", startDate, total: 54_000 });
  await expectBooks({ paid: 162_000, owner: 42_000, platform: 12_000, refunded: 108_000 });
});

test("a program is refused days by codes that the document has", async () => {
  await book();
  const documented = callChange.calls.POST?.refuses ?? [];
  const later = (days: number) => addDays(todayInParis(now), days);
  const refused = async (startDate: string, endDate: string, rules: Partial<Venue>) => {
    await VenueModel.updateOne({ _id: venue._id }, rules);
    const params = { id: reservation._id.toString() };
    const answer = await buyer.visitor.visit(callChange, "/", {
      params,
      json: { startDate, endDate },
    });
    const { type } = (await answer.json()) as { type: string };
    return type.split("#")[1];
  };
  const cases: [string, string, RefusalCode, Partial<Venue>][] = [
    ["31/02/2027", "31/02/2027", "day_invalid", {}],
    [later(50), later(49), "reversed", {}],
    [later(0), later(1), "too_early", {}],
    [later(900), later(901), "too_late", {}],
    [later(50), later(450), "too_long", {}],
    [later(50), later(51), "too_soon", { minimumNotice: 60 }],
    [later(50), later(51), "stay_too_short", { minimumNotice: 0, shortestStay: 3 }],
    [later(50), later(55), "stay_too_long", { longestStay: 4 }],
    [later(50), later(53), "weekday_closed", { closedWeekdays: [...WEEKDAYS] }],
  ];
  for (const [startDate, endDate, code, rules] of cases) {
    expect(await refused(startDate, endDate, rules)).toBe(code);
    expect(documented).toContain(code);
  }
});

test("a program changes half days, each end by its own half", async () => {
  const { venue: halves } = await createPayableVenue({ time: "Half", price: 48_000 });
  const half = (day: Day, slot: Slot) => ({
    ...{ startDate: day, endDate: day, startSlot: slot, endSlot: slot },
  });
  await charge({
    ...{ venueId: halves._id.toString(), buyer: { id: buyer.id }, now },
    ...{ ...half(FIRST, "PM"), requestKey: "form", paymentMethodId: "pm_card_visa" },
  });
  await sandbox.settled();
  const made = await ReservationModel.findOne({ venueId: halves._id }).lean();
  const params = { id: made!._id.toString() };
  await syncReservation(params.id);
  const json = { ...half(addDays(FIRST, 1), "AM"), amount: 54_000 };
  const answer = await buyer.visitor.visit(callChange, "/", { params, json });
  expect(await answer.json()).toMatchObject({ state: "changed", total: 54_000 });
  expect(await stored(made!)).toMatchObject(half(addDays(FIRST, 1), "AM"));
});

test.each([
  [
    "half days",
    "two days are four of them",
    { time: "Half", shortestStay: 4, longestStay: 4 },
    "Day",
  ],
  [
    "days",
    "four half days are two of them",
    { time: "Day", shortestStay: 2, longestStay: 2 },
    "Half",
  ],
] as const)(
  "a venue's lengths count in its own unit, %s by now: %s",
  async (_, __, rules, period) => {
    const made = await createPayableVenue({ time: period });
    const lasting = (first: number, days: number) => ({
      ...{ startDate: addDays(FIRST, first), endDate: addDays(FIRST, first + days - 1) },
    });
    await charge({
      ...{ venueId: made.venue._id.toString(), buyer: { id: buyer.id }, now, ...lasting(0, 3) },
      ...{ requestKey: "form", paymentMethodId: "pm_card_visa" },
    });
    await sandbox.settled();
    const before = (await ReservationModel.findOne({ venueId: made.venue._id }).lean())!;
    await syncReservation(before._id.toString());
    await VenueModel.updateOne({ _id: made.venue._id }, rules);
    const changed = (raw: object) =>
      changeDates({ reservationId: before._id.toString(), buyerId: buyer.id, raw, now });
    const unit = rules.time === "Half" ? "4\u00a0demi-journées" : "2\u00a0jours";
    await expect(changed(lasting(9, 1))).rejects.toThrow(`pour ${unit} au moins`);
    await expect(changed(lasting(9, 3))).rejects.toThrow(`pour ${unit} au plus`);
    expect(await changed(lasting(9, 2))).toMatchObject({ kind: "changed" });
  },
);

describe("half days of preparation, beside those that others have", () => {
  const TODAY = todayInParis(now);
  const LAST = latestDay(TODAY);

  async function prepared(fields: Pick<Reservation, "preparationBefore" | "preparationAfter">) {
    await book();
    await ReservationModel.updateOne({ _id: reservation._id }, fields);
    const taken = (day: Day, slot: Slot) =>
      BookedSlotModel.create({
        ...{ _id: slotId(venue._id.toString(), { day, slot }), venue: venue._id, day, slot },
        block: venue._id.toString(),
      });
    const page = (startDate: Day) =>
      changePage(reservation._id.toString(), {
        ...{ buyerId: buyer.id, raw: { startDate, endDate: startDate }, now },
      });
    return { taken, page };
  }

  test.each([
    ["today, before the first", { preparationBefore: 1 }, TODAY, "PM", addDays(TODAY, 1)],
    ["after the last", { preparationAfter: 1 }, addDays(LAST, 1), "AM", LAST],
  ] as const)("%s that can be had, leave no day that is refused later", async (...row) => {
    const [, preparation, day, slot, wanted] = row;
    const { taken, page } = await prepared(preparation);
    await taken(day, slot);
    expect(await page(wanted)).toMatchObject({
      offer: null,
      problem: refusalMessage("days_taken"),
    });
    expect((await page(wanted)).unavailable.join(" ")).toContain(formatDay(wanted));
    await expect(change(wanted, wanted)).rejects.toMatchObject({ code: "days_taken" });
  });

  test("are there to prepare in", async () => {
    const { taken, page } = await prepared({ preparationBefore: 1 });
    const day = addDays(TODAY, 10);
    await taken(day, "AM");
    const wanted = addDays(day, 1);
    const shown = await page(wanted);
    expect(shown).toMatchObject({ problem: null, offer: { stay: { start: wanted } } });
    // The reservation's own, not the venue's of today.
    expect(shown.ruleTerms.join(" ")).toContain("demi-journée avant chaque réservation");
    await change(wanted, wanted);
    expect(await stored(reservation)).toMatchObject({ startDate: wanted });
  });
});
