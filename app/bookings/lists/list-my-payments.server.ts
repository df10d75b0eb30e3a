import { trusted, Types } from "mongoose";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { formatDay, parisDayOf } from "~/platform/days";
import { balanceOf } from "~/payments/ledger.server";
import { amountOf, LEDGER_STATUS_LABELS, ledgerStatus } from "~/payments/ledger-status.server";
import { pageOf } from "~/platform/paging";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { byCreation, wholeReservations } from "./listed-reservations.server";

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
}

export interface Earning extends ListedPayment {
  /** The owner's own share, less what was taken back of it. */
  amount: number;
  /** What the owner will receive of a payment that is only authorised so far. */
  expected: number | null;
  /** DD/MM/YYYY, once the money left for the owner's account. */
  transferredOn: string | null;
}

export interface PaymentPage<T> {
  rows: T[];
  page: number;
  pages: number;
}

type Payer = { userId: Types.ObjectId } | { ownerId: Types.ObjectId };

interface Row {
  reservation: Reservation;
  entries: LedgerEntry[];
}

/** What someone paid, newest first, 20 a page; the figures are the ledger's. */
export async function paymentsMade(
  buyerId: string,
  page: number,
): Promise<PaymentPage<MadePayment>> {
  const found = await paymentsOf({ userId: new Types.ObjectId(buyerId) }, page);
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...listed(row),
      amount: balanceOf(row.entries).paid,
      authorised: balanceOf(row.entries).paid > 0 ? null : amountOf(row.entries),
      refunded: balanceOf(row.entries).refunded,
    })),
  };
}

/** What an owner earned, newest first, 20 a page; the figures are the ledger's. */
export async function paymentsEarned(ownerId: string, page: number): Promise<PaymentPage<Earning>> {
  const found = await paymentsOf({ ownerId: new Types.ObjectId(ownerId) }, page);
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...listed(row),
      amount: balanceOf(row.entries).owner,
      expected: ledgerStatus(row.entries) === "authorised" ? row.reservation.ownerShare : null,
      transferredOn: transferDay(row.entries),
    })),
  };
}

/** The reservations whose payment got as far as a charge, with all that the ledger has on them. */
async function paymentsOf(who: Payer, page: number): Promise<PaymentPage<Row>> {
  const fields = { chargeId: 1, createdAt: 1, supplementTo: 1 };
  const own = await ReservationModel.find(who, fields).lean();
  // A supplement stands with what it was paid for.
  const charged = own
    .filter(({ chargeId, supplementTo }) => chargeId !== undefined && !supplementTo)
    .sort(byCreation);
  const { items, page: shown, pages } = pageOf(charged, page, PER_PAGE);
  const reservations = await wholeReservations(items);
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

function transferDay(entries: readonly LedgerEntry[]): string | null {
  const entry = entries.find(({ type }) => type === "transferred");
  return entry ? formatDay(parisDayOf(entry.at)) : null;
}
