import { judge, NEWER } from "../support/judged-sandbox";
import { createPayableVenue, payOnPage, sandbox } from "../support/payments";
import { readdirSync, readFileSync } from "node:fs";
import type Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import type { Venue } from "@models/venue";
import { acceptRequest, refuseRequest } from "~/bookings/answer/answer-request.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { charge } from "~/bookings/payment/charge.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import {
  accountLoginUrl,
  ensureConnectedAccount,
  onboardingUrl,
  syncAccount,
} from "~/payments/connected-account.server";
import { compareLedger } from "~/payments/compare-ledger.server";
import { replaceGoneCustomer } from "~/payments/customers.server";
import { holdPayouts } from "~/payments/hold-payouts.server";
import { findPayments } from "~/payments/read-payment.server";
import { paymentsBehind } from "~/payments/reservation-behind.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";

useDatabase();

/** The requests behind the SDK's calls that the product makes. */
const KINDS = {
  "accounts.create": "POST /v1/accounts",
  "accounts.update": "POST /v1/accounts/:id",
  "accounts.retrieve": "GET /v1/accounts/:id",
  "accounts.createLoginLink": "POST /v1/accounts/:id/login_links",
  "accountLinks.create": "POST /v1/account_links",
  "applicationFees.createRefund": "POST /v1/application_fees/:id/refunds",
  "applicationFees.listRefunds": "GET /v1/application_fees/:id/refunds",
  "applicationFees.retrieve": "GET /v1/application_fees/:id",
  "balanceTransactions.list": "GET /v1/balance_transactions",
  "charges.retrieve": "GET /v1/charges/:id",
  "checkout.sessions.create": "POST /v1/checkout/sessions",
  "checkout.sessions.expire": "POST /v1/checkout/sessions/:id/expire",
  "checkout.sessions.list": "GET /v1/checkout/sessions",
  "checkout.sessions.retrieve": "GET /v1/checkout/sessions/:id",
  "customers.create": "POST /v1/customers",
  "customers.retrieve": "GET /v1/customers/:id",
  "customers.search": "GET /v1/customers/search",
  "customers.update": "POST /v1/customers/:id",
  "disputes.list": "GET /v1/disputes",
  "disputes.retrieve": "GET /v1/disputes/:id",
  "events.list": "GET /v1/events",
  "paymentIntents.cancel": "POST /v1/payment_intents/:id/cancel",
  "paymentIntents.capture": "POST /v1/payment_intents/:id/capture",
  "paymentIntents.create": "POST /v1/payment_intents",
  "paymentIntents.list": "GET /v1/payment_intents",
  "paymentIntents.retrieve": "GET /v1/payment_intents/:id",
  "refunds.create": "POST /v1/refunds",
  "refunds.list": "GET /v1/refunds",
  "refunds.retrieve": "GET /v1/refunds/:id",
  "transfers.createReversal": "POST /v1/transfers/:id/reversals",
  "transfers.listReversals": "GET /v1/transfers/:id/reversals",
  "transfers.retrieve": "GET /v1/transfers/:id",
} as const;

const ROOM = new URL("../../app/payments/", import.meta.url);
/** `stripe.checkout.sessions.create(`, on however many lines. */
const SDK_CALL = /\bstripe((?:\s*\.\s*\w+){2,3}?)\s*\(/g;

/** Which of the SDK's calls the product's source makes. */
function callsInSource(): string[] {
  const calls = readdirSync(ROOM)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [...readFileSync(new URL(name, ROOM), "utf8").matchAll(SDK_CALL)])
    .map(([, path = ""]) => path.replace(/\s/g, "").slice(1));
  return [...new Set(calls)].sort();
}

const now = new Date();
let buyer: User;
let days = 10;

/** Days at a venue, other ones each time. */
function stayAt(venue: Venue) {
  days += 10;
  const startDate = addDays(todayInParis(now), days);
  return {
    venueId: venue._id.toString(),
    buyer: { id: buyer._id.toString() },
    startDate,
    endDate: addDays(startDate, 2),
    requestKey: `form ${days}`,
    now,
  };
}

async function payInPage(venue: Venue): Promise<Reservation> {
  const stay = stayAt(venue);
  const helpers = sandbox.stripe.testHelpers.confirmationTokens;
  const { id } = await helpers.create({ payment_method: "pm_card_visa" });
  await charge({ ...stay, confirmationTokenId: id });
  await sandbox.settled();
  const made = await ReservationModel.findOne({ startDate: stay.startDate }).lean();
  return (await syncReservation(made!._id.toString()))!;
}

async function openPage(venue: Venue): Promise<{ reservation: Reservation; url: string }> {
  const reservation = await reserve(stayAt(venue));
  const reservationId = reservation._id.toString();
  const url = await startPayment({ reservationId, buyerId: buyer._id.toString(), now });
  return { reservation, url };
}

async function cancel({ _id }: Reservation): Promise<void> {
  const by = { role: "buyer", userId: buyer._id.toString() } as const;
  await cancelReservation({ reservationId: _id.toString(), by, now });
}

async function journeysOfAnOwner(): Promise<void> {
  const { _id } = await createUser();
  const accountId = await ensureConnectedAccount(_id.toString());
  await onboardingUrl(accountId);
  await sandbox.control(`accounts/${accountId}`, { state: "active" });
  await syncAccount(accountId);
  await accountLoginUrl(accountId);
  for (const schedule of SCHEDULES) {
    await sandbox.stripe.accounts.update(accountId, { settings: { payouts: { schedule } } });
    for (const ban of [{ $set: { bannedAt: now } }, { $unset: { bannedAt: 1 as const } }]) {
      await UserModel.updateOne({ _id }, ban);
      await holdPayouts();
    }
  }
}

/** When an owner chose to be paid out, which a ban's end gives back to them. */
const SCHEDULES: Stripe.AccountUpdateParams.Settings.Payouts.Schedule[] = [
  { interval: "daily" },
  { interval: "weekly", weekly_anchor: "friday" },
  { interval: "weekly", weekly_payout_days: ["monday", "thursday"] },
  { interval: "monthly", monthly_anchor: 31 },
  { interval: "monthly", monthly_payout_days: [1, 15] },
];

async function journeysOfABuyer(): Promise<void> {
  const { venue } = await createPayableVenue();
  const paid = await openPage(venue);
  await payOnPage(paid.url);
  await sandbox.settled();
  await syncReservation(paid.reservation._id.toString());
  const left = await openPage(venue);
  await cancel(left.reservation);
  // Who gives a hold up waits before they hold days of the same venue again.
  const { venue: another } = await createPayableVenue();
  await cancel(await payInPage(another));
  // It is there: Stripe is asked, and nothing is made.
  expect(await replaceGoneCustomer(buyer._id.toString())).toBe(false);
  const { stripeCustomerId } = (await UserModel.findById(buyer._id).lean())!;
  await findPayments({
    reservationId: left.reservation._id.toString(),
    customerId: stripeCustomerId!,
    since: now,
  });
}

async function journeysOfARequest(): Promise<void> {
  const { venue, owner } = await createPayableVenue({ needValidation: true });
  for (const answer of [acceptRequest, refuseRequest]) {
    const { _id } = await payInPage(venue);
    await answer({ reservationId: _id.toString(), ownerId: owner._id.toString(), now });
  }
}

async function journeyOfADispute(): Promise<void> {
  const { venue } = await createPayableVenue();
  const { _id, paymentIntentId } = await payInPage(venue);
  const opened = await sandbox.control("disputes", { payment_intent: paymentIntentId });
  const { id } = (await opened.json()) as { id: string };
  await sandbox.control(`disputes/${id}`, { status: "lost" });
  await reconcile(addMinutes(now, 10));
  // Hears of the reversal that the first one made.
  await reconcile(addMinutes(now, 12));
  await compareLedger(addMinutes(now, 15));
  await findWhatMovedIt(_id, id);
}

/** As for movements that the ledger has lost. */
async function findWhatMovedIt(disputed: Reservation["_id"], dispute: string): Promise<void> {
  const behind = paymentsBehind();
  expect(await behind(dispute)).toMatchObject({ reservation: disputed });
  for (const type of ["captured", "transferred", "fee", "refunded"] as const) {
    const { stripeId, reservation } = (await LedgerEntryModel.findOne({ type }).lean())!;
    expect(await behind(stripeId)).toMatchObject({ reservation });
  }
}

beforeAll(async () => {
  await emptyDatabase();
  buyer = await createUser();
  await journeysOfAnOwner();
  await journeysOfABuyer();
  await journeysOfARequest();
  await journeyOfADispute();
});

test("every call of the product's source is known here", () => {
  expect(callsInSource()).toEqual(Object.keys(KINDS).sort());
});

test("every kind of request is made", () => {
  const made = new Set(judge.judged.map(({ kind }) => kind));
  expect([...made].sort()).toEqual(Object.values(KINDS).sort());
});

test("Stripe's own judge finds nothing wrong with any of them", () => {
  const wrong = judge.judged.filter(({ problem }) => problem !== null);
  expect(wrong).toEqual([]);
});

test("the judge does refuse: a wrong parameter, and the one that is newer than its document", async () => {
  const [kind] = Object.keys(NEWER);
  const { body } = judge.judged.find((request) => request.kind === kind)!;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const request = { method: "POST", path: "/v1/checkout/sessions", headers };
  // Once it takes this, the exception can go.
  expect(await judge.judge({ ...request, body })).toContain("400");
  expect(
    await judge.judge({ ...request, path: "/v1/refunds", body: "payment_intent=pi_1&sum=5" }),
  ).toContain("400");
});
