import { isDeepStrictEqual } from "node:util";
import type Stripe from "stripe";
import { Refusal } from "~/platform/refusal";
import { callStripe } from "./gateway.server";
import { NO_PAYMENT, snapshotOf, type PaymentSnapshot } from "./snapshot";

/** What a payment is known by; the session when it was opened on the hosted page. */
export interface PaymentRef {
  checkoutSessionId?: string;
  paymentIntentId?: string;
}

/** What of a payment intent has to be expanded for a snapshot. */
export const WITH_CHARGE = [
  "latest_charge",
  "latest_charge.transfer",
  "latest_charge.application_fee",
];
/** What of a refund: when its money left, and when it came back. */
const WITH_MOVEMENTS = ["data.balance_transaction", "data.failure_balance_transaction"];
const PAGE = 100;
/** More movements of one kind than any payment has. */
const MOST = 10_000;
/** How often a payment that keeps changing while it is read is looked at. */
const MOST_ROUNDS = 5;

/** Asks Stripe what a payment is now. Amounts are cents. */
export async function readPayment(ref: PaymentRef): Promise<PaymentSnapshot> {
  if (!ref.checkoutSessionId && !ref.paymentIntentId) return NO_PAYMENT;
  return await callStripe(async (stripe) => {
    const session = ref.checkoutSessionId
      ? await stripe.checkout.sessions.retrieve(ref.checkoutSessionId, {
          expand: ["payment_intent", ...WITH_CHARGE.map((path) => `payment_intent.${path}`)],
        })
      : null;
    const intent = session
      ? expandedIntent(session)
      : await stripe.paymentIntents.retrieve(ref.paymentIntentId!, { expand: WITH_CHARGE });
    return await withRefunds(stripe, session, intent);
  });
}

/** Completes what was read of a payment with its refunds and disputes, if it can have any. */
async function withRefunds(
  stripe: Stripe,
  session: Stripe.Checkout.Session | null,
  intent: Stripe.PaymentIntent | null,
): Promise<PaymentSnapshot> {
  const none = snapshotOf({ session, intent, refunds: [], disputes: [] });
  if (none.state !== "paid" || !intent) return none;
  let given = await readGiven(stripe, intent.id);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const read = { session, intent, ...given, ...(await readTakenBack(stripe, none, given)) };
    if (!read.reversals && !read.feeRefunds) return snapshotOf(read);
    const since = await readGiven(stripe, intent.id);
    if (isDeepStrictEqual(since, given)) return snapshotOf(read);
    given = since;
  }
  throw new Refusal("unavailable", { cause: new Error(`${intent.id} changed at every look`) });
}

type Given = Pick<Parameters<typeof snapshotOf>[0], "refunds" | "disputes">;

async function readGiven(stripe: Stripe, intentId: string): Promise<Given> {
  const of = { payment_intent: intentId, limit: PAGE };
  const [refunds, disputes] = await Promise.all([
    all(stripe.refunds.list({ ...of, expand: WITH_MOVEMENTS })),
    all(stripe.disputes.list(of)),
  ]);
  return { refunds, disputes };
}

/**
 * All that came back of transfer and fee; the objects themselves show the ten newest alone, and are
 * believed when nothing happened.
 *
 * A refund takes back in the same moment, but is listed apart: a look with one and without the other sees
 * an owner robbed, or a share to be taken twice. So the caller reads refunds before and after, until
 * nothing happened in between.
 */
async function readTakenBack(
  stripe: Stripe,
  { transfer, fee }: PaymentSnapshot,
  { refunds, disputes }: Given,
) {
  const isUntouched = refunds.length === 0 && disputes.length === 0;
  const [reversals, feeRefunds] = await Promise.all([
    transfer && !(isUntouched && transfer.reversals.length === 0)
      ? all(stripe.transfers.listReversals(transfer.id, { limit: PAGE }))
      : undefined,
    fee && !(isUntouched && fee.refunds.length === 0)
      ? all(stripe.applicationFees.listRefunds(fee.id, { limit: PAGE }))
      : undefined,
  ]);
  return { reversals, feeRefunds };
}

async function all<T>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  return await list.autoPagingToArray({ limit: MOST });
}

function expandedIntent(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  const intent = session.payment_intent;
  if (typeof intent === "string") throw new Error(`Session ${session.id} came without its intent`);
  return intent;
}

/**
 * A payment that was heard of by its intent alone, as of a card that was declined, with the hosted page that it was opened on, if it
 * was: Stripe closes it by that page alone.
 */
export async function withItsPage(ref: PaymentRef): Promise<PaymentRef> {
  const { checkoutSessionId, paymentIntentId } = ref;
  if (checkoutSessionId || !paymentIntentId) return ref;
  const { data } = await callStripe((stripe) =>
    stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 }),
  );
  return data[0] ? { ...ref, checkoutSessionId: data[0].id } : ref;
}

/**
 * Looks for the payments that were opened for a reservation but never written down, because the
 * process died or the answer was lost. Newest first.
 *
 * @param since no payment of it can be older
 */
export async function findPayments(search: {
  reservationId: string;
  customerId: string;
  since: Date;
}): Promise<PaymentRef[]> {
  const created = { gte: Math.floor(search.since.getTime() / 1000) - 60 };
  const list = { customer: search.customerId, created, limit: PAGE };
  const isOurs = ({ metadata }: { metadata: Stripe.Metadata | null }) =>
    metadata?.reservation === search.reservationId;
  return await callStripe(async (stripe) => {
    const found: PaymentRef[] = [];
    const sessionIntents = new Set<string>();
    for await (const session of stripe.checkout.sessions.list(list)) {
      if (!isOurs(session)) continue;
      if (typeof session.payment_intent === "string") sessionIntents.add(session.payment_intent);
      found.push({ checkoutSessionId: session.id });
    }
    for await (const intent of stripe.paymentIntents.list(list)) {
      if (isOurs(intent) && !sessionIntents.has(intent.id)) {
        found.push({ paymentIntentId: intent.id });
      }
    }
    return found;
  });
}

/**
 * The payment behind the object that an event spoke of, a hosted session, a payment or a charge; null
 * when it is none of them, or a charge without a payment.
 */
export async function paymentOf(objectId: string): Promise<PaymentRef | null> {
  if (objectId.startsWith("cs_")) return { checkoutSessionId: objectId };
  if (objectId.startsWith("pi_")) return { paymentIntentId: objectId };
  if (!objectId.startsWith("ch_")) return null;
  const charge = await callStripe((stripe) => stripe.charges.retrieve(objectId));
  const intent = charge.payment_intent;
  const paymentIntentId = typeof intent === "object" ? intent?.id : intent;
  return paymentIntentId ? { paymentIntentId } : null;
}
