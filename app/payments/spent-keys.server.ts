/** The keys under which Stripe does a thing once, and what is done when it keeps an error under one. */
import Stripe from "stripe";
import { SpentKeyModel } from "@models/spent-key";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { addMinutes } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { callStripe } from "./gateway.server";
import { readPayment, type PaymentRef } from "./read-payment.server";
import type { PaymentSnapshot } from "./snapshot";

/**
 * For so long after an error of Stripe's own what could be done twice is not asked for under a further key. Stripe calls such
 * a result indeterminate, and may finish what was begun afterwards (https://docs.stripe.com/error-low-level#server-errors). It
 * names no time for that: a quarter of an hour is ours, many times as long as a request may take.
 */
export const UNCERTAIN_MINUTES = 15;

/** Whose turn it is among the keys of a payment, or of something that is made once. */
export interface KeyTurn {
  of: string;
  /** How many were used up before. */
  spent: number;
  /** What was asked for under the last of them may still be done: look, and ask for nothing more. */
  isUncertain: boolean;
}

/**
 * Which turn it is. Stripe repeats an error for a day under the key that it was first given under, a 500 as well, so the
 * call needs another key; but the deed may be done behind a 500. **Read first this, then what there is at Stripe, then
 * call**: under a further key nothing is done twice only because whoever has its number has seen what became of those
 * before it.
 */
export async function keyTurn(of: string): Promise<KeyTurn> {
  const known = await SpentKeyModel.findById(of).lean();
  const certainFrom = known?.failedAt && addMinutes(known.failedAt, UNCERTAIN_MINUTES);
  const isUncertain = certainFrom !== undefined && certainFrom > new Date();
  return { of, spent: known?.count ?? 0, isUncertain };
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
    if (isKept(error)) await spend(turn, statusOf(error) >= 500);
    throw error;
  }
}

/**
 * The same for what moves a part of a payment's money, which Stripe would move twice: after an error of its own a further key
 * waits until it is certain that nothing more comes of the one before. What came of it meanwhile is seen by whoever reads
 * the payment after the turn; else the deed stays due, and whoever looks next tries again. A capture needs no such wait, since
 * Stripe takes a payment once, nor does what moves nothing.
 *
 * @throws Refusal("unavailable") while it waits, and what `callStripe` does
 */
export async function moveUnderKey<T>(
  turn: KeyTurn,
  key: string,
  call: (stripe: Stripe, options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  if (turn.isUncertain) throw notYet(turn.of);
  return await callUnderKey(turn, key, call);
}

class StillUncertain extends Error {
  constructor(of: string) {
    super(`${of} waits for what was begun before`);
  }
}

/** What is thrown of a deed that stays due: what was begun before has yet to end, and whoever looks next tries again. */
export function notYet(of: string): Refusal {
  return new Refusal("unavailable", { cause: new StillUncertain(of) });
}

/** Whether something was left undone only because its time has not come: what it waits for was told of. */
export function isWait(error: unknown): boolean {
  return error instanceof Refusal && error.cause instanceof StillUncertain;
}

/** Whether Stripe will say the same under this key: not of what it never began, nor of an answer that was lost. */
function isKept(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 500 || [400, 402, 403, 404].includes(status);
}

/** Of what Stripe answered; 0: nothing. */
function statusOf(error: unknown): number {
  const said = error instanceof Refusal ? error.cause : error;
  return said instanceof Stripe.errors.StripeError ? (said.statusCode ?? 0) : 0;
}

/** Counts once, whoever else hears the same error at this moment. */
async function spend({ of, spent }: KeyTurn, hasFailed: boolean): Promise<void> {
  const at = new Date();
  const next = { $set: { count: spent + 1, at, ...(hasFailed && { failedAt: at }) } };
  try {
    await SpentKeyModel.updateOne({ _id: of, count: spent }, next, { upsert: spent === 0 });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
