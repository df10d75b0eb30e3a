import { sandbox } from "../support/payments";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import { LedgerEntryModel } from "@models/ledger-entry";
import { PaymentCaseModel } from "@models/payment-case";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { seedDemo } from "@sandbox/demo/seed";
import mongoose from "mongoose";
import type Stripe from "stripe";
import { beforeAll, expect, it } from "vitest";
import { listCases } from "~/admin/cases/list-cases.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { compareLedger } from "~/payments/compare-ledger.server";
import { entriesOf } from "~/payments/movements";
import { awaitedDispute, snapshotOf } from "~/payments/snapshot";
import { expectPapersOfBooks } from "../support/books";
import { useDatabase } from "../support/database";
import { startSandbox } from "../support/stripe-sandbox";

useDatabase();

beforeAll(async () => {
  await seedDemo({ now: new Date(), pictures: "none", sandboxUrl: sandbox.url });
});

async function anyReservation(filter: object) {
  const reservation = await ReservationModel.findOne(filter).lean();
  if (!reservation?.paymentIntentId) throw new Error("The demo has no such paid reservation");
  return { ...reservation, paymentIntentId: reservation.paymentIntentId };
}

it("knows every payment of the demo as the books have it, but for the difference in the queue", async () => {
  const differences = await LedgerDifferenceModel.find().lean();
  const known = new Map(differences.map(({ _id, stripeAmount }) => [_id, stripeAmount]));
  expect(known.size).toBe(1);
  const paid = await ReservationModel.find({
    paymentIntentId: mongoose.trusted({ $exists: true }),
  }).lean();
  expect(paid.length).toBeGreaterThan(50);
  for (const reservation of paid) {
    const intent = await sandbox.stripe.paymentIntents.retrieve(reservation.paymentIntentId!, {
      expand: ["latest_charge", "latest_charge.transfer", "latest_charge.application_fee"],
    });
    const refunds = await sandbox.stripe.refunds.list({ payment_intent: intent.id });
    const { data: disputes } = await sandbox.stripe.disputes.list({ payment_intent: intent.id });
    const snapshot = snapshotOf({ session: null, intent, refunds: refunds.data, disputes });
    const entries = await LedgerEntryModel.find({ reservation: reservation._id }).lean();
    // The one fee that differs is known, below.
    const books = entries.map((entry) => ({
      ...entry,
      amount: known.get(entry._id) ?? entry.amount,
    }));
    expect(snapshot.reservationId).toBe(reservation._id.toHexString());
    expect(snapshot.refunded).toBe(reservation.refunded);
    const awaited = awaitedDispute(snapshot);
    expect(reservation.disputeDueBy).toEqual(awaited?.dueBy);
    expect(reservation.disputeAwaited).toBe(awaited?.id);
    expect(new Set(books)).toEqual(new Set(entriesOf(snapshot, reservation)));
    const states: Partial<Record<typeof reservation.status, Stripe.PaymentIntent.Status>> = {
      pending: "requires_capture",
      confirmed: "succeeded",
      ended: "succeeded",
    };
    expect(intent.status).toBe(states[reservation.status] ?? intent.status);
  }
});

it("has one difference that the nightly comparison finds by itself", async () => {
  const written = await LedgerDifferenceModel.find().lean();
  expect(await compareLedger(new Date())).toBe(1);
  expect(await LedgerDifferenceModel.find().lean()).toEqual(written);
});

it("has something in every queue but that of held payouts: who is banned there was never paid", async () => {
  const { counts } = await listCases(
    String(new mongoose.Types.ObjectId()),
    { nature: "", charge: "", page: 1 },
    new Date(),
  );
  const empty = Object.entries(counts).filter(([, count]) => count === 0);
  expect(empty).toEqual([["payout", 0]]);
});

it("has one payment that a person has to see to, which the product finds by itself", async () => {
  const [written, ...others] = await PaymentCaseModel.find().lean();
  expect(others).toEqual([]);
  await PaymentCaseModel.deleteMany();
  await syncReservation(written!.reservation.toString());
  const found = await PaymentCaseModel.find().lean();
  // Both at once, but later than the demo says.
  const { since, seenAt } = found[0] ?? {};
  expect(found).toEqual([{ ...written, since, seenAt }]);
  expect(seenAt).toBeInstanceOf(Date);
  const reservation = await ReservationModel.findById(written!.reservation).orFail().lean();
  expect(reservation).toMatchObject({ status: "cancelled", refunded: 0 });
  expect(reservation.cancellation?.refund).toBe(written!.amount);
});

it("has a document for what was paid and given back, numbered without gaps", async () => {
  await expectPapersOfBooks();
  const receipts = await ReceiptModel.find().lean();
  expect(receipts.length).toBeGreaterThan(50);
  const regimes = new Set(receipts.map(({ vatRegime }) => vatRegime));
  expect(regimes).toEqual(new Set(["franchise", "assujetti", "hors champ"]));
});

it("has accounts as far on as their owners are told", async () => {
  for (const [status, isEnabled] of [
    ["active", true],
    ["pending", false],
    ["restricted", false],
  ] as const) {
    const owner = await UserModel.findOne({ stripeStats: status }).lean();
    const account = await sandbox.stripe.accounts.retrieve(owner!.accountId!);
    expect(account.capabilities?.transfers).toBe(isEnabled ? "active" : "inactive");
    expect(account.payouts_enabled).toBe(isEnabled);
    expect(account.details_submitted).toBe(status !== "pending");
  }
});

it("lets a confirmed reservation be refunded", async () => {
  const { paymentIntentId, total } = await anyReservation({ status: "confirmed" });
  const refund = await sandbox.stripe.refunds.create({
    payment_intent: paymentIntentId,
    amount: total,
    reverse_transfer: true,
    refund_application_fee: true,
  });
  expect(refund).toMatchObject({ status: "succeeded", amount: total });
});

it("lets a request be accepted or refused", async () => {
  const [accepted, refused] = await ReservationModel.find({ status: "pending" }).limit(2).lean();
  const taken = await sandbox.stripe.paymentIntents.capture(accepted!.paymentIntentId!);
  expect(taken).toMatchObject({ status: "succeeded", amount_received: accepted!.total });
  const released = await sandbox.stripe.paymentIntents.cancel(refused!.paymentIntentId!);
  expect(released.status).toBe("canceled");
});

it("is refused once the sandbox and the database are no longer of one demo", async () => {
  const again = { now: new Date(), pictures: "none", sandboxUrl: sandbox.url } as const;
  expect(await seedDemo(again)).toBe(false);
  const stranger = await startSandbox();
  try {
    await expect(seedDemo({ ...again, sandboxUrl: stranger.url })).rejects.toThrow(
      "le bac à sable Stripe ne la connaît pas",
    );
  } finally {
    await stranger.close();
  }
});
