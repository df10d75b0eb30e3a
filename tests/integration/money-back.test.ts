import { ledgerOf, sandbox, stored, subjectsTo } from "../support/payments";
import { trusted } from "mongoose";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { CaseSettlementModel } from "@models/case-settlement";
import type { Policy } from "@models/enumerations";
import { LedgerEntryModel, type LedgerType } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { PaymentCaseModel } from "@models/payment-case";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { reservationRecord } from "~/admin/reservations/reservation-record.server";
import { caseFile } from "~/admin/cases/case-record.server";
import { findCases } from "~/admin/cases/find-cases.server";
import { settleCase } from "~/admin/cases/settle-case.server";
import { cancelPage } from "~/bookings/cancel/cancel-preview.server";
import { cancellationToast, cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { finishGrant, grantRefund } from "~/bookings/cancel/grant-refund.server";
import { changeDates } from "~/bookings/change/change-dates.server";
import { ReservationMoney } from "~/bookings/components/reservation-money";
import { myPayments } from "~/bookings/lists/list-my-payments.server";
import { ownersShares } from "~/bookings/lists/owners-shares.server";
import { ownersVenues } from "~/bookings/lists/owners-venues.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { applyPayment, refOf } from "~/bookings/record/payment-record.server";
import { compareLedger } from "~/payments/compare-ledger.server";
import { ledgerStatus } from "~/payments/ledger-status.server";
import { stripe } from "~/payments/gateway.server";
import { writeDown } from "~/payments/ledger.server";
import { partiesOf } from "~/payments/movements";
import { openCases } from "~/payments/payment-cases.server";
import { readPayment } from "~/payments/read-payment.server";
import { owedToOwner } from "~/payments/shares";
import { sumsOf } from "~/payments/ledger-sums";
import { watchReinstated } from "~/payments/take-back.server";
import { forgetKept } from "~/platform/concurrency/kept-for";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, formatDay, formatInstant, parisDayOf } from "~/platform/days";
import { lostWords } from "~/rules/history-words";
import { receiptSheet } from "~/rules/receipt-words";
import { booksOf, expectPapersOfBooks, expectSameBooks } from "../support/books";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createUser } from "../support/fixtures";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";

useDatabase();

const TOTAL = 162_000;
const HALF = 81_000;
const now = new Date();
let buyer: User;
let owner: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await createUser();
});

async function confirmed(
  terms: { days?: number; policy?: Policy; card?: string } = {},
): Promise<Reservation> {
  const made = await confirmReservation(buyer, { ...terms, now });
  ({ owner } = made);
  return made.reservation;
}

/** Half of 1 620 € is given back when the buyer cancels it. */
const halfDue = { policy: "modérée", days: 5 } as const;

async function cancel(reservation: Reservation, role: "buyer" | "owner" = "buyer") {
  const by = { role, userId: (role === "buyer" ? buyer : owner)._id.toString() };
  return await cancelReservation({ reservationId: reservation._id.toString(), by, now });
}

const sync = ({ _id }: Reservation) => syncReservation(_id.toString());

const refundsOf = async ({ paymentIntentId }: Reservation) =>
  (await sandbox.stripe.refunds.list({ payment_intent: paymentIntentId })).data;

/** What somebody was told since the confirmation, without the venue's title. */
const newsTo = async (user: User) =>
  (await subjectsTo(user)).slice(1).map((subject) => subject.split("\u00a0:")[0]);

/** The office gives back more than the policy does. */
async function grant({ _id }: Reservation, amount: number): Promise<void> {
  const request = { reservationId: _id.toString(), amount, decided: 0, why: "Geste", now };
  await finishGrant(await inTransaction((session) => grantRefund(request, session)), now);
}

/** The bank sends the newest refund back. */
async function failRefund(reservation: Reservation): Promise<void> {
  const [refund] = await refundsOf(reservation);
  const answer = await sandbox.control(`refunds/${refund!.id}`, { status: "failed" });
  expect(answer.status).toBe(200);
}

/** Someone refunds at Stripe itself, as its dashboard proposes it. */
async function refundByHand({ paymentIntentId }: Reservation, amount: number): Promise<void> {
  await sandbox.stripe.refunds.create({
    payment_intent: paymentIntentId,
    amount,
    reverse_transfer: true,
    refund_application_fee: true,
  });
}

async function openDispute(reservation: Reservation, fields: object = {}): Promise<string> {
  const { paymentIntentId } = reservation;
  const opened = await sandbox.control("disputes", { payment_intent: paymentIntentId, ...fields });
  return ((await opened.json()) as { id: string }).id;
}

async function closeDispute(id: string, status: string, amount?: number): Promise<void> {
  expect((await sandbox.control(`disputes/${id}`, { status, amount })).status).toBe(200);
}

/** The bank takes it for good, and gives it back on appeal. @param amount cents of the dispute; absent: all */
async function loseThenWin(reservation: Reservation, amount?: number): Promise<void> {
  const id = await openDispute(reservation, amount === undefined ? {} : { amount });
  for (const status of ["lost", "won"]) {
    await closeDispute(id, status);
    await sync(reservation);
  }
}

/** Whose payment it is that `watchReinstated` is asked about, of which nothing is to go back. */
const watched = (reservation: Reservation) => ({
  ...{ parties: partiesOf(reservation), asOf: new Date(), target: 0 },
});

/** A person pays the owner what is theirs again, and puts the case away. */
async function payOwnerByHand({ paymentIntentId }: Reservation): Promise<void> {
  const { actor } = await newAdmin();
  const key = `payment:dispute_reinstated:${paymentIntentId}`;
  const { seen } = await caseFile(key, now);
  await settleCase({ actor, key, seen, why: "Versé.", password: OFFICE_PASSWORD, now });
}

const statusOf = async ({ _id }: Reservation) =>
  ledgerStatus(await LedgerEntryModel.find({ reservation: _id }).lean());

/** Expects that the ledger says of a payment what Stripe does, and that this is where the money is. */
async function expectMoney(
  reservation: Reservation,
  money: { owner: number; platform: number; refunded: number },
): Promise<void> {
  await expectSameBooks(sandbox.stripe);
  await expectPapersOfBooks();
  const { stripe, ledger } = await booksOf(reservation);
  expect(ledger).toEqual(stripe);
  expect(ledger).toEqual({ paid: TOTAL, ...money });
}

const MONTH_MS = 31 * 24 * 3_600_000;

/** What finance reads of the time before a moment. */
const sumsUntil = async (end: Date) =>
  sumsOf(await LedgerEntryModel.find({ at: trusted({ $lt: end }) }).lean());

/** Those in the queue, disputes as they are at this moment. */
async function casesFound() {
  forgetKept();
  return (await findCases()).cases;
}

const casesNow = async () => (await openCases()).map(({ kind, amount }) => [kind, amount]);
const reasonsNow = async () => (await openCases()).map(({ reason }) => reason);

describe("a refund that the bank sends back", () => {
  test("is tried again, and takes nothing from owner and platform a second time", async () => {
    const reservation = await confirmed(halfDue);
    await cancel(reservation);
    await failRefund(reservation);
    await sync(reservation);
    const metadata = { reservation: reservation._id.toString() };
    expect(await refundsOf(reservation)).toMatchObject([
      { status: "succeeded", amount: HALF, metadata },
      { status: "failed", amount: HALF, metadata },
    ]);
    await expectMoney(reservation, { owner: 63_000, platform: 18_000, refunded: HALF });
    expect(await ledgerOf(reservation)).toMatchObject({
      refunded: TOTAL,
      refund_failed: HALF,
      transfer_reversed: HALF,
      fee_refunded: 18_000,
    });
    expect((await stored(reservation)).refunded).toBe(HALF);
    expect(await casesNow()).toEqual([]);
  });

  test("a month later is of the day on which the bank sent it back, in books and papers", async () => {
    const reservation = await confirmed(halfDue);
    await sandbox.control("clock", { offsetMs: -MONTH_MS });
    await refundByHand(reservation, HALF);
    await sync(reservation);
    const before = await sumsUntil(addMinutes(now, -60));
    await sandbox.control("clock", { offsetMs: 0 });
    await failRefund(reservation);
    await sync(reservation);
    expect(await sumsUntil(addMinutes(now, -60))).toEqual(before);
    const [refund] = await refundsOf(reservation);
    const [booked] = (await sandbox.stripe.balanceTransactions.list({ type: "refund_failure" }))
      .data;
    const entry = await LedgerEntryModel.findById(`refund_failed:${refund!.id}`).lean();
    expect(entry?.at).toEqual(new Date(booked!.created * 1_000));
    const paper = await ReceiptModel.findById(entry!._id).lean();
    expect(receiptSheet(paper!, "buyer").moved).toBe(
      `Le remboursement a été renvoyé par la banque le ${formatDay(parisDayOf(entry!.at))}.`,
    );
    await expectMoney(reservation, { owner: 63_000, platform: 99_000, refunded: 0 });
  });

  test("is tried again once by ten who notice it at the same time", async () => {
    const reservation = await confirmed(halfDue);
    await cancel(reservation);
    await failRefund(reservation);
    await Promise.allSettled(Array.from({ length: 10 }, () => sync(reservation)));
    await sync(reservation);
    expect(await refundsOf(reservation)).toHaveLength(2);
    await expectMoney(reservation, { owner: 63_000, platform: 18_000, refunded: HALF });
  });

  test("is in the ledger before anything is tried again", async () => {
    const reservation = await confirmed();
    await cancel(reservation);
    await failRefund(reservation);
    await sandbox.control("faults", {
      nextAnswer: "500",
      path: "/v1/refunds",
      method: "POST",
      times: 9,
    });
    await expect(sync(reservation)).rejects.toMatchObject({ code: "unavailable" });
    expect(await ledgerOf(reservation)).toMatchObject({ refund_failed: TOTAL });
    await expectMoney(reservation, { owner: 0, platform: TOTAL, refunded: 0 });
  });

  test("leaves to a larger one only what has not come back yet", async () => {
    const reservation = await confirmed();
    await refundByHand(reservation, 62_000);
    await failRefund(reservation);
    await cancel(reservation, "owner");
    expect((await refundsOf(reservation)).map(({ amount }) => amount)).toEqual([TOTAL, 62_000]);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test("again and again is a person's case", async () => {
    const reservation = await confirmed({ card: "pm_card_refundFail" });
    await cancel(reservation);
    for (let turn = 0; turn < 6; turn += 1) {
      await sandbox.settled();
      await sync(reservation);
    }
    expect(await refundsOf(reservation)).toHaveLength(3);
    expect(await casesNow()).toEqual([["refund_failing", TOTAL]]);
    expect(await reasonsNow()).toEqual(["3 remboursements refusés par la banque ou abandonnés"]);
    expect((await stored(reservation)).refunded).toBe(0);
    await expectMoney(reservation, { owner: 0, platform: TOTAL, refunded: 0 });
  });

  test("stays a person's case when somebody who read the payment before the last one came back is slower", async () => {
    const reservation = await confirmed({ card: "pm_card_pendingRefund" });
    await cancel(reservation);
    for (let turn = 0; turn < 2; turn += 1) {
      await failRefund(reservation);
      await sync(reservation);
    }
    const close = PaymentCaseModel.updateMany.bind(PaymentCaseModel);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const closing = vi.spyOn(PaymentCaseModel, "updateMany");
    closing.mockImplementationOnce(((...asked: Parameters<typeof close>) =>
      held.then(() => close(...asked))) as unknown as typeof close);
    const slower = sync(reservation);
    await eventually(() => expect(closing).toHaveBeenCalledOnce());
    await failRefund(reservation);
    await sync(reservation);
    expect(await casesNow()).toEqual([["refund_failing", TOTAL]]);
    goOn();
    await slower;
    closing.mockRestore();
    expect(await casesNow()).toEqual([["refund_failing", TOTAL]]);
  });

  test("while it is still pending: counted as given back until then", async () => {
    const reservation = await confirmed({ card: "pm_card_pendingRefund" });
    await cancel(reservation);
    expect(await refundsOf(reservation)).toMatchObject([{ status: "pending" }]);
    expect(await stored(reservation)).toMatchObject({ refunded: TOTAL, ledgerOpen: true });
    await failRefund(reservation);
    await reconcile(addMinutes(now, 3));
    expect(await refundsOf(reservation)).toMatchObject([
      { status: "pending" },
      { status: "failed" },
    ]);
    await sandbox.control("clock", { offsetMs: 61_000 });
    await reconcile(addMinutes(now, 5));
    expect(await refundsOf(reservation)).toMatchObject([
      { status: "succeeded" },
      { status: "failed" },
    ]);
    expect((await stored(reservation)).ledgerOpen).toBeUndefined();
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });
});

test("what is taken back stands in the ledger with the transfer and the fee that it is of", async () => {
  const reservation = await confirmed(halfDue);
  await cancel(reservation);
  const entries = await LedgerEntryModel.find({ reservation: reservation._id }).lean();
  const entry = (type: LedgerType) => entries.find((one) => one.type === type);
  expect(entry("transfer_reversed")?.of).toBe(entry("transferred")!.stripeId);
  expect(entry("fee_refunded")?.of).toBe(entry("fee")!.stripeId);
});

describe("a refund that waits for the platform's balance to be funded", () => {
  const due = "sont dus\u00a0: leur remboursement est en cours de traitement";
  const unfunded = () => confirmed({ ...halfDue, card: "pm_card_refundUnfunded" });

  test("is off the owner's share in their list as on its page", async () => {
    const reservation = await unfunded();
    await grant(reservation, HALF);
    expect((await stored(reservation)).refunded).toBe(0);
    const ownerId = owner._id.toString();
    const page = await reservationPage(
      reservation._id.toString(),
      { side: "owner", userId: ownerId },
      now,
    );
    const { requests: listed } = await ownersVenues(ownerId, now);
    const shareOf = await ownersShares(listed);
    const { sent, takenBack } = page.money;
    expect(sent - takenBack).toBe(63_000);
    expect(
      listed.map(({ _id, ownerShare }) => shareOf({ id: _id.toString(), ownerShare })),
    ).toEqual([63_000]);
  });

  test("is under way and not made, is asked for once, and is a person's case until then", async () => {
    const reservation = await unfunded();
    expect(await cancel(reservation)).toMatchObject({ status: "cancelled", refunded: 0 });
    for (let turn = 0; turn < 2; turn += 1) await sync(reservation);
    expect(await refundsOf(reservation)).toMatchObject([
      { status: "pending", pending_reason: "insufficient_funds", balance_transaction: null },
    ]);
    expect(await casesNow()).toEqual([["refund_unfunded", HALF]]);
    expect(await reasonsNow()).toEqual([expect.stringMatching(/^Solde Stripe insuffisant/)]);
    const key = `reservation-cancelled:${reservation._id.toString()}:buyer`;
    expect((await MailModel.findOne({ key }).lean())?.text).toContain(due);
    await expectMoney(reservation, { owner: 63_000, platform: 99_000, refunded: 0 });

    const [refund] = await refundsOf(reservation);
    await sandbox.control(`refunds/${refund!.id}`, { status: "succeeded" });
    await reconcile(addMinutes(now, 3));
    expect(await openCases()).toEqual([]);
    expect(await stored(reservation)).toMatchObject({ refunded: HALF });
    expect((await stored(reservation)).ledgerOpen).toBeUndefined();
    await expectMoney(reservation, { owner: 63_000, platform: 18_000, refunded: HALF });
  });

  test("is of the day on which its money left, in the books and on paper: the month it was asked for in stays as it was", async () => {
    const reservation = await unfunded();
    await cancel(reservation);
    await sync(reservation);
    const entries = async () =>
      await LedgerEntryModel.find({ reservation: reservation._id }).lean();
    const monthOf = ({ at }: { at: Date }) => parisDayOf(at).slice(0, 7);
    const closed = (await entries()).map(monthOf).sort().at(-1)!;
    const sumsThen = async () =>
      sumsOf((await entries()).filter((entry) => monthOf(entry) <= closed));
    const before = await sumsThen();

    const [refund] = await refundsOf(reservation);
    await sandbox.control("clock", { offsetMs: 32 * 24 * 60 * 60 * 1000 });
    await sandbox.control(`refunds/${refund!.id}`, { status: "succeeded" });
    await sync(reservation);
    const _id = `refunded:${refund!.id}`;
    const entry = await LedgerEntryModel.findById(_id).lean();
    const paper = await ReceiptModel.findById(_id).lean();
    expect(entry!.amount).toBe(HALF);
    expect(monthOf(entry!) > closed).toBe(true);
    expect(paper!.movedAt).toEqual(entry!.at);
    expect(await sumsThen()).toEqual(before);
  });

  test("is told once when it is given back, as its buyer was told that it is still to come", async () => {
    const reservation = await unfunded();
    const about = reservation._id.toString();
    const toldOfIt = () => MailModel.find({ about, key: new RegExp("-refunded:") }).lean();
    await cancel(reservation);
    await sync(reservation);
    expect(await toldOfIt()).toEqual([]);
    const [refund] = await refundsOf(reservation);
    await sandbox.control(`refunds/${refund!.id}`, { status: "succeeded" });
    await Promise.all([sync(reservation), sync(reservation)]);
    await sync(reservation);
    const [mail, ...more] = await toldOfIt();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ key: `reservation-refunded:${about}:${HALF}:buyer` });
    expect(mail!.text).toContain("Nous vous avons rendu ce qui vous était dû");
    expect(mail!.text).toContain(
      "810,00\u00a0€ vous sont remboursés sur les 1\u202f620,00\u00a0€ débités",
    );
    expect(mail!.text).not.toContain(due);
  });

  test("of a refund beyond the policy, and then of all by its owner: that what was due is given back, not as a favour", async () => {
    const reservation = await unfunded();
    await grant(reservation, 20_000);
    expect(await cancel(reservation, "owner")).toMatchObject({ status: "cancelled", refunded: 0 });
    for (const refund of await refundsOf(reservation)) {
      await sandbox.control(`refunds/${refund.id}`, { status: "succeeded" });
    }
    await sync(reservation);
    await sync(reservation);
    expect(await newsTo(buyer)).toEqual(["Réservation annulée", "Remboursement effectué"]);
    expect(await newsTo(owner)).toEqual(["Réservation annulée"]);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test("that was told as given back is not told again when the bank had to be asked twice", async () => {
    const reservation = await confirmed(halfDue);
    await cancel(reservation);
    await failRefund(reservation);
    await sync(reservation);
    const key = new RegExp("-refunded:");
    expect(await MailModel.countDocuments({ about: reservation._id.toString(), key })).toBe(0);
  });

  test.each(["succeeded", "failed"])(
    "asked for by somebody at Stripe, with nothing decided here, is a case until it has %s",
    async (status) => {
      const reservation = await confirmed({ card: "pm_card_refundUnfunded" });
      await refundByHand(reservation, 10_000);
      expect(await sync(reservation)).toMatchObject({ status: "confirmed", refunded: 0 });
      expect(await casesNow()).toEqual([["refund_unfunded", 10_000]]);
      const [refund] = await refundsOf(reservation);
      await sandbox.control(`refunds/${refund!.id}`, { status });
      const refunded = status === "succeeded" ? 10_000 : 0;
      expect(await sync(reservation)).toMatchObject({ status: "confirmed", refunded });
      expect(await openCases()).toEqual([]);
    },
  );

  test("given up without funds has moved nothing, and is asked for anew", async () => {
    const reservation = await unfunded();
    await cancel(reservation);
    await failRefund(reservation);
    await sync(reservation);
    expect(await refundsOf(reservation)).toMatchObject([
      { status: "pending" },
      { status: "failed" },
    ]);
    expect(await casesNow()).toEqual([["refund_unfunded", HALF]]);
    await expectMoney(reservation, { owner: 63_000, platform: 99_000, refunded: 0 });
  });

  test("given up once it was written down as made, it is written down as come back", async () => {
    const reservation = await unfunded();
    await cancel(reservation);
    const payment = await readPayment(refOf(await stored(reservation)));
    const refunds = payment.refunds.map(({ isUnfunded: _, ...refund }) => refund);
    await writeDown({ ...payment, refunds }, partiesOf(reservation));
    await sync(reservation);
    expect(await ledgerOf(reservation)).not.toHaveProperty("refund_failed");
    await failRefund(reservation);
    for (let turn = 0; turn < 2; turn += 1) await sync(reservation);
    const [asked] = await refundsOf(reservation);
    expect(await ledgerOf(reservation)).toMatchObject({ refunded: HALF, refund_failed: HALF });
    await expectPapersOfBooks();
    await sandbox.control(`refunds/${asked!.id}`, { status: "succeeded" });
    await sync(reservation);
    expect(await stored(reservation)).toMatchObject({ refunded: HALF });
    expect(await ledgerOf(reservation)).toMatchObject({ refunded: TOTAL, refund_failed: HALF });
    // Stripe booked neither, and nobody has to look into what came to nothing.
    expect(await compareLedger(addMinutes(new Date(), 120))).toBe(0);
  });
});

describe("what Stripe refuses", () => {
  const refuse = (path: string) =>
    sandbox.control("faults", { nextAnswer: "refused", path, method: "POST", times: 9 });

  test("a refund: a person's case, told truly, and done once it can be", async () => {
    const reservation = await confirmed();
    await refuse("/v1/refunds");
    const after = await cancel(reservation);
    expect(after).toMatchObject({ status: "cancelled", refunded: 0 });
    await sync(reservation);
    await sync(reservation);
    expect(await openCases()).toMatchObject([
      {
        kind: "refund_refused",
        reservation: reservation._id,
        amount: TOTAL,
        reason: "Refused (sandbox fault).",
      },
    ]);
    const mail = await MailModel.findOne({
      key: `reservation-cancelled:${reservation._id.toString()}:buyer`,
    }).lean();
    expect(mail?.text).toContain("sont dus\u00a0: leur remboursement est en cours");
    await sandbox.control("faults", { nextAnswer: "normal" });
    await sync(reservation);
    expect(await openCases()).toEqual([]);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test("to take the owner's part back: likewise", async () => {
    const reservation = await confirmed();
    await closeDispute(await openDispute(reservation), "lost");
    await refuse("/v1/transfers");
    await sync(reservation);
    await sync(reservation);
    expect(await casesNow()).toEqual([["take_back_refused", 126_000]]);
    await sandbox.control("faults", { nextAnswer: "normal" });
    await sync(reservation);
    expect(await openCases()).toEqual([]);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test("a key that stood for another call", async () => {
    const reservation = await confirmed();
    const { _id, paymentIntentId } = reservation;
    const key = { idempotencyKey: `re:${_id.toString()}:1` };
    const refund = sandbox.stripe.refunds.create(
      { payment_intent: paymentIntentId, amount: TOTAL + 1 },
      key,
    );
    await expect(refund).rejects.toThrow();
    expect(await cancel(reservation)).toMatchObject({ status: "cancelled", refunded: 0 });
    expect(await casesNow()).toEqual([["refund_refused", TOTAL]]);
  });
});

describe("what happened between two looks", () => {
  test("a refund made and failed: four movements", async () => {
    const reservation = await confirmed();
    await refundByHand(reservation, HALF);
    await failRefund(reservation);
    await sync(reservation);
    expect(await ledgerOf(reservation)).toMatchObject({
      refunded: HALF,
      refund_failed: HALF,
      transfer_reversed: HALF,
      fee_refunded: 18_000,
    });
    await expectMoney(reservation, { owner: 63_000, platform: 99_000, refunded: 0 });
  });

  test("a transfer reversed and a fee given back by hand, without a refund", async () => {
    const reservation = await confirmed();
    const { stripe } = sandbox;
    const [transfer] = (await stripe.transfers.list()).data;
    await stripe.transfers.createReversal(transfer!.id, { amount: 10_000 });
    await reconcile(addMinutes(now, 3));
    await expectMoney(reservation, { owner: 116_000, platform: 46_000, refunded: 0 });
    const [fee] = (await stripe.applicationFees.list()).data;
    await stripe.applicationFees.createRefund(fee!.id, { amount: 6_000 });
    await reconcile(addMinutes(now, 5));
    await expectMoney(reservation, { owner: 122_000, platform: 40_000, refunded: 0 });
  });

  test("who looked before the refund writes nothing over it", async () => {
    const reservation = { ...(await confirmed()), ledgerOpen: true as const };
    const seen = await readPayment(refOf(reservation));
    await refundByHand(reservation, HALF);
    await sync(reservation);
    const after = await stored(reservation);
    expect(after.refunded).toBe(HALF);
    expect(await applyPayment(reservation, seen, null)).toBeNull();
    expect(await stored(reservation)).toEqual(after);
  });

  test("who looked before a refund was granted leaves it to be made", async () => {
    const open = { ...(await confirmed()), ledgerOpen: true as const };
    const grant = { refund: HALF, why: "Geste", at: now };
    await ReservationModel.updateOne({ _id: open._id }, { $set: { grant, ledgerOpen: true } });
    await applyPayment(open, await readPayment(refOf(open)), null);
    expect(await stored(open)).toMatchObject({ grant, ledgerOpen: true });
  });

  test("again at each look: it is read until two looks agree, five times at most", async () => {
    const reservation = await confirmed();
    await refundByHand(reservation, 1_000);
    const [refund] = await refundsOf(reservation);
    const list = vi.spyOn(stripe().refunds, "list");
    onTestFinished(() => list.mockRestore());
    /** What each look at its refunds shows. */
    const shown = (looks: readonly number[]) => {
      list.mockReset();
      for (const look of looks) {
        const seen = [{ ...refund!, description: String(look) }];
        const page = { autoPagingToArray: () => Promise.resolve(seen) };
        list.mockReturnValueOnce(page as unknown as ReturnType<typeof list>);
      }
    };
    shown([0, 1, 2, 3, 4, 5, 5]);
    await expect(readPayment(refOf(reservation))).rejects.toMatchObject({ code: "unavailable" });
    shown([0, 1, 2, 3, 4, 4]);
    expect(await readPayment(refOf(reservation))).toMatchObject({ refunded: 1_000 });
  });

  test("more of them than an object shows", async () => {
    const reservation = await confirmed();
    for (let count = 0; count < 12; count += 1) await refundByHand(reservation, 1_000);
    await sync(reservation);
    const expected = { owner: 126_000 - 9_333, platform: 36_000 - 2_667, refunded: 12_000 };
    await expectMoney(reservation, expected);
  });
});

describe("a dispute", () => {
  test("won: contested meanwhile, paid again after, and refundable", async () => {
    const reservation = await confirmed();
    const id = await openDispute(reservation);
    await reconcile(addMinutes(now, 3));
    expect(await statusOf(reservation)).toBe("disputed");
    expect(await ledgerOf(reservation)).toMatchObject({ dispute_withdrawn: TOTAL });
    await expectSameBooks(sandbox.stripe);
    await closeDispute(id, "won");
    await reconcile(addMinutes(now, 5));
    expect(await statusOf(reservation)).toBe("paid");
    await expectMoney(reservation, { owner: 126_000, platform: 36_000, refunded: 0 });
    // Who was told that their share may be taken is told that it is theirs.
    const closed = { about: reservation._id.toString(), subject: /^Contestation close/ };
    expect(await MailModel.find(closed).lean()).toMatchObject([
      {
        to: owner.email,
        text: expect.stringContaining(
          "Votre part, 1\u202f260,00\u00a0€, vous est versée",
        ) as string,
      },
    ]);
    await sync(reservation);
    expect(await MailModel.countDocuments(closed)).toBe(1);
    await cancel(reservation);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test.each(["lost", "prevented"])("%s: the parts are taken back, once", async (status) => {
    const reservation = await confirmed();
    const id = await openDispute(reservation);
    await sync(reservation);
    await closeDispute(id, status);
    await Promise.allSettled(Array.from({ length: 5 }, () => sync(reservation)));
    await reconcile(addMinutes(now, 3));
    await sync(reservation);
    expect(await statusOf(reservation)).toBe("charged_back");
    const told = async (side: "buyer" | "owner") => {
      const userId = (side === "buyer" ? reservation.userId : reservation.ownerId).toString();
      const page = await reservationPage(reservation._id.toString(), { side, userId }, now);
      return page.history.map(({ text }) => text);
    };
    expect(await told("buyer")).toContain(lostWords(TOTAL, "buyer"));
    expect(await told("owner")).toContain(lostWords(TOTAL, "owner"));
    // The owner by mail, too: once that their share is at risk, once that it was taken.
    const about = { about: reservation._id.toString(), key: /:owner$/ };
    const mails = await MailModel.find(about).sort({ _id: 1 }).lean();
    expect(mails.slice(1).map(({ subject, text }) => [subject, text])).toEqual([
      [
        expect.stringMatching(/^Paiement contesté/),
        expect.stringContaining("votre part de 1\u202f260,00\u00a0€ peut être reprise"),
      ],
      [
        expect.stringMatching(/^Paiement repris par la banque du client/),
        expect.stringContaining(
          "sur votre part de 1\u202f260,00\u00a0€\u00a0: il vous reste 0,00\u00a0€",
        ),
      ],
    ]);
    expect((await stored(reservation)).refunded).toBe(TOTAL);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
    expect(await ledgerOf(reservation)).toMatchObject({ transfer_reversed: TOTAL });
    // At Stripe, too, a person finds whose it is.
    const { stripe } = sandbox;
    const [transfer] = (await stripe.transfers.list()).data;
    const [reversal] = (await stripe.transfers.listReversals(transfer!.id)).data;
    const [fee] = (await stripe.applicationFees.list()).data;
    const [given] = (await stripe.applicationFees.listRefunds(fee!.id)).data;
    const metadata = { reservation: reservation._id.toString() };
    expect([reversal!.metadata, given!.metadata]).toEqual([metadata, metadata]);
    // The payer has everything already: cancelling gives nothing more back.
    expect(await cancel(reservation, "owner")).toMatchObject({ status: "cancelled" });
    expect(await refundsOf(reservation)).toEqual([]);
    expect(await openCases()).toEqual([]);
  });

  test("lost for a part, after half was given back: that part alone", async () => {
    const reservation = await confirmed();
    await refundByHand(reservation, HALF);
    await closeDispute(await openDispute(reservation, { amount: 40_500 }), "lost");
    await sync(reservation);
    await expectMoney(reservation, { owner: 31_500, platform: 9_000, refunded: 121_500 });
  });

  test("lost for the whole, after half was given back: more went back than was paid", async () => {
    const reservation = await confirmed();
    await refundByHand(reservation, HALF);
    await sync(reservation);
    await closeDispute(await openDispute(reservation), "lost");
    await sync(reservation);
    await expectMoney(reservation, { owner: 0, platform: -HALF, refunded: TOTAL + HALF });
    const papers = await ReceiptModel.find({ reservation: reservation._id })
      .sort({ _id: 1 })
      .lean();
    expect(papers.map(({ total, corrected }) => [total, corrected?.left])).toEqual([
      [TOTAL, undefined],
      [TOTAL, -HALF],
      [HALF, HALF],
    ]);
    expect(await openCases()).toEqual([]);
    const id = reservation._id.toString();
    const preview = { kind: "refund", amount: 0, paid: TOTAL };
    for (const side of ["buyer", "owner"] as const) {
      const userId = (side === "buyer" ? reservation.userId : reservation.ownerId).toString();
      const page = await reservationPage(id, { side, userId }, now);
      expect(page).toMatchObject({ preview, money: { refunded: TOTAL + HALF } });
      expect(renderToStaticMarkup(createElement(ReservationMoney, { page }))).toContain(
        side === "buyer" ? "Rendu en plus" : "Il vous reste",
      );
      expect(await cancelPage(id, { role: side, userId }, now)).toMatchObject({ preview });
    }
    expect((await reservationRecord(id, "", now)).left).toBe(0);
    expect(await cancel(reservation, "owner")).toMatchObject({ status: "cancelled" });
    await sync(reservation);
    await expectMoney(reservation, { owner: 0, platform: -HALF, refunded: TOTAL + HALF });
    expect(await openCases()).toEqual([]);
  });

  test.each([
    ["all", {}, 121_500],
    ["half", halfDue, 40_500],
  ] as const)(
    "lost for a part, then a cancellation that gives %s back: the rest is a person's case",
    async (_what, terms, rest) => {
      const reservation = await confirmed(terms);
      await closeDispute(await openDispute(reservation, { amount: 40_500 }), "lost");
      await sync(reservation);
      expect(await cancel(reservation)).toMatchObject({ status: "cancelled", refunded: 40_500 });
      expect(await casesNow()).toEqual([["refund_disputed", rest]]);
      expect(await reasonsNow()).toEqual([expect.stringMatching(/^Litige dp_/)]);
      expect(await refundsOf(reservation)).toEqual([]);
      await expectMoney(reservation, { owner: 94_500, platform: 27_000, refunded: 40_500 });
    },
  );

  test("lost after a refund failed: what that one took is not taken twice", async () => {
    const reservation = await confirmed();
    await refundByHand(reservation, HALF);
    await failRefund(reservation);
    await closeDispute(await openDispute(reservation), "lost");
    await sync(reservation);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test("lost, then won on appeal: a person sees to the owner, once", async () => {
    const reservation = await confirmed(halfDue);
    await loseThenWin(reservation);
    expect(await casesNow()).toEqual([["dispute_reinstated", 126_000]]);
    expect(await MailModel.countDocuments({ subject: /^Contestation close/ })).toBe(0);
    await payOwnerByHand(reservation);
    await sync(reservation);
    expect(await casesFound()).toEqual([]);
    await expectMoney(reservation, { owner: 0, platform: TOTAL, refunded: 0 });
    // Who has all of it already is owed nothing of the half that the owner keeps.
    await cancel(reservation);
    await sync(reservation);
    expect(await casesFound()).toEqual([]);
    await expectMoney(reservation, { owner: 0, platform: HALF, refunded: HALF });
  });

  test("won on appeal once more, for more than a person has paid the owner since: the rest is theirs", async () => {
    const reservation = await confirmed();
    await loseThenWin(reservation, 40_500);
    expect(await casesNow()).toEqual([["dispute_reinstated", 31_500]]);
    await payOwnerByHand(reservation);
    // The sandbox disputes a payment once: that a second one took the rest is put into what is read.
    const { transfer, fee, ...payment } = await readPayment(refOf(reservation));
    const rest = (amount: number) => ({ id: "rest", amount, at: now });
    const all = {
      ...payment,
      transfer: { ...transfer!, reversals: [...transfer!.reversals, rest(121_500)] },
      fee: { ...fee!, refunds: [...fee!.refunds, rest(27_000)] },
    };
    const watch = () => watchReinstated(all, watched(reservation));
    await watch();
    expect(await casesFound()).toMatchObject([{ amount: "945,00\u00a0€" }]);
    await payOwnerByHand(reservation);
    await watch();
    expect(await casesFound()).toEqual([]);
  });

  test("won on appeal, then put away twice at once: what a person paid the owner counts once", async () => {
    const reservation = await confirmed();
    await loseThenWin(reservation);
    const { actor } = await newAdmin();
    const key = `payment:dispute_reinstated:${reservation.paymentIntentId}`;
    const { seen } = await caseFile(key, now);
    const password = OFFICE_PASSWORD;
    const press = (why: string) => settleCase({ actor, key, seen, why, password, now });
    const pressed = await Promise.allSettled([press("Versé."), press("Versé aussi.")]);
    const refused = pressed.flatMap((one) => (one.status === "rejected" ? [one] : []));
    expect(refused).toMatchObject([{ reason: { code: "case_changed" } }]);
    const [settled, ...others] = await CaseSettlementModel.find().lean();
    expect(others).toEqual([]);
    expect(settled!.paidByHand).toBe(126_000);
    // Whoever was first, said why, and the journal has that alone.
    expect(await AuditEntryModel.find().lean()).toMatchObject([{ why: settled!.why }]);
  });

  test("put away before it was kept how much was paid, it stays so", async () => {
    const reservation = await confirmed(halfDue);
    await loseThenWin(reservation);
    await payOwnerByHand(reservation);
    await CaseSettlementModel.collection.updateOne({}, { $unset: { paidByHand: 1 } });
    await cancel(reservation);
    expect(await casesFound()).toEqual([]);
  });

  test("lost, then won on appeal, then contested once more: nobody pays the owner until that is decided", async () => {
    const reservation = await confirmed();
    await loseThenWin(reservation);
    const won = await readPayment(refOf(reservation));
    const again = { ...won.disputes[0]!, closed: false, reinstatements: [] };
    await watchReinstated({ ...won, disputes: [...won.disputes, again] }, watched(reservation));
    expect(await casesNow()).toEqual([]);
    await watchReinstated(won, watched(reservation));
    expect(await casesNow()).toEqual([["dispute_reinstated", 126_000]]);
  });

  test("lost, then won on appeal, then cancelled by its owner: nothing is theirs any more", async () => {
    const reservation = await confirmed();
    await loseThenWin(reservation);
    expect(await cancel(reservation, "owner")).toMatchObject({ refunded: TOTAL });
    expect(await casesNow()).toEqual([]);
    const asOwner = { side: "owner", userId: owner._id.toString() } as const;
    const { money } = await reservationPage(reservation._id.toString(), asOwner, now);
    expect(money.owed).toBe(0);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test("lost, cancelled by its owner, then won on appeal while Stripe refuses the refund: that alone is a case", async () => {
    const reservation = await confirmed();
    const id = await openDispute(reservation);
    await closeDispute(id, "lost");
    await cancel(reservation, "owner");
    await sandbox.control("faults", {
      ...{ nextAnswer: "refused", path: "/v1/refunds", method: "POST", times: 9 },
    });
    await closeDispute(id, "won");
    await sync(reservation);
    expect(await casesNow()).toEqual([["refund_refused", TOTAL]]);
    await sandbox.control("faults", { nextAnswer: "normal" });
    await sync(reservation);
    expect(await casesNow()).toEqual([]);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test("lost at a lower price, cancelled by its owner, then won on appeal: no case between two refunds", async () => {
    const reservation = await confirmed();
    await sandbox.control("faults", {
      ...{ nextAnswer: "refused", path: "/v1/refunds", method: "POST", times: 9 },
    });
    const { startDate, endDate } = reservation;
    await changeDates({
      ...{ reservationId: reservation._id.toString(), buyerId: buyer._id.toString(), now },
      raw: { startDate, endDate: addDays(endDate, -1) },
    });
    await sandbox.control("faults", { nextAnswer: "normal" });
    const id = await openDispute(reservation);
    await closeDispute(id, "lost");
    await cancel(reservation, "owner");
    await closeDispute(id, "won");
    await sync(reservation);
    expect((await refundsOf(reservation)).map(({ amount }) => amount)).toEqual([108_000, 54_000]);
    expect(await PaymentCaseModel.countDocuments({ kind: "dispute_reinstated" })).toBe(0);
  });

  test.each([
    ["all", undefined, 126_000],
    ["half", HALF, 63_000],
  ] as const)(
    "lost, then won on appeal for %s of it: the owner is told what is theirs again",
    async (_what, amount, owed) => {
      const reservation = await confirmed();
      const id = await openDispute(reservation);
      await closeDispute(id, "lost");
      await sync(reservation);
      await closeDispute(id, "won", amount);
      await sync(reservation);
      expect(await casesNow()).toEqual([["dispute_reinstated", owed]]);
      const ownerId = owner._id.toString();
      const asOwner = { side: "owner", userId: ownerId } as const;
      const page = await reservationPage(reservation._id.toString(), asOwner, now);
      expect(page.money).toMatchObject({ sent: 126_000, takenBack: 126_000, owed });
      const shown = renderToStaticMarkup(createElement(ReservationMoney, { page }));
      expect(shown).toContain("est revenue sur sa décision");
      expect(shown).toContain("Part qui vous revient");
      expect(shown).not.toContain("en cours de traitement");
      const { requests: listed } = await ownersVenues(ownerId, now);
      const shareOf = await ownersShares(listed);
      expect(
        listed.map(({ _id, ownerShare }) => shareOf({ id: _id.toString(), ownerShare })),
      ).toEqual([owed]);
      const { earned } = await myPayments(ownerId, { made: 1, earned: 1 });
      expect(earned.rows).toMatchObject([{ amount: 0, owed }]);
    },
  );

  test.each([
    ["at nothing", "buyer", { policy: "modérée", days: 1 }, 0, [], 126_000],
    ["at half", "buyer", halfDue, HALF, [HALF], 63_000],
    ["by its owner", "owner", {}, TOTAL, [TOTAL], 0],
  ] as const)(
    "lost, then cancelled %s, then won on appeal: what the cancellation gives goes, and no more",
    async (_how, role, terms, refund, gone, owed) => {
      const reservation = await confirmed(terms);
      const id = await openDispute(reservation);
      await closeDispute(id, "lost");
      await sync(reservation);
      const cancelled = await cancel(reservation, role);
      expect(cancelled).toMatchObject({ status: "cancelled", cancellation: { refund } });
      // It gave nothing itself: the bank did.
      if (role === "buyer") {
        expect(await cancellationToast(cancelled)).toContain("Rien n’est remboursé");
      }
      await closeDispute(id, "won");
      await sync(reservation);
      expect((await refundsOf(reservation)).map(({ amount }) => amount)).toEqual(gone);
      const cases = owed > 0 ? [["dispute_reinstated", owed]] : [];
      expect(await casesNow()).toEqual(cases);
      await sync(reservation);
      expect((await refundsOf(reservation)).map(({ amount }) => amount)).toEqual(gone);
      await expectMoney(reservation, { owner: 0, platform: TOTAL - refund, refunded: refund });
      // It was told that the bank's was all of it.
      const told = async (user: User) =>
        (await newsTo(user)).filter((subject) => subject!.startsWith("Remboursement"));
      expect(await told(buyer)).toEqual(gone.map(() => "Remboursement effectué"));
      const ownersToo = owed > 0 ? gone : [];
      expect(await told(owner)).toEqual(ownersToo.map(() => "Remboursement au client"));
      for (const { text } of await MailModel.find({ subject: /^Remboursement au client/ }).lean()) {
        expect(text).toContain("630,00\u00a0€ vous en reviennent");
      }
    },
  );

  test("won, then a refund that waits for funds: what it took back is not told as the owner's", async () => {
    const reservation = await confirmed({ card: "pm_card_refundUnfunded" });
    await closeDispute(await openDispute(reservation), "won");
    await sync(reservation);
    await grant(reservation, HALF);
    const ownerId = owner._id.toString();
    const asOwner = { side: "owner", userId: ownerId } as const;
    const { money } = await reservationPage(reservation._id.toString(), asOwner, now);
    expect(money).toMatchObject({ refunded: 0, sent: 126_000, takenBack: 63_000 });
    const { requests: listed } = await ownersVenues(ownerId, now);
    const shareOf = await ownersShares(listed);
    expect(
      listed.map(({ _id, ownerShare }) => shareOf({ id: _id.toString(), ownerShare })),
    ).toEqual([63_000]);
    const earned = async () => (await myPayments(ownerId, { made: 1, earned: 1 })).earned.rows;
    expect(await earned()).toMatchObject([{ amount: 63_000, owed: null }]);
    await cancel(reservation);
    expect(await earned()).toMatchObject([{ amount: 0, owed: null }]);
  });

  test("lost, then appealed: nothing is due meanwhile, and until when it is answered stands in the queue", async () => {
    const reservation = await confirmed();
    const id = await openDispute(reservation);
    await sync(reservation);
    // What somebody put away then was the dispute before the appeal.
    const [{ key, mark } = { key: "", mark: null }] = await casesFound();
    await CaseSettlementModel.create({
      _id: key,
      mark: mark!,
      admin: owner._id,
      why: "Su",
      at: now,
    });
    await closeDispute(id, "lost");
    await sync(reservation);
    expect(await casesFound()).toEqual([]);
    await closeDispute(id, "appeal_needs_response");
    await sync(reservation);
    expect(await statusOf(reservation)).toBe("charged_back");
    const lost = { owner: 0, platform: 0, refunded: TOTAL };
    await expectMoney(reservation, lost);
    const { evidence_details: evidence } = await sandbox.stripe.disputes.retrieve(id);
    const dueBy = new Date(evidence.due_by! * 1000);
    expect(await casesFound()).toMatchObject([
      { key, title: expect.stringMatching(/^Appel/) as string, deadline: dueBy },
    ]);
    expect(await cancel(reservation, "owner")).toMatchObject({ status: "cancelled" });
    expect(await refundsOf(reservation)).toEqual([]);
    expect(await openCases()).toEqual([]);
    await closeDispute(id, "lost");
    await sync(reservation);
    await expectMoney(reservation, lost);
    expect(await casesFound()).toEqual([]);
  });

  test("is told as decided of the day on which that was heard, not of the day on which it began", async () => {
    const reservation = await confirmed();
    await sandbox.control("clock", { offsetMs: -MONTH_MS });
    const id = await openDispute(reservation);
    await sandbox.control("clock", { offsetMs: 0 });
    await sync(reservation);
    await closeDispute(id, "lost");
    await sync(reservation);
    const closed = await LedgerEntryModel.findById(`dispute_closed:${id}`).lean();
    expect(closed!.at.getTime()).toBeGreaterThanOrEqual(now.getTime());
    const asBuyer = { side: "buyer", userId: buyer._id.toString() } as const;
    const { history } = await reservationPage(reservation._id.toString(), asBuyer, now);
    expect(history.find(({ text }) => text === lostWords(TOTAL, "buyer"))?.when).toBe(
      formatInstant(closed!.at),
    );
    await sync(reservation);
    expect(await LedgerEntryModel.findById(closed!._id).lean()).toEqual(closed);
  });

  test("won at another rate, so that more comes back than was taken: refundable to the cent", async () => {
    const reservation = await confirmed();
    const id = await openDispute(reservation);
    await sync(reservation);
    await closeDispute(id, "won", TOTAL + 100);
    await sync(reservation);
    expect(await statusOf(reservation)).toBe("paid");
    expect((await stored(reservation)).refunded).toBe(0);
    await expectMoney(reservation, { owner: 126_000, platform: 36_000, refunded: 0 });
    expect(await MailModel.countDocuments({ subject: /^Contestation close/ })).toBe(1);
    expect(await cancel(reservation)).toMatchObject({ status: "cancelled", refunded: TOTAL });
    await sync(reservation);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
    expect(await openCases()).toEqual([]);
  });

  test("an inquiry closed in our favour is over, and took nothing", async () => {
    const reservation = await confirmed();
    const id = await openDispute(reservation, { inquiry: true });
    await reconcile(addMinutes(now, 3));
    expect(await statusOf(reservation)).toBe("disputed");
    const { evidence_details: evidence } = await sandbox.stripe.disputes.retrieve(id);
    const dueBy = new Date(evidence.due_by! * 1000);
    expect((await stored(reservation)).disputeDueBy).toEqual(dueBy);
    expect((await casesFound()).map(({ kind, deadline }) => [kind, deadline])).toEqual([
      ["dispute", dueBy],
    ]);
    // It holds no money, and may come to nothing.
    expect(await MailModel.countDocuments({ subject: /contest/i })).toBe(0);
    await closeDispute(id, "warning_closed");
    await reconcile(addMinutes(now, 5));
    expect(await statusOf(reservation)).toBe("paid");
    expect((await stored(reservation)).disputeDueBy).toBeUndefined();
    expect(await cancel(reservation)).toMatchObject({ status: "cancelled", refunded: TOTAL });
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test("an open inquiry does not keep a refund back", async () => {
    const reservation = await confirmed();
    await openDispute(reservation, { inquiry: true });
    expect(await cancel(reservation)).toMatchObject({ refunded: TOTAL });
  });

  test("of an inquiry that became one counts from then on", async () => {
    const reservation = await confirmed();
    const id = await openDispute(reservation, { inquiry: true });
    await reconcile(addMinutes(now, 3));
    await closeDispute(id, "needs_response");
    await reconcile(addMinutes(now, 5));
    expect(await ledgerOf(reservation)).toMatchObject({ dispute_withdrawn: TOTAL });
    await expectSameBooks(sandbox.stripe);
  });

  test("lost while a refund beyond the policy waits for it: that is not told as one of ours", async () => {
    const reservation = await confirmed();
    const id = await openDispute(reservation);
    await sync(reservation);
    await grant(reservation, 3_000);
    expect(await casesNow()).toEqual([["refund_disputed", 3_000]]);
    await closeDispute(id, "lost");
    await sync(reservation);
    await sync(reservation);
    expect(await newsTo(buyer)).toEqual([]);
    expect(await newsTo(owner)).toEqual([
      ...["Paiement contesté", "Paiement repris par la banque du client"],
    ]);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test("open while a refund is due: a person's case, and refunded once it is won", async () => {
    const reservation = await confirmed();
    const id = await openDispute(reservation);
    await sync(reservation);
    const asBuyer = { role: "buyer", userId: buyer._id.toString() } as const;
    const page = await cancelPage(reservation._id.toString(), asBuyer, now);
    expect(page).toMatchObject({ preview: { amount: TOTAL }, contested: TOTAL });
    const cancelled = await cancel(reservation);
    expect(await casesNow()).toEqual([["refund_disputed", TOTAL]]);
    expect(await refundsOf(reservation)).toEqual([]);
    expect(cancelled.history.at(-1)?.why).toBe("Remboursement en attente");
    const decides = "Votre banque décide si 1\u202f620,00\u00a0€";
    expect(await cancellationToast(cancelled)).toContain(decides);
    const mails = await MailModel.find({ to: buyer.email }).sort({ _id: -1 }).lean();
    expect(mails[0]!.text).toContain(decides);
    await closeDispute(id, "won");
    await reconcile(addMinutes(now, 3));
    expect(await openCases()).toEqual([]);
    await expectMoney(reservation, { owner: 0, platform: 0, refunded: TOTAL });
  });

  test("a payment is never read with the half of a refund that is made meanwhile", async () => {
    const reservation = await confirmed();
    const id = await openDispute(reservation);
    await closeDispute(id, "won");
    const transfers = stripe().transfers;
    const list = transfers.listReversals.bind(transfers);
    const listing = vi.spyOn(transfers, "listReversals");
    // Between the look at the refunds and the one at what they took back.
    let meanwhile: Promise<void> | undefined;
    listing.mockImplementation(((...args: Parameters<typeof list>) => ({
      autoPagingToArray: async (limit: { limit: number }) => {
        await (meanwhile ??= refundByHand(reservation, TOTAL));
        return await list(...args).autoPagingToArray(limit);
      },
    })) as unknown as typeof list);
    const payment = await readPayment({ paymentIntentId: reservation.paymentIntentId! });
    listing.mockRestore();
    expect(payment).toMatchObject({
      refunded: TOTAL,
      refunds: [{ amount: TOTAL }],
      transfer: { reversals: [{}] },
      fee: { refunds: [{}] },
    });
    expect(owedToOwner(payment)).toBe(0);
  });
});
