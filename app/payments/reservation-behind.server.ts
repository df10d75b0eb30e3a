import { isValidObjectId, type Types } from "mongoose";
import type Stripe from "stripe";
import { ReservationModel } from "@models/reservation";
import { logger } from "~/platform/log.server";
import { isUnavailable } from "~/platform/refusal";
import { callStripe, refusalReason } from "./gateway.server";

type Behind = string | { id: string } | null | undefined;
const idOf = (behind: Behind) => (typeof behind === "object" ? behind?.id : behind);

/** What money at Stripe was paid for. */
export interface PaymentBehind {
  reservation: Types.ObjectId;
  /** What the payment names: that reservation, or a supplement of it. */
  record: Types.ObjectId;
  paymentIntentId: string;
}

/**
 * Finds the payments behind many movements, each by what moved it: a charge, a refund, a dispute, a transfer or a fee. Once
 * Stripe does not answer, nothing more is asked of it.
 *
 * @returns finds one; null: Stripe does not say, or names no reservation that there is
 */
export function paymentsBehind(): (movedBy: string) => Promise<PaymentBehind | null> {
  const known = new Map<string, PaymentBehind | null>();
  let isAway = false;
  return async (movedBy) => {
    if (isAway) return null;
    try {
      const intent = await callStripe((stripe) => intentBehind(stripe, movedBy));
      if (intent === undefined) return null;
      if (!known.has(intent)) known.set(intent, await namedBy(intent));
      return known.get(intent) ?? null;
    } catch (error) {
      isAway = isUnavailable(error);
      // Gone there, or not for this key to read.
      if (!isAway && refusalReason(error) === null) throw error;
      if (isAway) logger.warn({ err: error, movedBy }, "not asked whose money moved");
      return null;
    }
  };
}

async function namedBy(paymentIntentId: string): Promise<PaymentBehind | null> {
  const intent = await callStripe((stripe) => stripe.paymentIntents.retrieve(paymentIntentId));
  const named = intent.metadata.reservation;
  if (!isValidObjectId(named)) return null;
  const found = await ReservationModel.findById(named, "supplementTo").lean();
  if (!found) return null;
  const { _id: record, supplementTo } = found;
  return { reservation: supplementTo?.reservation ?? record, record, paymentIntentId };
}

async function intentBehind(stripe: Stripe, movedBy: string): Promise<string | undefined> {
  switch (movedBy.split("_")[0]) {
    case "ch":
    case "py":
      return idOf((await stripe.charges.retrieve(movedBy)).payment_intent);
    case "re":
    case "pyr":
      return idOf((await stripe.refunds.retrieve(movedBy)).payment_intent);
    case "dp":
    case "du":
      return idOf((await stripe.disputes.retrieve(movedBy)).payment_intent);
    case "tr": {
      const { source_transaction, metadata } = await stripe.transfers.retrieve(movedBy);
      if (source_transaction) return await intentOfCharge(stripe, source_transaction);
      return await intentOfReservation(metadata.reservation);
    }
    case "fee": {
      const fee = await stripe.applicationFees.retrieve(movedBy);
      return await intentOfCharge(stripe, fee.originating_transaction ?? fee.charge);
    }
    // What was taken back of a transfer or a fee is not found without it.
    default:
      return undefined;
  }
}

/** What a person sends an owner by hand is of no payment, and names its reservation as what the program moves does. */
async function intentOfReservation(named: string | undefined): Promise<string | undefined> {
  if (!isValidObjectId(named)) return undefined;
  return (await ReservationModel.findById(named, "paymentIntentId").lean())?.paymentIntentId;
}

async function intentOfCharge(stripe: Stripe, charge: Behind): Promise<string | undefined> {
  const id = idOf(charge);
  return id && (await intentBehind(stripe, id));
}
