import type { ClientSession } from "mongoose";
import { LedgerEntryModel } from "@models/ledger-entry";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { dueBeside, givenUpBeside } from "~/payments/due-back.server";
import { balanceOf, chargedBackIn, contestedIn, type Balance, moneyOf } from "~/payments/balance";
import { casesOf } from "~/payments/payment-cases.server";
import { proportion, type Cents } from "~/platform/money";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { refundDecided } from "~/rules/cancellation";
import { partsOf } from "~/rules/money-words";
import { givenByRefunds, paidParts, refundedInAll, takenInAll } from "~/rules/paid-parts";
import { endOutdatedChange, tellChangeEnded } from "../record/end-change.server";
import { finishTransition } from "../payment/sync-reservation.server";
import type { HoldEndReason } from "../reserve/end-hold.server";
import { closeSupplements, endSupplements } from "../reserve/unpaid-supplements.server";

/** What can still be given back of a reservation, in cents, beside what was decided already. */
export interface Refundable {
  reservation: Reservation;
  /** By the ledger, which also has payments that were returned because they came too late to be the reservation's. */
  balance: Balance;
  /** What was sent on to the owner, and the platform's fee on it. */
  shares: { sent: Cents; fee: Cents };
  /** What has come back of the owner's part of that already, whatever for. */
  takenBack: Cents;
  paid: Cents;
  /** Given back, by banks too, or decided to be, or given up. */
  decided: Cents;
  /** What of that has yet to go back, and what the office has given up of it. */
  due: { awaited: Cents; givenUp: Cents };
  left: Cents;
  /** On what the payer's bank decides, and what it took back for good, of all that its ledger has. */
  contested: Cents;
  chargedBack: Cents;
}

/** The states in which more may be given back than was decided: it is paid, and no answer is under way. */
const GRANTABLE: readonly Reservation["status"][] = ["confirmed", "ended", "cancelled"];

/**
 * What is left of what was paid, of the reservation's own payments alone: what is granted is given back of these.
 *
 * @throws Refusal("not_found")
 */
export async function refundable(
  reservationId: string,
  session?: ClientSession,
): Promise<Refundable> {
  const reservation = await ReservationModel.findById(reservationId, null, { session }).lean();
  if (!reservation) throw new Refusal("not_found");
  const entries = await LedgerEntryModel.find({ reservation: reservation._id }, null, {
    session,
  }).lean();
  const paid = takenInAll(reservation);
  const cases = await casesOf([reservation._id], session);
  // A bank may take more beside what was given up: that is with the payer as well.
  const withPayer = refundedInAll(reservation) + givenUpBeside(reservation, cases);
  const decided = Math.min(paid, Math.max(withPayer, refundDecided(reservation)));
  const due = partsOf(dueBeside(reservation, cases));
  const left = GRANTABLE.includes(reservation.status) ? paid - decided : 0;
  const fee = paidParts(reservation).reduce((sum, { platformShare }) => sum + platformShare, 0);
  const shares = { sent: paid, fee };
  const disputed = { contested: contestedIn(entries), chargedBack: chargedBackIn(entries) };
  const balance = balanceOf(entries);
  // Of a payment just made Stripe may have yet to tell what was sent; what came too late was sent, and came back, besides.
  const missing = Math.min(moneyOf(entries).takenBack, shares.sent - shares.fee - balance.owner);
  const takenBack = Math.max(0, missing);
  return { reservation, balance, paid, decided, due, left, shares, takenBack, ...disputed };
}

/** Whose part so many cents more come from, as `stillToTake` shares a refund out. */
export function refundParts(
  {
    paid,
    decided,
    shares,
    takenBack,
  }: Pick<Refundable, "paid" | "decided" | "shares" | "takenBack">,
  amount: Cents,
): { owner: Cents; platform: Cents } {
  const ownersOf = (cents: Cents) =>
    proportion(shares.sent, cents, paid) - proportion(shares.fee, cents, paid);
  const inAll = ownersOf(decided + amount);
  const owner = Math.max(0, Math.min(inAll - ownersOf(decided), inAll - takenBack));
  return { owner, platform: amount - owner };
}

/**
 * Decides, in the caller's transaction, to give back more than the policy does, which ends what waits of other dates;
 * `finishGrant` gives it, and the reconciliation should that fail. It is decided once: what is to be with the payer in all is
 * written down, so that the same press again finds another amount decided than its page said.
 *
 * @param request.decided cents that the page said were given back or decided; others by now are refused
 * @returns the reservation with its grant
 * @throws Refusal("not_found" | "refund_too_large" | "refunded_meanwhile")
 */
export async function grantRefund(
  request: { reservationId: string; amount: Cents; decided: Cents; why: string; now: Date },
  session: ClientSession,
): Promise<Reservation> {
  const { reservationId, amount, why, now } = request;
  const { reservation, decided, left, chargedBack } = await refundable(reservationId, session);
  if (decided !== request.decided) throw new Refusal("refunded_meanwhile");
  if (amount > left) throw new Refusal("refund_too_large", { field: "amount" });
  const { _id, status, grant } = reservation;
  // By the ledger, too: on records of before what banks took was not kept beside what went back.
  const inAll = refundedInAll(reservation);
  const refundsTold = Math.min(givenByRefunds(reservation), Math.max(0, inAll - chargedBack));
  const byBanks = inAll - refundsTold;
  // Nobody decided the rest: once the banks give it back, it is not to go to the payer again.
  const ours = Math.max(refundsTold, refundDecided(reservation, 0));
  const banksAlone = Math.min(byBanks, Math.max(0, decided - ours));
  const granted = await updateAndRead(
    ReservationModel,
    { _id, status, "grant.refund": grant?.refund ?? NOT_SET },
    // Until Stripe has it, the reconciliation reads this payment again.
    {
      $set: {
        grant: {
          ...{ refund: decided + amount, why, at: now },
          ...(byBanks > 0 && { byBanks }),
          ...(banksAlone > 0 && { banksAlone }),
        },
        ...{ ledgerOpen: true, refundsTold },
      },
    },
    { session },
  );
  if (!granted) throw new Refusal("refunded_meanwhile");
  await closeSupplements(_id, now, session);
  return (await endOutdatedChange(granted, now, session)) ?? granted;
}

/** What was held to be paid for what a reservation was before: somebody gave back of it since. */
const OUTDATED: HoldEndReason = {
  event: "expire",
  by: "system",
  why: "Un remboursement est venu avant le paiement du supplément",
};

/**
 * Gives what was granted, and ends what was held for dearer dates: they are no longer those of what was paid.
 *
 * @returns the reservation as it is then
 */
export async function finishGrant(granted: Reservation, now: Date): Promise<Reservation> {
  await tellChangeEnded(granted);
  const after = await finishTransition(granted, now);
  await endSupplements(granted._id, now, { reason: OUTDATED });
  return after;
}
