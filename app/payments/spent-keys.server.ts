/** The keys under which Stripe does a thing once, and what is done when it keeps an error under one. */
import Stripe from "stripe";
import { SpentKeyModel } from "@models/spent-key";
import { isDuplicateKey } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { callStripe } from "./gateway.server";
import { readPayment, type PaymentRef } from "./read-payment.server";
import type { PaymentSnapshot } from "./snapshot";

/** Whose turn it is among the keys of a payment, or of something that is made once. */
export interface KeyTurn {
  of: string;
  /** How many were used up before. */
  spent: number;
}

/**
 * Which turn it is. Stripe repeats an error for a day under the key that it was first given under, a 500 as well, so the
 * call needs another key; but the deed may be done behind a 500. **Read first this, then what there is at Stripe, then
 * call**: under a further key nothing is done twice only because whoever has its number has seen what became of those
 * before it.
 */
export async function keyTurn(of: string): Promise<KeyTurn> {
  const known = await SpentKeyModel.findById(of).lean();
  return { of, spent: known?.count ?? 0 };
}

/**
 * The turn among the keys of a payment that was read before, with the payment as it is since. Where no key was used up
 * that reading will do: whoever else acts on one as old has the same key.
 */
export async function keyTurnOf(
  payment: PaymentSnapshot & { intentId: string },
  ref: PaymentRef,
): Promise<{ turn: KeyTurn; present: PaymentSnapshot }> {
  const turn = await keyTurn(payment.intentId);
  return { turn, present: turn.spent === 0 ? payment : await readPayment(ref) };
}

/**
 * Calls Stripe under the key whose turn it is, and uses it up where Stripe keeps an error under it. Of several who call at
 * once all have the same.
 *
 * @throws what `callStripe` does
 */
export async function callUnderKey<T>(
  turn: KeyTurn,
  key: string,
  call: (stripe: Stripe, options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  const idempotencyKey = turn.spent === 0 ? key : `${key}~${turn.spent}`;
  try {
    return await callStripe((stripe) => call(stripe, { idempotencyKey }));
  } catch (error) {
    if (isKept(error)) await spend(turn);
    throw error;
  }
}

/** Whether Stripe will say the same under this key: not of what it never began, nor of an answer that was lost. */
function isKept(error: unknown): boolean {
  const said = error instanceof Refusal ? error.cause : error;
  if (!(said instanceof Stripe.errors.StripeError)) return false;
  const { statusCode = 0 } = said;
  return statusCode >= 500 || [400, 402, 403, 404].includes(statusCode);
}

/** Counts once, whoever else hears the same error at this moment. */
async function spend({ of, spent }: KeyTurn): Promise<void> {
  const next = { $set: { count: spent + 1, at: new Date() } };
  try {
    await SpentKeyModel.updateOne({ _id: of, count: spent }, next, { upsert: spent === 0 });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
