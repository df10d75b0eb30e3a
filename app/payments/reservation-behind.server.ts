import { isValidObjectId, type Types } from "mongoose";
import type Stripe from "stripe";
import { ReservationModel } from "@models/reservation";
import { callStripe, refusalReason } from "./gateway.server";

type Behind = string | { id: string } | null | undefined;
const idOf = (behind: Behind) => (typeof behind === "object" ? behind?.id : behind);

/**
 * The reservation that money at Stripe was paid for, by what moved it: a charge, a refund, a dispute, a transfer or a fee.
 *
 * @returns null: Stripe does not say, or names none that there is
 */
export async function reservationBehind(movedBy: string): Promise<Types.ObjectId | null> {
  try {
    const named = await callStripe((stripe) => nameBehind(stripe, movedBy));
    if (named === undefined || !isValidObjectId(named)) return null;
    return (await ReservationModel.findById(named, "_id").lean())?._id ?? null;
  } catch (error) {
    // Gone there, or not for this key to read.
    if (refusalReason(error) === null) throw error;
    return null;
  }
}

async function nameBehind(stripe: Stripe, movedBy: string): Promise<string | undefined> {
  const intent = await intentBehind(stripe, movedBy);
  return intent && (await stripe.paymentIntents.retrieve(intent)).metadata.reservation;
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
    case "tr":
      return await intentOfCharge(
        stripe,
        (await stripe.transfers.retrieve(movedBy)).source_transaction,
      );
    case "fee": {
      const fee = await stripe.applicationFees.retrieve(movedBy);
      return await intentOfCharge(stripe, fee.originating_transaction ?? fee.charge);
    }
    // What was taken back of a transfer or a fee is not found without it.
    default:
      return undefined;
  }
}

async function intentOfCharge(stripe: Stripe, charge: Behind): Promise<string | undefined> {
  const id = idOf(charge);
  return id && (await intentBehind(stripe, id));
}
