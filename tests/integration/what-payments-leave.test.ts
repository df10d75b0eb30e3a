import { sandbox, stored, payOnPage, untilCertain } from "../support/payments";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LedgerEntryModel } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { returnOrphanPayment } from "~/bookings/payment/return-orphan-payment.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { compareLedger, lastComparison, openDifferences } from "~/payments/compare-ledger.server";
import {
  accountLoginUrl,
  ensureConnectedAccount,
  onboardingUrl,
  syncAccount,
} from "~/payments/connected-account.server";
import { openCases } from "~/payments/payment-cases.server";
import { addMinutes } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { answerWebhook } from "~/routes/api/stripe/answer-webhook.server";
import { askedBy, kindsOf } from "../support/asked-of-database";
import { askedOfStripe } from "../support/asked-of-stripe";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { leftBehind } from "../support/left-behind";
import { day, now } from "../support/unchanging";

/**
 * What becomes of payments that do not go as they should, and of the accounts that they go to: what is stored, mailed,
 * logged, and asked of Stripe and of the database, at an instant that never changes. The snapshot is for people to read
 * where it differs.
 */

useDatabase();

const LEVELS = ["debug", "info", "warn", "error"] as const;
const asked = new Set<string>();
let logged: string[] = [];

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now });
});
beforeEach(async () => {
  vi.setSystemTime(now);
  // What other scenes left is no event that was missed in this one, and no difference.
  await emptyDatabase();
  await sandbox.control("reset");
  for (const level of LEVELS) {
    vi.spyOn(logger, level).mockImplementation((fields: unknown, message?: string) => {
      logged.push(
        `${level}: ${message}, with ${Object.keys(fields as object)
          .sort()
          .join(", ")}`,
      );
    });
  }
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What an act left; what it answered comes first. */
async function left(act: () => Promise<unknown>): Promise<string> {
  const answered: string[] = [];
  askedOfStripe();
  logged = [];
  const acting = async () => {
    const done = await askedBy(act, { changes: false });
    for (const one of done.asked) asked.add(one);
    answered.push(`answered ${JSON.stringify(done.answer)}`);
  };
  const also = () => [...answered, ...[...new Set(logged)].sort(), ...askedOfStripe()];
  return await leftBehind(acting, now, { also });
}

const confirmed = async (card?: string) =>
  (await confirmReservation(await createUser(), { now, ...(card && { card }) })).reservation;

const sync = (of: Reservation) =>
  left(async () => {
    await syncReservation(of._id.toString(), { now });
  });

const cancel = (of: Reservation) =>
  left(async () => {
    const by = { role: "buyer", userId: of.userId.toString() } as const;
    await cancelReservation({ reservationId: of._id.toString(), by, now });
  });

const faults = (path: string, nextAnswer = "refused") =>
  sandbox.control("faults", { nextAnswer, path, method: "POST", times: 9 });

async function dispute(of: Reservation, fields: object = {}): Promise<string> {
  const { paymentIntentId } = await stored(of);
  const opened = await sandbox.control("disputes", { payment_intent: paymentIntentId, ...fields });
  return ((await opened.json()) as { id: string }).id;
}
const close = (id: string, status: string) => sandbox.control(`disputes/${id}`, { status });

it("an account for payments", async () => {
  const user = await createUser();
  const id = user._id.toString();
  expect(await left(() => ensureConnectedAccount(id))).toMatchSnapshot("made");
  expect(await left(() => ensureConnectedAccount(id))).toMatchSnapshot("there already");
  const account = await ensureConnectedAccount(id);
  const links = async () => {
    expect(await onboardingUrl(account)).toContain(sandbox.url);
  };
  expect(await left(links)).toMatchSnapshot("to be filled in");
  for (const [minutes, state] of ["active", "verifying", "restricted", "active"].entries()) {
    // What is told of a limit is known by when that was noted.
    vi.setSystemTime(addMinutes(now, minutes));
    await sandbox.control(`accounts/${account}`, { state });
    expect(await left(() => syncAccount(account))).toMatchSnapshot(state);
  }
  const consulting = async () => {
    expect(await accountLoginUrl(account)).toContain(sandbox.url);
  };
  expect(await left(consulting)).toMatchSnapshot("to be consulted");
  await sandbox.control(`accounts/${account}`, { deauthorized: true });
  expect(await left(() => syncAccount(account))).toMatchSnapshot("gone");
  expect(await left(() => syncAccount("acct_nobody"))).toMatchSnapshot("nobody's");
  const other = await createUser();
  await faults("/v1/accounts");
  const failing = () => ensureConnectedAccount(other._id.toString()).catch(String);
  expect(await left(failing)).toMatchSnapshot("refused");
});

describe("a refund", () => {
  it("that the bank sends back once is made again", async () => {
    const of = await confirmed();
    await cancel(of);
    const { paymentIntentId } = await stored(of);
    const [refund] = (await sandbox.stripe.refunds.list({ payment_intent: paymentIntentId })).data;
    await sandbox.control(`refunds/${refund!.id}`, { status: "failed" });
    expect(await sync(of)).toMatchSnapshot();
  });

  it("that the bank always sends back is a person's case", async () => {
    const of = await confirmed("pm_card_refundFail");
    await cancel(of);
    // How often it takes depends on whether it came back before it was looked at.
    for (let turn = 0; turn < 5; turn += 1) {
      await sandbox.settled();
      await sync(of);
    }
    const [waiting, ...others] = await openCases();
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({
      ...{ _id: `refund_failing:${(await stored(of)).paymentIntentId}`, kind: "refund_failing" },
      ...{ reservation: of._id, amount: 162_000, since: now, seenAt: now },
      reason: "3 remboursements refusés par la banque ou abandonnés",
    });
  });

  it("that Stripe refuses is a person's case until it can be made", async () => {
    const of = await confirmed();
    await faults("/v1/refunds");
    expect(await cancel(of)).toMatchSnapshot("refused");
    expect(await sync(of)).toMatchSnapshot("refused again");
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect(await sync(of)).toMatchSnapshot("made");
  });

  it("that Stripe does not answer for is left to the job", async () => {
    const of = await confirmed();
    await faults("/v1/refunds", "500");
    expect(await cancel(of)).toMatchSnapshot("left");
    await sandbox.control("faults", { nextAnswer: "normal" });
    await untilCertain();
    expect(await left(() => reconcile(addMinutes(now, 2)))).toMatchSnapshot("made");
  });
});

describe("a dispute", () => {
  it("is won", async () => {
    const of = await confirmed();
    const id = await dispute(of);
    expect(await sync(of)).toMatchSnapshot("opened");
    await close(id, "won");
    expect(await sync(of)).toMatchSnapshot("won");
  });

  it("is lost, and won after all", async () => {
    const of = await confirmed();
    const id = await dispute(of);
    await close(id, "lost");
    await faults("/v1/transfers");
    expect(await sync(of)).toMatchSnapshot("lost, nothing to be taken back");
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect(await sync(of)).toMatchSnapshot("lost, taken back");
    await close(id, "won");
    expect(await sync(of)).toMatchSnapshot("won after all");
  });

  it("is open while something is to be given back", async () => {
    const of = await confirmed();
    await dispute(of, { amount: 40_500 });
    expect(await cancel(of)).toMatchSnapshot();
  });
});

describe("what Stripe tells", () => {
  const deliver = async (type: string) => {
    await sandbox.settled();
    await sandbox.control("deliver");
    const hook = sandbox.hooks.received.findLast(({ event }) => event.type === type)!;
    const request = new Request(`http://localhost/api/stripe/${hook.endpoint}`, {
      method: "POST",
      headers: { "stripe-signature": hook.signature },
      body: hook.raw,
    });
    return (await answerWebhook(hook.endpoint, request, "test")).status;
  };

  it("of a page that was paid", async () => {
    const other = await confirmed();
    const buyer = await createUser();
    const hold = await reserve({
      ...{ venueId: other.venueId.toString(), buyer: { id: buyer._id.toString() }, now },
      ...{ startDate: day(90), endDate: day(91), requestKey: "page" },
    });
    const opening = { reservationId: hold._id.toString(), buyerId: buyer._id.toString(), now };
    let page = "";
    const open = async () => {
      page = await startPayment(opening);
    };
    expect(await left(open)).toMatchSnapshot("opened");
    expect(await left(open)).toMatchSnapshot("opened already");
    await payOnPage(page);
    const paid = "checkout.session.completed";
    expect(await left(() => deliver(paid))).toMatchSnapshot("paid");
    expect(await left(() => deliver(paid))).toMatchSnapshot("told once more");
    expect(await left(() => reconcile(addMinutes(now, 3)))).toMatchSnapshot("found by the job");
    const intent = await sandbox.stripe.paymentIntents.create({ amount: 500, currency: "eur" });
    await sandbox.stripe.paymentIntents.cancel(intent.id);
    expect(await left(() => deliver("payment_intent.canceled"))).toMatchSnapshot("nobody's");
  });
});

it("the ledger beside Stripe", async () => {
  const later = addMinutes(now, 3 * 24 * 60);
  const of = await confirmed();
  await left(() => compareLedger(later));
  const captured = { reservation: of._id, type: "captured" as const };
  const { _id } = (await LedgerEntryModel.findOne(captured).lean())!;
  const amount = (cents: number) =>
    LedgerEntryModel.collection.updateOne({ _id: _id as never }, { $set: { amount: cents } });
  await amount(161_999);
  expect(await left(() => compareLedger(later))).toMatchSnapshot("differs");
  expect(await left(() => compareLedger(later))).toMatchSnapshot("still");
  const facts = async () => {
    expect(await openDifferences(10)).toHaveLength(1);
    expect(await lastComparison()).toEqual(expect.any(Date));
  };
  await left(facts);
  await amount(162_000);
  expect(await left(() => compareLedger(later))).toMatchSnapshot("mended");
});

describe("a payment that is nobody's own", () => {
  /** Of another attempt than the reservation's, as by an answer that came too late. */
  const orphanOf = async (of: Reservation, fields: object = {}) => {
    const { id } = await sandbox.stripe.paymentIntents.create({
      ...{ amount: of.total, currency: "eur", confirm: true, payment_method: "pm_card_visa" },
      ...{ allowed_payment_method_types: ["card"], return_url: "https://product.example/retour" },
      ...{ application_fee_amount: of.platformShare, transfer_data: { destination: of.accountId } },
      metadata: { reservation: of._id.toString(), attempt: "7" },
      ...fields,
    });
    await sandbox.settled();
    return { paymentIntentId: id };
  };
  const giveBack = (ref: { paymentIntentId: string }, of: Reservation) =>
    left(() => returnOrphanPayment(ref, of));

  it("goes back when it was taken, once", async () => {
    const of = await confirmed();
    const ref = await orphanOf(of, { capture_method: "automatic_async" });
    expect(await giveBack(ref, of)).toMatchSnapshot("taken");
    expect(await giveBack(ref, of)).toMatchSnapshot("given back already");
  });

  it("is set free when it was authorised, and let alone once it is over", async () => {
    const of = await confirmed();
    const ref = await orphanOf(of, { capture_method: "manual" });
    expect(await giveBack(ref, of)).toMatchSnapshot("authorised");
    expect(await giveBack(ref, of)).toMatchSnapshot("set free already");
  });

  it("is ended when nobody has paid it", async () => {
    const of = await confirmed();
    const ref = await orphanOf(of, { confirm: false, return_url: undefined });
    expect(await giveBack(ref, of)).toMatchSnapshot();
  });

  it("is let alone when it names another reservation", async () => {
    const [of, other] = [await confirmed(), await confirmed()];
    const ref = await orphanOf(other, { capture_method: "automatic_async" });
    expect(await giveBack(ref, of)).toMatchSnapshot();
  });
});

it("all of them ask this of the database", () => {
  const kinds = kindsOf(asked).filter((kind) => !kind.endsWith(" filter {}"));
  expect(kinds).toMatchSnapshot();
});
