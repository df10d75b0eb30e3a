import { payOnPage, sandbox, stored } from "../support/payments";
import { trusted } from "mongoose";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { CaseSettlementModel } from "@models/case-settlement";
import { MailModel } from "@models/mail";
import { PaymentCaseModel } from "@models/payment-case";
import type { Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { caseFile } from "~/admin/cases/case-record.server";
import { casePath } from "~/admin/cases/case-file";
import { findCases } from "~/admin/cases/find-cases.server";
import { settleCase } from "~/admin/cases/settle-case.server";
import { readStripeAgain } from "~/admin/reservations/follow-reservation.server";
import { refundBeyond } from "~/admin/reservations/refund-beyond.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { changeDates, changeToast } from "~/bookings/change/change-dates.server";
import { ReservationMoney } from "~/bookings/components/reservation-money";
import { ReservationNext } from "~/bookings/components/reservation-next";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { remindOfEvents } from "~/bookings/mail/reminders.server";
import { paidPage } from "~/bookings/payment/payment-pages.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { dueBackOf } from "~/payments/due-back.server";
import { stripe } from "~/payments/gateway.server";
import { forgetKept } from "~/platform/concurrency/kept-for";
import { addDays, addMinutes, parisNoon } from "~/platform/days";
import { Refusal, refusalMessage } from "~/platform/refusal";
import { owedBeside } from "~/rules/money-words";
import { booksOf, expectSameBooks } from "../support/books";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { besides, justBefore } from "../support/just-before";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { rendered } from "../support/rendered";

/** What the office has put away of a refund was paid otherwise, or cannot be: the card does not get it as well. */

useDatabase();

const TOTAL = 162_000;
const now = new Date();
let buyer: User;
let owner: User;
let admin: Administrator;
let reservation: Reservation;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await createUser();
  ({ reservation, owner } = await confirmReservation(buyer, { now }));
  admin = await newAdmin();
});

const id = () => reservation._id.toString();
const sync = () => syncReservation(id(), { now });
const refuseRefunds = () =>
  sandbox.control("faults", {
    ...{ nextAnswer: "refused", path: "/v1/refunds", method: "POST", times: 99 },
  });
const takeRefunds = () => sandbox.control("faults", { nextAnswer: "normal" });

const cancel = (role: "buyer" | "owner" = "buyer") => {
  const userId = (role === "buyer" ? buyer : owner)._id.toString();
  return cancelReservation({ reservationId: id(), by: { role, userId }, now });
};

/** The office gives back more than the policy does. */
const grant = (amount: number, decided: number) =>
  refundBeyond({
    ...{ actor: admin.actor, reservationId: id(), amount, decided, now },
    ...{ why: "Geste", password: OFFICE_PASSWORD },
  });

/** The cases of payments in the queue: kind and cents. */
async function waiting() {
  forgetKept();
  const keys = (await findCases()).cases.map(({ key }) => key);
  const cases = await PaymentCaseModel.find().sort({ _id: 1 }).lean();
  return cases
    .filter(({ _id }) => keys.includes(`payment:${_id}`))
    .map(({ kind, amount }) => [kind, amount]);
}

async function putAway(kind: string, payment = reservation.paymentIntentId) {
  const key = `payment:${kind}:${payment}`;
  const { seen } = await caseFile(key, now);
  const said = { why: "Rendu par virement.", password: OFFICE_PASSWORD };
  await settleCase({ actor: admin.actor, key, seen, ...said, now });
}

/** Cents of each refund that the card got of a payment, the newest first. */
const refundsOf = async (payment = reservation.paymentIntentId) =>
  (await sandbox.stripe.refunds.list({ payment_intent: payment })).data
    .filter(({ status }) => status !== "failed")
    .map(({ amount }) => amount);

const due = async () => {
  const now = await stored(reservation);
  return (await dueBackOf([now]))(now);
};
const givenUp = (cents: number, awaited = 0) => ({ awaited, givenUp: cents });

async function pageOfBuyer(): Promise<string> {
  const whose = { side: "buyer", userId: buyer._id.toString() } as const;
  const page = await reservationPage(id(), whose, now);
  return renderToStaticMarkup(createElement(ReservationNext, { page }));
}

/** What the page of a stay that takes place says of its price. */
async function priceOfBuyer(): Promise<string> {
  const whose = { side: "buyer", userId: buyer._id.toString() } as const;
  const page = await reservationPage(id(), whose, now);
  return renderToStaticMarkup(createElement(ReservationMoney, { page }));
}

async function openDispute(fields: object = {}): Promise<string> {
  const of = { payment_intent: reservation.paymentIntentId, ...fields };
  return ((await (await sandbox.control("disputes", of)).json()) as { id: string }).id;
}

/** The reservation gets a day more, which is paid. */
async function paySupplement(): Promise<Reservation> {
  const { startDate, endDate } = reservation;
  const made = await changeDates({
    ...{ reservationId: id(), buyerId: buyer._id.toString(), now },
    raw: { startDate, endDate: addDays(endDate, 1) },
  });
  if (made.kind !== "to_pay") throw new Error(made.kind);
  const supplementId = made.supplement._id.toString();
  const asked = { reservationId: supplementId, buyerId: buyer._id.toString(), now };
  await payOnPage(await startPayment(asked));
  await syncReservation(supplementId, { now });
  return await stored(made.supplement);
}

describe("a refund that Stripe refused, put away", () => {
  beforeEach(async () => {
    await refuseRefunds();
  });

  test("does not go to the card once Stripe takes refunds again, whoever looks", async () => {
    await cancel();
    await putAway("refund_refused");
    const page = await pageOfBuyer();
    expect(page).toContain("notre équipe s’en est occupée");
    await takeRefunds();
    await readStripeAgain({ actor: admin.actor, reservationId: id(), now });
    await syncReservation(id(), { mentioned: { paymentIntentId: reservation.paymentIntentId! } });
    expect(await reconcile(addMinutes(now, 5))).toBe(0);
    expect(await refundsOf()).toEqual([]);
    expect(await due()).toEqual(givenUp(TOTAL));
    expect(await pageOfBuyer()).toBe(page);
    expect(await waiting()).toEqual([]);
    await expectSameBooks(sandbox.stripe);
  });

  test("leaves what comes to be owed beside it to the card, and that alone", async () => {
    expect(await grant(48_000, 0)).toEqual({ isDone: false });
    await putAway("refund_refused");
    await takeRefunds();
    expect(await grant(6_000, 48_000)).toEqual({ isDone: true });
    expect(await refundsOf()).toEqual([6_000]);
    expect(await due()).toEqual(givenUp(48_000));
    expect(await waiting()).toEqual([]);
    // All the rest, and not as something that is still to come.
    const cancelled = await cancel("owner");
    expect(cancelled).toMatchObject({ status: "cancelled", refunded: TOTAL - 48_000 });
    expect(cancelled.history.at(-1)?.why).toBe("Montant remboursé");
    expect(await refundsOf()).toEqual([TOTAL - 54_000, 6_000]);
    expect(await due()).toEqual(givenUp(48_000));
    await sync();
    expect(await waiting()).toEqual([]);
    await expectSameBooks(sandbox.stripe);
  });

  test("is a case again for what is refused beside it, until that went, and that alone", async () => {
    await grant(48_000, 0);
    await putAway("refund_refused");
    await grant(6_000, 48_000);
    expect(await waiting()).toEqual([["refund_refused", 6_000]]);
    expect(await due()).toEqual(givenUp(48_000, 6_000));
    const key = `payment:refund_refused:${reservation.paymentIntentId}`;
    expect((await caseFile(key, now)).facts).toContainEqual({
      label: "Déjà classé, en plus",
      value: "480,00\u00a0€",
    });
    await sync();
    expect(await waiting()).toEqual([["refund_refused", 6_000]]);
    await takeRefunds();
    await sync();
    await sync();
    expect(await refundsOf()).toEqual([6_000]);
    expect(await due()).toEqual(givenUp(48_000));
    expect(await waiting()).toEqual([]);
  });

  test("counts with what is put away after it, and the same sum once more is another case", async () => {
    await grant(48_000, 0);
    await putAway("refund_refused");
    await grant(48_000, 48_000);
    expect(await waiting()).toEqual([["refund_refused", 48_000]]);
    await putAway("refund_refused");
    await takeRefunds();
    await sync();
    expect(await refundsOf()).toEqual([]);
    expect(await due()).toEqual(givenUp(96_000));
    await grant(1_000, 96_000);
    expect(await refundsOf()).toEqual([1_000]);
    expect(await due()).toEqual(givenUp(96_000));
  });

  test("stays given up when its case is in the queue again, which ends at the next look", async () => {
    await cancel();
    await putAway("refund_refused");
    // As by somebody who had asked Stripe before it was put away, and heard another refusal since.
    await PaymentCaseModel.updateMany({}, { $set: { reason: "account_closed" } });
    expect(await waiting()).toEqual([["refund_refused", TOTAL]]);
    await takeRefunds();
    await sync();
    expect(await refundsOf()).toEqual([]);
    expect(await due()).toEqual(givenUp(TOTAL));
    expect(await waiting()).toEqual([]);
  });

  test("beside a refund of a lower price that was put away, is one case from look to look", async () => {
    const { startDate, endDate } = reservation;
    await changeDates({
      ...{ reservationId: id(), buyerId: buyer._id.toString(), now },
      raw: { startDate, endDate: addDays(endDate, -1) },
    });
    expect(await waiting()).toEqual([["refund_refused", 54_000]]);
    await putAway("refund_refused");
    await cancel();
    const known = await PaymentCaseModel.findOne().lean();
    expect(known).toMatchObject({ amount: 108_000, givenUpBefore: 54_000 });
    await sync();
    expect((await PaymentCaseModel.findOne().lean())?.since).toEqual(known!.since);
    await takeRefunds();
    await sync();
    expect(await refundsOf()).toEqual([108_000]);
  });

  test("of a lower price, is told to its buyer as long as it is due, and as seen to from then on", async () => {
    const { startDate, endDate } = reservation;
    const made = await changeDates({
      ...{ reservationId: id(), buyerId: buyer._id.toString(), now },
      raw: { startDate, endDate: addDays(endDate, -1) },
    });
    const reminders = async () => {
      const soon = { key: trusted({ $regex: "^reservation-event-soon:" }) };
      await MailModel.deleteMany(soon);
      await remindOfEvents(parisNoon(addDays(startDate, -1)));
      const mails = await MailModel.find(soon).lean();
      return [buyer, owner].map(({ email }) => mails.find(({ to }) => to === email)?.text ?? "");
    };
    const told = async () => {
      const paid = await paidPage(id(), { buyerId: buyer._id.toString(), now });
      const [reminder] = await reminders();
      return [await changeToast(made), await priceOfBuyer(), paid.money, reminder];
    };
    for (const text of await told()) expect(text).toContain("540,00\u00a0€ vous sont dus");
    expect((await reminders())[1]).toContain("540,00\u00a0€ sont dus au client");
    await putAway("refund_refused");
    for (const text of await told()) {
      expect(text).toContain("540,00\u00a0€ n’ont pas pu vous être rendus");
      expect(text).toContain("notre équipe s’en est occupée");
    }
    // Its end says it once.
    await cancel();
    expect(await pageOfBuyer()).toContain("notre équipe s’en est occupée");
    expect(await priceOfBuyer()).not.toContain("notre équipe s’en est occupée");
  });

  test("of what somebody pays at Stripe nonetheless, nothing more is told as given up", async () => {
    await grant(48_000, 0);
    await putAway("refund_refused");
    await takeRefunds();
    await sandbox.stripe.refunds.create({
      ...{ payment_intent: reservation.paymentIntentId, amount: 48_000 },
      ...{ reverse_transfer: true, refund_application_fee: true },
    });
    await sync();
    expect(await due()).toBe(0);
    expect(await refundsOf()).toEqual([48_000]);
    // It is given up no longer: what is decided since goes as well.
    expect(await grant(6_000, 48_000)).toEqual({ isDone: true });
    expect(await refundsOf()).toEqual([6_000, 48_000]);
    expect(await due()).toBe(0);
    expect(await cancel("owner")).toMatchObject({ status: "cancelled", refunded: TOTAL });
    await expectSameBooks(sandbox.stripe);
  });

  test("of what somebody pays a part of at Stripe nonetheless, the rest stays given up", async () => {
    await grant(48_000, 0);
    await putAway("refund_refused");
    await takeRefunds();
    const of = { payment_intent: reservation.paymentIntentId };
    await sandbox.stripe.refunds.create({ ...of, amount: 20_000 });
    await sync();
    expect(await due()).toEqual(givenUp(28_000));
    await grant(6_000, 48_000);
    await sync();
    expect(await refundsOf()).toEqual([6_000, 20_000]);
    expect(await due()).toEqual(givenUp(28_000));
  });

  test("stays given up when the bank takes as much, for it may give that back", async () => {
    await grant(48_000, 0);
    await putAway("refund_refused");
    await takeRefunds();
    const dispute = await openDispute();
    await sandbox.control(`disputes/${dispute}`, { status: "lost" });
    await sync();
    await sandbox.control(`disputes/${dispute}`, { status: "won" });
    await sync();
    expect(await refundsOf()).toEqual([]);
    expect(await due()).toEqual(givenUp(48_000));
  });

  test("what is granted after the bank took a part beside it is a case, and goes once the bank gives that back", async () => {
    await grant(48_000, 0);
    await putAway("refund_refused");
    await takeRefunds();
    const dispute = await openDispute({ amount: 30_000 });
    await sandbox.control(`disputes/${dispute}`, { status: "lost" });
    await sync();
    expect(await grant(6_000, 78_000)).toEqual({ isDone: false });
    expect(await waiting()).toEqual([["refund_disputed", 6_000]]);
    expect(await due()).toEqual(givenUp(48_000, 6_000));
    await sandbox.control(`disputes/${dispute}`, { status: "won" });
    await sync();
    expect(await refundsOf()).toEqual([6_000]);
    expect(await due()).toEqual(givenUp(48_000));
  });

  test("of a supplement, taken by the bank as well, it swallows nothing of what the other payment gives", async () => {
    await takeRefunds();
    const { paymentIntentId: more, total } = await paySupplement();
    await refuseRefunds();
    await grant(total, 0);
    await putAway("refund_refused", more);
    await takeRefunds();
    const dispute = await openDispute({ payment_intent: more });
    await sandbox.control(`disputes/${dispute}`, { status: "lost" });
    await sync();
    expect(await grant(5_000, total)).toEqual({ isDone: true });
    expect([await refundsOf(more), await refundsOf()]).toEqual([[], [5_000]]);
    expect(await due()).toBe(0);
  });

  test("of a supplement, what somebody pays of the other payment at Stripe is given up no longer", async () => {
    await takeRefunds();
    const { paymentIntentId: more, total } = await paySupplement();
    await refuseRefunds();
    await grant(total, 0);
    await putAway("refund_refused", more);
    await takeRefunds();
    const of = { payment_intent: reservation.paymentIntentId };
    await sandbox.stripe.refunds.create({ ...of, amount: 20_000 });
    await sync();
    expect(await due()).toEqual(givenUp(total - 20_000));
    await grant(5_000, total);
    await sync();
    expect([await refundsOf(more), await refundsOf()]).toEqual([[5_000], [20_000]]);
    expect(await due()).toEqual(givenUp(total - 20_000));
  });

  test("of a supplement is that payment's alone", async () => {
    await takeRefunds();
    const { paymentIntentId: more, total } = await paySupplement();
    await refuseRefunds();
    // The newest payment gives back first: all of it, and the rest of the reservation's own.
    await grant(total + 10_000, 0);
    expect(await waiting()).toEqual(
      [[reservation.paymentIntentId!, 10_000] as const, [more!, total] as const]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, cents]) => ["refund_refused", cents]),
    );
    await putAway("refund_refused", more);
    await takeRefunds();
    await sync();
    expect([await refundsOf(more), await refundsOf()]).toEqual([[], [10_000]]);
    expect(await due()).toEqual(givenUp(total));
    await grant(5_000, total + 10_000);
    expect([await refundsOf(more), await refundsOf()]).toEqual([[], [5_000, 10_000]]);
    expect(await due()).toEqual(givenUp(total));
  });
});

test("a refund that a dispute keeps back, put away, does not go to the card once the bank maintains the payment", async () => {
  const dispute = await openDispute();
  await sync();
  await cancel();
  expect(await waiting()).toContainEqual(["refund_disputed", TOTAL]);
  await putAway("refund_disputed");
  expect(await pageOfBuyer()).not.toContain("Si elle maintient le paiement");
  await sandbox.control(`disputes/${dispute}`, { status: "won" });
  await sync();
  expect(await refundsOf()).toEqual([]);
  expect(await due()).toEqual(givenUp(TOTAL));
  expect(await pageOfBuyer()).toContain("notre équipe s’en est occupée");
});

describe("granted beside what a bank took for good, for which Stripe refuses it", () => {
  let dispute: string;
  beforeEach(async () => {
    dispute = await openDispute({ amount: 30_000 });
    await sandbox.control(`disputes/${dispute}`, { status: "lost" });
    await sync();
    expect(await grant(6_000, 30_000)).toEqual({ isDone: false });
    expect(await waiting()).toEqual([["refund_disputed", 6_000]]);
  });
  const win = async () => {
    await sandbox.control(`disputes/${dispute}`, { status: "won" });
    await sync();
    await sync();
  };

  test("put away, nothing goes once the bank gives that back", async () => {
    await putAway("refund_disputed");
    await win();
    expect(await refundsOf()).toEqual([]);
    expect(await due()).toEqual(givenUp(6_000));
    // What was paid otherwise took nothing from the owner, of whom all that the bank's took is theirs again.
    expect(await waiting()).toEqual([["dispute_reinstated", 23_333]]);
    const page = await reservationPage(id(), { side: "owner", userId: owner._id.toString() }, now);
    expect(owedBeside(page.money, page.refundOwed)).toBe(23_333);
    await grant(1_000, 6_000);
    expect(await refundsOf()).toEqual([1_000]);
  });

  test("it goes once the bank gives that back, and no more", async () => {
    await win();
    expect(await refundsOf()).toEqual([6_000]);
    expect(await due()).toBe(0);
    const mails = await MailModel.find({ subject: /^Remboursement/ }).lean();
    expect(mails.map(({ to }) => to).sort()).toEqual([buyer.email, owner.email].sort());
  });

  test("with more granted since, both go once the bank gives that back, and no more", async () => {
    await grant(5_000, 36_000);
    await win();
    expect(await refundsOf()).toEqual([11_000]);
    expect(await due()).toBe(0);
  });

  test("a cancellation that gives nothing leaves it at that", async () => {
    const late = new Date(`${reservation.startDate}T10:00:00Z`);
    const by = { role: "buyer", userId: buyer._id.toString() } as const;
    await cancelReservation({ reservationId: id(), by, now: late });
    await win();
    expect(await refundsOf()).toEqual([6_000]);
  });
});

describe("a refund that the bank sent back, put away: what it took is not taken for what goes since", () => {
  const book = async () => {
    ({ reservation, owner } = await confirmReservation(buyer, {
      ...{ now, card: "pm_card_pendingRefund" },
    }));
  };
  const sendBack = async () => {
    const refunds = sandbox.stripe.refunds.list({ payment_intent: reservation.paymentIntentId });
    await sandbox.control(`refunds/${(await refunds).data[0]!.id}`, { status: "failed" });
  };
  const sentBack = async (amount: number) => {
    await book();
    await grant(amount, 0);
    await sendBack();
  };
  const ownersPart = async () => {
    await expectSameBooks(sandbox.stripe);
    return (await booksOf(reservation)).ledger.owner;
  };

  test("refused then", async () => {
    await sentBack(81_000);
    await refuseRefunds();
    await sync();
    await putAway("refund_refused");
    await takeRefunds();
    await grant(16_200, 81_000);
    expect(await refundsOf()).toEqual([16_200]);
    // A half was taken for what was given up, a tenth for what went since.
    expect(await ownersPart()).toBe(50_400);
  });

  test("kept back then by a dispute, with more", async () => {
    await sentBack(54_000);
    const dispute = await openDispute();
    await sync();
    await grant(27_000, 54_000);
    await putAway("refund_disputed");
    await sandbox.control(`disputes/${dispute}`, { status: "won" });
    await grant(81_000, 81_000);
    expect(await refundsOf()).toEqual([81_000]);
    // A third, and a half.
    expect(await ownersPart()).toBe(21_000);
  });

  test("nor is what goes since taken again when the bank sends it back, where nothing was taken for it", async () => {
    await book();
    await refuseRefunds();
    await grant(48_000, 0);
    await putAway("refund_refused");
    await takeRefunds();
    await grant(6_000, 48_000);
    const left = 126_000 - 4_667;
    expect(await ownersPart()).toBe(left);
    await sendBack();
    await sync();
    expect(await refundsOf()).toEqual([6_000]);
    expect(await ownersPart()).toBe(left);
  });

  test("what the bank takes of the rest is taken from the owner", async () => {
    await sentBack(81_000);
    await refuseRefunds();
    await sync();
    await putAway("refund_refused");
    await takeRefunds();
    const dispute = await openDispute({ amount: 81_000 });
    await sandbox.control(`disputes/${dispute}`, { status: "lost" });
    await sync();
    expect(await ownersPart()).toBe(0);
    const mails = await MailModel.find().lean();
    expect(mails.filter(({ key }) => key.startsWith("reservation-charged_back"))).toHaveLength(1);
  });

  test("what the bank takes of all is taken from the owner, though nothing was for what was given up", async () => {
    await book();
    await refuseRefunds();
    await cancel();
    await putAway("refund_refused");
    const dispute = await openDispute();
    await sandbox.control(`disputes/${dispute}`, { status: "lost" });
    await sync();
    expect(await ownersPart()).toBe(0);
  });
});

describe("a refund that is asked for again at the moment in which its case is put away", () => {
  beforeEach(async () => {
    await refuseRefunds();
    await grant(48_000, 0);
    await takeRefunds();
  });
  const NOT_YET = { code: "unavailable" };
  const putAwayCode = () =>
    putAway("refund_refused").then(
      () => "done",
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
  /** Something else happens while Stripe is at the next refund. */
  const whileAsked = (other: () => Promise<unknown>) => {
    const { refunds } = stripe();
    const create = refunds.create.bind(refunds);
    vi.spyOn(refunds, "create").mockImplementationOnce(async (...asked) => {
      await other();
      return await create(...asked);
    });
  };

  test("goes, and is not put away, once Stripe was asked", async () => {
    let code = "";
    whileAsked(async () => (code = await putAwayCode()));
    await sync();
    expect(code).toBe("refund_under_way");
    expect(await refundsOf()).toEqual([48_000]);
    expect(await due()).toBe(0);
    expect(await waiting()).toEqual([]);
    expect(await CaseSettlementModel.countDocuments()).toBe(0);
  });

  test("is not asked for, once it is being put away", async () => {
    const left = () => expect(sync()).rejects.toMatchObject(NOT_YET);
    const synced = besides("CaseSettlement", "updateOne", left);
    await putAway("refund_refused");
    await synced();
    await sync();
    expect(await refundsOf()).toEqual([]);
    expect(await due()).toEqual(givenUp(48_000));
    expect(await waiting()).toEqual([]);
    // What comes to be owed beside it goes at once.
    expect(await grant(6_000, 48_000)).toEqual({ isDone: true });
    expect(await refundsOf()).toEqual([6_000]);
  });

  test("is not asked for, where it was put away since its refund was worked out", async () => {
    justBefore("PaymentCase", "find", () => putAway("refund_refused"));
    await expect(sync()).rejects.toMatchObject(NOT_YET);
    expect(await refundsOf()).toEqual([]);
    expect(await due()).toEqual(givenUp(48_000));
    expect(await PaymentCaseModel.findOne().lean()).not.toHaveProperty("askedAt");
  });

  test("goes with all that is owed since, once whoever was putting it away is known to be dead", async () => {
    await PaymentCaseModel.updateOne({}, { putAwayAt: new Date() });
    await cancel();
    expect(await refundsOf()).toEqual([]);
    expect(await stored(reservation)).toMatchObject({ status: "cancelling" });
    await PaymentCaseModel.updateOne({}, { putAwayAt: addMinutes(new Date(), -2) });
    await reconcile(addMinutes(now, 5));
    expect(await refundsOf()).toEqual([TOTAL]);
    expect(await due()).toBe(0);
  });

  test("is not put away in the moment after it went", async () => {
    let code = "";
    whileAsked(async () => {
      justBefore("PaymentCase", "updateMany", async () => (code = await putAwayCode()));
      await Promise.resolve();
    });
    await sync();
    expect(code).toBe("refund_under_way");
    expect(await refundsOf()).toEqual([48_000]);
    expect(await CaseSettlementModel.countDocuments()).toBe(0);
  });

  test("is put away once Stripe has refused it again", async () => {
    await refuseRefunds();
    await sync();
    expect(await putAwayCode()).toBe("done");
    expect(await due()).toEqual(givenUp(48_000));
  });

  test("waits for an answer that was lost, and is not put away until nothing can come of it", async () => {
    const lost = { nextAnswer: "lost-after-deed", path: "/v1/refunds", method: "POST", times: 9 };
    await sandbox.control("faults", lost);
    await expect(sync()).rejects.toMatchObject({ code: "unavailable" });
    expect(await putAwayCode()).toBe("refund_under_way");
    const key = `payment:refund_refused:${reservation.paymentIntentId}`;
    const { seen } = await caseFile(key, now);
    const why = "Rendu par virement hier";
    const form = { intent: "settle", seen, why, currentPassword: OFFICE_PASSWORD };
    const page = await rendered(admin.visitor, casePath(key), form);
    expect(page.status).toBe(409);
    const html = await page.text();
    for (const said of [refusalMessage("refund_under_way"), why]) expect(html).toContain(said);
    const { askedAt } = (await PaymentCaseModel.findOne().lean())!;
    await PaymentCaseModel.updateOne({}, { askedAt: addMinutes(askedAt!, -15) });
    expect(await putAwayCode()).toBe("done");
  });
});

test("what keeps a payment back is one case at a time", async () => {
  await refuseRefunds();
  await cancel();
  expect(await waiting()).toEqual([["refund_refused", TOTAL]]);
  await openDispute({ inquiry: false });
  await sync();
  expect(await waiting()).toEqual([["refund_disputed", TOTAL]]);
});

test("a refund that waits for funds goes back to the card, though its case was put away", async () => {
  ({ reservation } = await confirmReservation(buyer, { now, card: "pm_card_refundUnfunded" }));
  await cancel();
  await putAway("refund_unfunded");
  const [made] = (
    await sandbox.stripe.refunds.list({ payment_intent: reservation.paymentIntentId })
  ).data;
  await sandbox.control(`refunds/${made!.id}`, { status: "succeeded" });
  await sync();
  expect(await stored(reservation)).toMatchObject({ refunded: TOTAL });
  expect(await due()).toBe(0);
});

test.each([
  ["refund_refused", true],
  ["refund_failing", true],
  ["refund_disputed", true],
  ["refund_unfunded", false],
  ["take_back_refused", false],
] as const)("the page of a case says what putting it away does: %s", async (kind, isSaid) => {
  const about = { reservation: reservation._id, paymentIntentId: reservation.paymentIntentId! };
  const _id = `${kind}:${about.paymentIntentId}`;
  await PaymentCaseModel.create({ _id, kind, ...about, amount: 9, reason: "x", since: now });
  const page = await (await rendered(admin.visitor, casePath(`payment:${_id}`))).text();
  expect(page).toContain("Classer le dossier");
  expect(page.includes("ne repart alors plus de lui-même sur la carte")).toBe(isSaid);
  await putAway(kind);
  expect((await CaseSettlementModel.findOne().lean())?.givenUp).toBe(isSaid ? 9 : undefined);
});
