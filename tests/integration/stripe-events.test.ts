import "../support/payments";
import type Stripe from "stripe";
import { expect, it } from "vitest";
import { StripeEventModel } from "@models/stripe-event";
import { PLATFORM_EVENT_TYPES, storeEvent } from "~/payments/receive-event.server";
import { useDatabase } from "../support/database";
import { now } from "../support/unchanging";

/** What of an event is stored, whatever it says, and who acts on one that is there already. */

useDatabase();

let events = 0;
const eventOf = (type: string, object: object, account?: string) => {
  events += 1;
  return { id: `evt_${events}`, type, data: { object }, account } as unknown as Stripe.Event;
};

const OWN = { id: "own", payment_intent: "pi_1", source_transaction: "ch_1" };
const PAYMENT = { id: "own", payment_intent: "pi_1" };
/** Of each type what it speaks of, and what of that Stripe is asked about. */
const SUBJECTS: [type: string, object: object, asked: string][] = [
  ["checkout.session.completed", OWN, "own"],
  ["checkout.session.expired", OWN, "own"],
  ["payment_intent.succeeded", OWN, "own"],
  ["payment_intent.amount_capturable_updated", OWN, "own"],
  ["payment_intent.canceled", OWN, "own"],
  ["payment_intent.payment_failed", OWN, "own"],
  ["charge.refunded", PAYMENT, "pi_1"],
  ["charge.expired", { id: "own", payment_intent: { id: "pi_2" } }, "pi_2"],
  ["charge.dispute.created", PAYMENT, "pi_1"],
  ["charge.dispute.updated", PAYMENT, "pi_1"],
  ["charge.dispute.closed", PAYMENT, "pi_1"],
  ["charge.dispute.funds_withdrawn", PAYMENT, "pi_1"],
  ["charge.dispute.funds_reinstated", { id: "own", payment_intent: null }, "own"],
  ["refund.updated", PAYMENT, "pi_1"],
  ["refund.failed", PAYMENT, "pi_1"],
  ["transfer.reversed", { id: "own", source_transaction: "ch_1" }, "ch_1"],
  ["application_fee.refunded", { id: "own", originating_transaction: { id: "ch_2" } }, "ch_2"],
];

it("of the platform's: what to ask about, of each type that means something", async () => {
  expect(SUBJECTS.map(([type]) => type)).toEqual(PLATFORM_EVENT_TYPES);
  for (const [type, object, objectId] of SUBJECTS) {
    const event = eventOf(type, object);
    const stored = { _id: event.id, type, endpoint: "platform", objectId, receivedAt: now };
    expect(await storeEvent(event, { endpoint: "platform", now })).toEqual(stored);
    expect(await StripeEventModel.findById(event.id).lean()).toEqual(stored);
  }
});

it("of a connected account's: the account, whatever it says", async () => {
  for (const type of [
    "account.updated",
    "account.application.deauthorized",
    "capability.updated",
  ]) {
    const event = eventOf(type, { id: "ca_1" }, "acct_1");
    const stored = await storeEvent(event, { endpoint: "connect", now });
    expect(stored).toMatchObject({ type, endpoint: "connect", objectId: "acct_1" });
    expect(await storeEvent(eventOf(type, {}), { endpoint: "platform", now })).toBeNull();
  }
  const other = eventOf("charge.refunded", PAYMENT, "acct_1");
  expect(await storeEvent(other, { endpoint: "connect", now })).toBeNull();
  expect(await StripeEventModel.findById(other.id).lean()).toBeNull();
});

it("one that came before is acted on again half a minute later, unless it was handled", async () => {
  const event = eventOf("charge.refunded", PAYMENT);
  const again = (ms: number) =>
    storeEvent(event, { endpoint: "platform", now: new Date(now.getTime() + ms) });
  const stored = await again(0);
  expect(await again(30_000)).toBeNull();
  expect(await again(30_001)).toEqual(stored);
  await StripeEventModel.updateOne({ _id: event.id }, { handledAt: now });
  expect(await again(30_001)).toBeNull();
});
