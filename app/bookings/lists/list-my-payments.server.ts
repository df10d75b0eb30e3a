import { Types } from "mongoose";
import type { LedgerEntry } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { formatDay, parisDayOf } from "~/platform/days";
import { balanceOf } from "~/payments/ledger.server";
import { amountOf, LEDGER_STATUS_LABELS, ledgerStatus } from "~/payments/ledger-status.server";
import { pageOf } from "~/platform/paging";
import { formatPeriod, periodOf } from "~/rules/calendar";
import type { Side } from "~/rules/history-words";
import { joinedReservations } from "../record/joined-reservation.server";
import { venueHref } from "../record/venue-href";
import { byCreation } from "./listed-reservations.server";
import { paidReservations } from "./paid-reservations.server";

const PER_PAGE = 20;

/** A payment in a list. Amounts are cents. */
interface ListedPayment {
  id: string;
  reference: string;
  /** Its page; null when there is none that they may see. */
  venueHref: string | null;
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

interface PaymentPage<T> {
  rows: T[];
  page: number;
  pages: number;
}

/** What lists of payments show of a reservation. */
const FIELDS = [
  ...(["_id", "reference", "venueId", "venueTitle", "startDate", "endDate"] as const),
  ...(["startSlot", "endSlot", "period", "ownerShare", "createdAt"] as const),
] as const;

type Paid = Pick<Reservation, (typeof FIELDS)[number]>;

interface Row {
  reservation: Paid;
  /** All that the ledger has on it, the earliest first. */
  entries: LedgerEntry[];
  venueHref: string | null;
}

export interface MyPayments {
  made: PaymentPage<MadePayment>;
  earned: PaymentPage<Earning>;
}

/**
 * What someone paid, and what they earned as an owner, each newest first, 20 a page; the figures are the ledger's.
 * Three questions.
 *
 * @param page of each, from 1
 */
export async function myPayments(
  userId: string,
  page: { made: number; earned: number },
): Promise<MyPayments> {
  const id = new Types.ObjectId(userId);
  const [paid, received] = await Promise.all([paidReservations(id), chargedReservations(id)]);
  const { items: made, ...madePlace } = pageOf(paid, page.made, PER_PAGE);
  const { items: earned, ...earnedPlace } = pageOf(received, page.earned, PER_PAGE);
  const rowOf = await rowsOf([...made, ...earned]);
  return {
    made: { ...madePlace, rows: made.map(rowOf("buyer")).map(toMade) },
    earned: { ...earnedPlace, rows: earned.map(rowOf("owner")).map(toEarning) },
  };
}

/**
 * What an owner was asked for and whose payment got as far as a charge, newest first; what was never more than held is
 * in no list of theirs.
 */
async function chargedReservations(ownerId: Types.ObjectId): Promise<Paid[]> {
  const own = await ReservationModel.find({ ownerId })
    .select([...FIELDS, "chargeId", "supplementTo", "status"])
    .lean();
  // A supplement stands with what it was paid for.
  return (
    own
      .filter(({ chargeId, supplementTo }) => chargeId !== undefined && !supplementTo)
      // Told apart here: no index of an owner's reservations has their state.
      .filter(({ status }) => status !== "dead")
      .sort(byCreation)
  );
}

/** What is shown beside each of these reservations to one of its sides. */
async function rowsOf(
  reservations: readonly Paid[],
): Promise<(side: Side) => (reservation: Paid) => Row> {
  const joined = await joinedReservations(
    reservations.map(({ _id }) => _id),
    ["entries", "venue"],
  );
  const beside = new Map(
    joined.map(({ reservation, ...rest }) => [reservation._id.toString(), rest]),
  );
  return (side) => (reservation) => {
    const { entries = [], venue: [venue] = [] } = beside.get(reservation._id.toString()) ?? {};
    const href = venueHref(side, reservation.venueId.toString(), venue);
    return { reservation, entries, venueHref: href };
  };
}

function toMade(row: Row): MadePayment {
  const { paid, refunded } = balanceOf(row.entries);
  const authorised = paid > 0 ? null : amountOf(row.entries);
  return { ...listed(row), amount: paid, authorised, refunded };
}

function toEarning(row: Row): Earning {
  const { entries, reservation } = row;
  return {
    ...listed(row),
    amount: balanceOf(entries).owner,
    expected: ledgerStatus(entries) === "authorised" ? reservation.ownerShare : null,
    transferredOn: transferDay(entries),
  };
}

function listed({ reservation, entries, venueHref }: Row): ListedPayment {
  const { _id, reference, venueTitle } = reservation;
  const captured = entries.find(({ type }) => type === "captured");
  return {
    id: _id.toString(),
    reference,
    venueHref,
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
