import { ledgerOf, sandbox, untilCertain } from "../support/payments";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Reservation } from "@models/reservation";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { stripe } from "~/payments/gateway.server";
import { openCases } from "~/payments/payment-cases.server";
import { expectSameBooks } from "../support/books";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";

/** What is taken back of owner and platform once a payer's bank has taken a payment, whatever else somebody does to it. */

useDatabase();

/** Sent on to the owner, and the platform's fee on that. */
const SENT = 162_000;
const FEE = 36_000;
const REFUSED = { nextAnswer: "refused", path: "/v1/transfers", method: "POST", times: 9 };
const NORMAL = { nextAnswer: "normal" };

let reservation: Reservation;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  ({ reservation } = await confirmReservation(await createUser(), { now: new Date() }));
});

const sync = () => syncReservation(reservation._id.toString());

/** @param amount cents; all of the payment when absent */
async function loseDispute(amount?: number): Promise<void> {
  const { paymentIntentId } = reservation;
  const opened = await sandbox.control("disputes", { payment_intent: paymentIntentId, amount });
  const { id } = (await opened.json()) as { id: string };
  expect((await sandbox.control(`disputes/${id}`, { status: "lost" })).status).toBe(200);
}

/** What has come back of the transfer, and of the fee, one by one. */
async function takenBack(): Promise<{ sent: number[]; fee: number[] }> {
  const { stripe } = sandbox;
  const [[transfer], [fee]] = await Promise.all([
    stripe.transfers.list().then(({ data }) => data),
    stripe.applicationFees.list().then(({ data }) => data),
  ]);
  const reversals = await stripe.transfers.listReversals(transfer!.id);
  const refunds = await stripe.applicationFees.listRefunds(fee!.id);
  return {
    sent: reversals.data.map(({ amount }) => amount),
    fee: refunds.data.map(({ amount }) => amount),
  };
}

async function reverseByHand(amount: number): Promise<void> {
  const [transfer] = (await sandbox.stripe.transfers.list()).data;
  await sandbox.stripe.transfers.createReversal(transfer!.id, { amount });
}

async function refundFeeByHand(amount: number): Promise<void> {
  const [fee] = (await sandbox.stripe.applicationFees.list()).data;
  await sandbox.stripe.applicationFees.createRefund(fee!.id, { amount });
}

test("is taken once, whoever looks at the same moment", async () => {
  await loseDispute();
  await Promise.all([sync(), sync(), sync(), sync()]);
  expect(await takenBack()).toEqual({ sent: [SENT], fee: [FEE] });
  expect(await openCases()).toEqual([]);
  await expectSameBooks(sandbox.stripe);
});

test("is taken once of a dispute that was lost for a part, of which Stripe would let more be taken", async () => {
  await loseDispute(40_500);
  const { transfers } = stripe();
  const reverse = transfers.createReversal.bind(transfers);
  const slower = vi.spyOn(transfers, "createReversal");
  onTestFinished(() => slower.mockRestore());
  slower.mockImplementationOnce(async (...asked: Parameters<typeof reverse>) => {
    // Somebody else, who has read the same, takes it first.
    await sync();
    return await reverse(...asked);
  });
  await sync();
  expect(slower).toHaveBeenCalledTimes(2);
  expect(await takenBack()).toEqual({ sent: [40_500], fee: [9_000] });
  expect(await openCases()).toEqual([]);
  await expectSameBooks(sandbox.stripe);
});

test("is of the platform's part alone where a person has taken the owner's back", async () => {
  await reverseByHand(SENT);
  await loseDispute();
  await sync();
  expect(await takenBack()).toEqual({ sent: [SENT], fee: [FEE] });
  expect(await openCases()).toEqual([]);
});

test("is of the owner's part alone where a person has given the platform's back", async () => {
  await refundFeeByHand(FEE);
  await loseDispute();
  await sync();
  expect(await takenBack()).toEqual({ sent: [SENT], fee: [FEE] });
  expect(await openCases()).toEqual([]);
});

test("is of what is missing of each where a person has taken a part of both back", async () => {
  await reverseByHand(62_000);
  await refundFeeByHand(6_000);
  await loseDispute();
  await sync();
  const { sent, fee } = await takenBack();
  expect(sent.toSorted()).toEqual([100_000, 62_000]);
  expect(fee.toSorted()).toEqual([30_000, 6_000]);
  expect(await ledgerOf(reservation)).toMatchObject({ transfer_reversed: SENT });
});

test("is nobody's case while Stripe is away, and is done once it answers", async () => {
  await loseDispute();
  await sandbox.control("faults", { ...REFUSED, nextAnswer: "500" });
  await expect(sync()).rejects.toMatchObject({ code: "unavailable" });
  expect(await openCases()).toEqual([]);
  await sandbox.control("faults", NORMAL);
  await untilCertain();
  await sync();
  expect(await takenBack()).toEqual({ sent: [SENT], fee: [FEE] });
});

test("that Stripe refuses is a person's case, until a person has done it there", async () => {
  await loseDispute();
  await sandbox.control("faults", REFUSED);
  await sync();
  expect(await openCases()).toMatchObject([
    { kind: "take_back_refused", amount: SENT - FEE, reason: "Refused (sandbox fault)." },
  ]);
  await sandbox.control("faults", NORMAL);
  await reverseByHand(SENT);
  await refundFeeByHand(FEE);
  await sync();
  expect(await openCases()).toEqual([]);
  expect(await takenBack()).toEqual({ sent: [SENT], fee: [FEE] });
});
