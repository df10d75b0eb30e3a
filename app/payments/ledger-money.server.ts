import { trusted, type ClientSession } from "mongoose";
import { LedgerEntryModel } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import { isDisputed } from "~/rules/disputes";
import { NO_MONEY, type Money } from "~/rules/money-words";
import { contestedIn, moneyOf } from "./balance";

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
