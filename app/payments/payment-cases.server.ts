/** The payments that a person has to see to: opened where they come up, shown in the back-office. */
import { trusted } from "mongoose";
import { PaymentCaseModel, type PaymentCase, type PaymentCaseKind } from "@models/payment-case";
import { isDuplicateKey } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import type { Parties } from "./ledger.server";

const STILL_OPEN = trusted({ $exists: false });

/**
 * Hands something about a payment to a person, once however often it comes up: amount and reason are the
 * latest, `since` the first. A case that was closed is opened anew, unless it may be opened once only.
 */
export async function openCase(
  kind: PaymentCaseKind,
  about: { parties: Parties; paymentIntentId: string; amount: number; reason: string },
  { onlyOnce = false }: { onlyOnce?: boolean } = {},
): Promise<void> {
  const { parties, paymentIntentId, amount, reason } = about;
  const _id = `${kind}:${paymentIntentId}`;
  const reservation = parties._id;
  const latest = { amount, reason };
  const seenAt = new Date();
  const known = await PaymentCaseModel.updateOne(
    { _id, closedAt: STILL_OPEN },
    { $set: { ...latest, seenAt } },
  );
  if (known.matchedCount > 0) return;
  if (onlyOnce && (await PaymentCaseModel.exists({ _id }))) return;
  logger.error({ kind, reservation: reservation.toString(), ...latest }, "payment needs a person");
  const fresh = { kind, reservation, paymentIntentId, since: seenAt, seenAt, ...latest };
  try {
    await PaymentCaseModel.updateOne(
      { _id },
      { $set: fresh, $unset: { closedAt: 1 } },
      { upsert: true },
    );
  } catch (error) {
    // Opened elsewhere at this moment.
    if (!isDuplicateKey(error)) throw error;
  }
}

/**
 * Notes that nothing of these kinds is due for a payment any more.
 *
 * @param asOf before the payment was read that says so: of several who follow it at once, one that read it before a
 * refund came back would else close what another one, who knows of that, has opened
 */
export async function closeCases(
  paymentIntentId: string,
  kinds: readonly PaymentCaseKind[],
  asOf: Date,
): Promise<void> {
  const known = { seenAt: trusted({ $not: { $gt: asOf } }), closedAt: STILL_OPEN };
  await PaymentCaseModel.updateMany(
    { paymentIntentId, kind: trusted({ $in: kinds }), ...known },
    { $set: { closedAt: new Date() } },
  );
}

/** The cases that wait for a person, the oldest first. */
export async function openCases(limit = 100, skip = 0): Promise<PaymentCase[]> {
  return await PaymentCaseModel.find({ closedAt: STILL_OPEN })
    .sort({ since: 1, _id: 1 })
    .skip(skip)
    .limit(limit)
    .lean();
}
