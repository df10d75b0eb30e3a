import { trusted, type ClientSession } from "mongoose";
import { LedgerEntryModel } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import { balanceOf, contestedIn, totalOf, type Summed } from "~/payments/ledger.server";
import { proportion, type Cents } from "~/platform/money";
import { isDisputed } from "~/rules/disputes";
import { NO_MONEY, ROUNDING, type Money } from "~/rules/money-words";

/** What ledger entries come to, as people are told of it. */
export function moneyOf(entries: readonly Summed[]): Money {
  const sum = (type: Summed["type"]) => totalOf(entries, type);
  const { paid, refunded, owner } = balanceOf(entries);
  const sent = sum("transferred") - sum("fee");
  const money = { paid, refunded, sent, takenBack: sent - owner, contested: contestedIn(entries) };
  return {
    authorised: sum("authorised"),
    released: sum("released"),
    ...money,
    owed: owedIn(entries, money),
  };
}

/**
 * Cents that an owner lacks since a bank gave back what their part was taken for, as `owedToOwner` tells it of a payment. What a
 * person then pays them is no movement of a payment: the ledger says so for ever.
 */
function owedIn(
  entries: readonly Summed[],
  { paid, refunded, sent, takenBack, contested }: Omit<Money, "authorised" | "released" | "owed">,
): Cents {
  if (paid === 0 || totalOf(entries, "dispute_reinstated") === 0) return 0;
  const withPayer = refunded + contested + totalOf(entries, "refund_failed");
  const owed = takenBack - proportion(sent, Math.min(paid, withPayer), paid);
  const payments = entries.filter(({ type }) => type === "captured").length;
  return owed > ROUNDING * payments ? owed : 0;
}

/** What the ledger has of some reservations, by their ids. */
export async function ledgerMoney(
  ids: readonly Reservation["_id"][],
  session?: ClientSession,
): Promise<(id: Reservation["_id"]) => Money> {
  const entries = await LedgerEntryModel.find(
    { reservation: trusted({ $in: ids }) },
    { reservation: 1, type: 1, amount: 1 },
    { session },
  ).lean();
  return (id) => {
    const own = entries.filter(({ reservation }) => reservation.equals(id));
    return own.length > 0 ? moneyOf(own) : NO_MONEY;
  };
}

/** What payers' banks have not decided yet of some reservations: the cents that they hold meanwhile, of an inquiry none. */
export async function openDisputesOf(
  ids: readonly Reservation["_id"][],
  session: ClientSession | undefined,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const entries = await LedgerEntryModel.find(
    { reservation: trusted({ $in: ids }) },
    { reservation: 1, type: 1, amount: 1 },
    { session },
  ).lean();
  const disputed = new Set(
    entries.filter(({ type }) => type === "disputed").map((entry) => entry.reservation.toString()),
  );
  return new Map(
    [...disputed].flatMap((id) => {
      const own = entries.filter(({ reservation }) => reservation.toString() === id);
      return isDisputed(own) ? [[id, contestedIn(own)] as const] : [];
    }),
  );
}

/**
 * What the ledger has of one payment: a reservation's, with all that it has, or of a supplement that did not
 * join its reservation. The latter is told by its charge alone, and by what its record says went back.
 */
export async function recordMoney(record: Reservation): Promise<Money> {
  const { _id, supplementTo, chargeId, refunded } = record;
  if (!supplementTo) return (await ledgerMoney([_id]))(_id);
  if (!chargeId) return NO_MONEY;
  const entries = await LedgerEntryModel.find({ reservation: supplementTo.reservation }).lean();
  const money = moneyOf(entries.filter(({ stripeId }) => stripeId === chargeId));
  return { ...money, refunded };
}
