import { Types, type PipelineStage } from "mongoose";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { dueBackOf } from "~/payments/due-back.server";
import { balanceOf, moneyOf } from "~/payments/balance";
import {
  amountOf,
  LEDGER_STATUS_LABELS,
  ledgerStatus,
  movedOn,
} from "~/payments/ledger-status.server";
import { formatPeriod, periodOf } from "~/rules/calendar";
import type { Side } from "~/rules/history-words";
import { owedBeside, type Due } from "~/rules/money-words";
import { joining, type With } from "../record/joined-reservation.server";
import { venueHref } from "../record/venue-href";

const PER_PAGE = 20;
/** Somebody's are counted so far, and a page beyond the one that is shown: each of them has to be read for it. */
const COUNTED = 1_000;

/** Of a pipeline and of what it is united with. */
type Stages = Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>[];

/** A payment in a list. Amounts are cents. */
interface ListedPayment {
  id: string;
  reference: string;
  /** The reservation's page; null where it came to nothing and has none. */
  href: string | null;
  /** Its page; null when there is none that they may see. */
  venueHref: string | null;
  venueTitle: string;
  venueCity: string;
  /** 'du 11/06/2027 au 13/06/2027' */
  periodText: string;
  /** When the money was taken, '20/12/2026' or, of several payments, '20/12/2026, 10/01/2027'; null when it was not. */
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
  /** What is theirs again of what was taken back, which a person pays apart from this; null: nothing is. */
  owed: number | null;
  /** Once the money left for the owner's account, as it stands after 'le': '20/12/2026', '20/12/2026 et le 10/01/2027'. */
  transferredOn: string | null;
  /** Likewise, when of that something was taken back; null: nothing was. */
  takenBackOn: string | null;
}

interface PaymentPage<T> {
  rows: T[];
  page: number;
  pages: number;
}

type Joined = With<"entries" | "venue">;

interface Row {
  href: string | null;
  reservation: Reservation;
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
 * A question for each, and two more where an owner's part of what was taken back may be theirs again while a refund is due.
 *
 * @param page of each, from 1
 */
export async function myPayments(
  userId: string,
  page: { made: number; earned: number },
): Promise<MyPayments> {
  const id = new Types.ObjectId(userId);
  const [made, earned] = await Promise.all([
    joinedPage({ userId: id }, PAID, page.made),
    joinedPage({ ownerId: id }, CHARGED, page.earned),
  ]);
  return {
    made: { ...made, rows: made.rows.map(rowOf("buyer")).map(toMade) },
    earned: { ...earned, rows: await earnings(earned.rows.map(rowOf("owner"))) },
  };
}

/** A supplement stands with what it was paid for. */
const IS_OWN = { supplementTo: { $exists: false } };

/**
 * Reservations whose payment got as far as a charge, and those that were never paid for but whose money was taken too
 * late and went back, which the ledger alone knows.
 */
const PAID: Stages = [
  { $match: IS_OWN },
  {
    $lookup: {
      ...{ from: LedgerEntryModel.collection.name, as: "taken" },
      ...{ localField: "_id", foreignField: "reservation" },
      pipeline: [{ $match: { type: "captured" } }, { $limit: 1 }, { $project: { _id: 1 } }],
    },
  },
  { $match: { $or: [{ chargeId: { $exists: true } }, { taken: { $ne: [] } }] } },
  { $project: { taken: 0 } },
];

/** What an owner was asked for and whose payment got as far as a charge; what was never more than held is in no list of theirs. */
const CHARGED: Stages = [
  { $match: { ...IS_OWN, status: { $ne: "dead" }, chargeId: { $exists: true } } },
];

/**
 * A page of somebody's reservations, newest first, with what is shown beside each, and of how many pages: in one
 * question, two past the last page.
 *
 * @param whose an index has all of somebody's in this order
 * @param which told apart of these
 */
async function joinedPage(
  whose: Partial<Pick<Reservation, "userId" | "ownerId">>,
  which: Stages,
  page: number,
): Promise<PaymentPage<Joined>> {
  const found = await ReservationModel.aggregate<Joined | { total: number }>([
    { $match: whose },
    { $sort: { createdAt: -1, _id: -1 } },
    ...which,
    { $skip: (page - 1) * PER_PAGE },
    { $limit: PER_PAGE },
    ...joining(["entries", "venue"]),
    {
      $unionWith: {
        coll: ReservationModel.collection.name,
        pipeline: [
          { $match: whose },
          ...which,
          { $limit: Math.max(COUNTED, page * PER_PAGE) + 1 },
          { $group: { _id: null, total: { $sum: 1 } } },
        ],
      },
    },
  ]);
  const rows = found.filter((one) => "reservation" in one);
  const total = found.find((one) => "total" in one)?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / PER_PAGE));
  return page > pages ? await joinedPage(whose, which, pages) : { rows, page, pages };
}

/** What is shown of a reservation to one of its sides. */
function rowOf(side: Side): (joined: Joined) => Row {
  const path = side === "buyer" ? "/mes-demandes" : "/mes-locations/demandes";
  return ({ reservation, entries, venue: [venue] }) => ({
    ...{ reservation, entries },
    href: reservation.status === "dead" ? null : `${path}/${reservation._id.toString()}`,
    venueHref: venueHref(side, reservation.venueId.toString(), venue),
  });
}

function toMade(row: Row): MadePayment {
  const { paid, refunded } = balanceOf(row.entries);
  const authorised = paid > 0 ? null : amountOf(row.entries);
  return { ...listed(row), amount: paid, authorised, refunded };
}

async function earnings(rows: readonly Row[]): Promise<Earning[]> {
  const owing = rows.filter(({ entries }) => moneyOf(entries).owed > 0);
  const dueOf = await dueBackOf(owing.map(({ reservation }) => reservation));
  return rows.map((row) => toEarning(row, dueOf(row.reservation)));
}

function toEarning(row: Row, due: Due): Earning {
  const { entries, reservation } = row;
  const owed = owedBeside(moneyOf(entries), due);
  return {
    ...listed(row),
    amount: balanceOf(entries).owner,
    expected: ledgerStatus(entries) === "authorised" ? reservation.ownerShare : null,
    owed: owed > 0 ? owed : null,
    transferredOn: daysAfterLe(movedOn(entries, "transferred")),
    takenBackOn: daysAfterLe(movedOn(entries, "transfer_reversed")),
  };
}

function listed({ href, reservation, entries, venueHref }: Row): ListedPayment {
  const { _id, reference, venueTitle, venueCity } = reservation;
  return {
    id: _id.toString(),
    reference,
    href,
    venueHref,
    venueTitle,
    venueCity,
    periodText: formatPeriod(periodOf(reservation)),
    paidOn: movedOn(entries, "captured").join(", ") || null,
    state: LEDGER_STATUS_LABELS[ledgerStatus(entries)],
  };
}

const list = new Intl.ListFormat("fr", { type: "conjunction" });

/** Days as they stand after 'le'; null of none. */
function daysAfterLe([first, ...others]: readonly string[]): string | null {
  return first ? list.format([first, ...others.map((day) => `le\u00a0${day}`)]) : null;
}
