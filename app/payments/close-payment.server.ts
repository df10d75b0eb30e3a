import Stripe from "stripe";
import { callStripe, isInvalidRequest } from "./gateway.server";
import { readPayment, WITH_CHARGE, type PaymentRef } from "./read-payment.server";
import { callUnderKey, keyTurn } from "./spent-keys.server";
import { snapshotOf, type PaymentSnapshot, type PaymentState } from "./snapshot";

const CLOSABLE: readonly PaymentState[] = ["open", "requires_action", "failed"];

/** Whether a payment could still be made. */
export function isClosable({ state }: PaymentSnapshot): boolean {
  return CLOSABLE.includes(state);
}

/**
 * Makes sure that a payment can no longer be made, as the step before its days are freed.
 *
 * @returns what it is now: `none` or `cancelled` when closed, `authorised` or `paid` when it was
 * faster. Never anything that could still become a payment.
 */
export async function closePayment(ref: PaymentRef): Promise<PaymentSnapshot> {
  const before = await readPayment(ref);
  if (!isClosable(before)) return before;
  await attempt(async () => {
    if (before.sessionId !== null) {
      const { sessionId } = before;
      await callStripe((stripe) => stripe.checkout.sessions.expire(sessionId));
    } else if (before.intentId !== null) {
      const { intentId } = before;
      await callStripe((stripe) =>
        stripe.paymentIntents.cancel(intentId, { cancellation_reason: "abandoned" }),
      );
    }
  });
  return await afterwards(ref, CLOSABLE);
}

/**
 * Gives an authorisation back without taking anything.
 *
 * @returns what the payment is now: `cancelled`, or `paid` when someone captured it meanwhile
 */
export async function releasePayment(ref: PaymentRef, intentId: string): Promise<PaymentSnapshot> {
  try {
    const intent = await callStripe((stripe) =>
      stripe.paymentIntents.cancel(intentId, {
        cancellation_reason: "requested_by_customer",
        expand: WITH_CHARGE,
      }),
    );
    return snapshotOf({ session: null, intent, refunds: [], disputes: [] });
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
  }
  return await afterwards(ref, [...CLOSABLE, "authorised"]);
}

/** Stripe will not take an authorised payment, now or later: its owner can no longer be paid, say. */
export class CaptureRefused extends Error {}

/**
 * Takes an authorised payment.
 *
 * @returns what it is now: `paid`, or `cancelled` when the authorisation is gone
 * @throws CaptureRefused when it is still authorised and Stripe refuses to take it
 */
export async function capturePayment(
  ref: PaymentRef,
  intentId: string,
  reservationId: string,
): Promise<PaymentSnapshot> {
  const turn = await keyTurn(intentId);
  try {
    await callUnderKey(turn, `cap:${reservationId}`, (stripe, options) =>
      stripe.paymentIntents.capture(intentId, {}, options),
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const after = await readPayment(ref);
    if (after.state !== "authorised") return after;
    throw new CaptureRefused(`Payment ${intentId} cannot be captured`, { cause: error });
  }
  return await afterwards(ref, [...CLOSABLE, "authorised"]);
}

/** Whether Stripe understood, and will not do it: because of the call, the card or the account. */
function isRefusal(error: unknown): boolean {
  const { StripeCardError, StripePermissionError } = Stripe.errors;
  return (
    isInvalidRequest(error) ||
    error instanceof StripeCardError ||
    error instanceof StripePermissionError
  );
}

/** A refusal means that the payment moved on meanwhile: what is read next says where to. */
async function attempt(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
  }
}

async function afterwards(
  ref: PaymentRef,
  unfinished: readonly PaymentState[],
): Promise<PaymentSnapshot> {
  const after = await readPayment(ref);
  if (unfinished.includes(after.state)) {
    throw new Error(`Payment ${after.sessionId ?? after.intentId} is still ${after.state}`);
  }
  return after;
}
