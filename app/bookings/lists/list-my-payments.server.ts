import { trusted, Types, type QueryFilter } from "mongoose";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { formatDay, parisDayOf } from "~/platform/days";
import { balanceOf } from "~/payments/ledger.server";
import { amountOf, LEDGER_STATUS_LABELS, ledgerStatus } from "~/payments/ledger-status.server";
import { formatPeriod, periodOf } from "../rules/calendar";

const PER_PAGE = 20;

/** A payment in a list. Amounts are cents. */
interface ListedPayment {
  id: string;
  reference: string;
  venueId: string;
  venueTitle: string;
  /** 'du 11/06/2027 au 13/06/2027' */
  periodText: string;
  /** DD/MM/YYYY, when the money was taken; null when it was not. */
  paidOn: string | null;
  /** 'Payé', 'Remboursé'… */
  state: string;
}

export interface MadePayment extends ListedPayment {
  /** Taken. */
  amount: number;
  /** What was authorised and not taken, at least not so far. */
  authorised: number | null;
  refunded: number;
  /** Stripe's page with the receipt. */
  receiptUrl: string | null;
}

export interface Earning extends ListedPayment {
  /** The owner's own share, less what was taken back of it. */
  amount: number;
  /** What the owner will receive of a payment that is only authorised so far. */
  expected: number | null;
  /** Set once the money left for the owner's account. */
  transfer: { id: string; date: string } | null;
}

export interface PaymentPage<T> {
  rows: T[];
  page: number;
  pages: number;
}

interface Row {
  reservation: Reservation;
  entries: LedgerEntry[];
}

/** What someone paid, newest first, 20 a page; the figures are the ledger's. */
export async function paymentsMade(
  buyerId: string,
  page: number,
): Promise<PaymentPage<MadePayment>> {
  const found = await pageOf({ userId: new Types.ObjectId(buyerId) }, page);
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...listed(row),
      amount: balanceOf(row.entries).paid,
      authorised: balanceOf(row.entries).paid > 0 ? null : amountOf(row.entries),
      refunded: balanceOf(row.entries).refunded,
      receiptUrl:
        balanceOf(row.entries).paid > 0 ? (row.reservation.receiptUrl ?? null) : null,
    })),
  };
}

/** What an owner earned, newest first, 20 a page; the figures are the ledger's. */
export async function paymentsEarned(ownerId: string, page: number): Promise<PaymentPage<Earning>> {
  const found = await pageOf({ ownerId: new Types.ObjectId(ownerId) }, page);
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...listed(row),
      amount: balanceOf(row.entries).owner,
      expected: ledgerStatus(row.entries) === "authorised" ? row.reservation.ownerShare : null,
      transfer: transferOf(row.entries),
    })),
  };
}

/** The reservations whose payment got as far as a charge, with all that the ledger has on them. */
async function pageOf(who: QueryFilter<Reservation>, page: number): Promise<PaymentPage<Row>> {
  const filter = { ...who, chargeId: trusted({ $exists: true }) };
  const total = await ReservationModel.countDocuments(filter);
  const pages = Math.max(1, Math.ceil(total / PER_PAGE));
  const shown = Math.min(Math.max(1, page), pages);
  const reservations = await ReservationModel.find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .skip((shown - 1) * PER_PAGE)
    .limit(PER_PAGE)
    .lean();
  const entries = await LedgerEntryModel.find({
    reservation: trusted({ $in: reservations.map(({ _id }) => _id) }),
  })
    .sort({ at: 1 })
    .lean();
  const rows = reservations.map((reservation) => ({
    reservation,
    entries: entries.filter((entry) => entry.reservation.equals(reservation._id)),
  }));
  return { rows, page: shown, pages };
}

function listed({ reservation, entries }: Row): ListedPayment {
  const { _id, reference, venueId, venueTitle } = reservation;
  const captured = entries.find(({ type }) => type === "captured");
  return {
    id: _id.toString(),
    reference,
    venueId: venueId.toString(),
    venueTitle,
    periodText: formatPeriod(periodOf(reservation)),
    paidOn: captured ? formatDay(parisDayOf(captured.at)) : null,
    state: LEDGER_STATUS_LABELS[ledgerStatus(entries)],
  };
}

function transferOf(entries: readonly LedgerEntry[]): Earning["transfer"] {
  const entry = entries.find(({ type }) => type === "transferred");
  return entry ? { id: entry.stripeId, date: formatDay(parisDayOf(entry.at)) } : null;
}
