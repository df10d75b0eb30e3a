import { trusted, type QueryFilter } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ledgerMoney } from "~/payments/ledger-money.server";
import { formatPeriod, periodOf } from "~/rules/calendar";
import type { Money } from "~/rules/money-words";
import { effectiveState, label, tone, type Tone } from "~/rules/reservation-states";
import { formatDay, parisDayOf, todayInParis } from "~/platform/days";
import { decimalEuros, formatEuros } from "~/platform/money";
import {
  cursorPage,
  eachRow,
  eachShown,
  mapPage,
  within,
  type CursorPage,
} from "../lists/cursor-page.server";
import { accountOf } from "../lists/account-filter.server";
import { containing, referenceOf } from "../lists/search.server";
import {
  MADE_STATES,
  SHOWN_STATE_LABELS,
  SHOWN_STATES,
  type ShownState,
} from "./made-reservations";
import { defineList } from "../lists/define-list.server";
import { ACCOUNT_LABEL, choice, day, search } from "../lists/filters";
import type { Ordered } from "../lists/orders";

/** Empty: not filtered by it. */
export interface ReservationFilters extends Ordered {
  /** A part of the reference or of the venue's title. */
  q: string;
  /** The whole e-mail of their buyer or of their owner. */
  compte: string;
  /** The day of Paris on which it was made. */
  date: string;
  etat: ShownState | "";
}

export interface ReservationRow {
  id: string;
  reference: string;
  venueTitle: string;
  venueCity: string;
  /** 'du 11/06/2027 au 13/06/2027' */
  period: string;
  /** '1 080,00 €' */
  total: string;
  state: string;
  tone: Tone;
  /** DD/MM/YYYY. */
  createdAt: string;
}

const FIELDS =
  "reference venueTitle venueCity startDate endDate startSlot endSlot period total status holdUntil answerBy createdAt";

/** Reservations that were made, newest first; an unpaid hold is its buyer's own business. */
export async function listReservations(
  filters: ReservationFilters,
  cursor: string,
  now: Date,
): Promise<CursorPage<ReservationRow>> {
  const filter = await reservationsFilter(filters, now);
  const page = await cursorPage<Reservation>(ReservationModel, {
    filter,
    fields: FIELDS,
    cursor,
    order: filters.tri,
  });
  return mapPage(page, (reservation) => toReservationRow(reservation, now));
}

/** One of the file: with what the ledger has of its money, for its price may be another one than what was paid. */
interface Filed {
  reservation: Reservation;
  money: Money;
  state: string;
}

/** All of them, for a CSV. */
async function* everyReservation(filters: ReservationFilters, now: Date): AsyncGenerator<Filed> {
  const rows = eachRow<Reservation>(ReservationModel, {
    filter: await reservationsFilter(filters, now),
    fields: FIELDS,
    order: filters.tri,
  });
  const today = todayInParis(now);
  yield* eachShown(rows, async (some) => {
    const moneyOf = await ledgerMoney(some.map(({ _id }) => _id));
    return some.map((reservation) => ({
      reservation,
      money: moneyOf(reservation._id),
      state: label(effectiveState(reservation, now, today)),
    }));
  });
}

/** The list of reservations, and its file. */
export const reservationList = defineList({
  path: "/admin/reservation",
  title: "Réservations",
  noun: ["réservation", "réservations"],
  empty: "Aucune réservation trouvée...",
  filters: {
    q: search("Référence ou lieu"),
    compte: search(ACCOUNT_LABEL),
    date: day("Créée le"),
    etat: choice("État", SHOWN_STATES, (state) => SHOWN_STATE_LABELS[state]),
  },
  sorts: ["sejour", "montant"],
  read: listReservations,
  csv: {
    name: "reservations",
    columns: {
      Référence: ({ reservation }) => reservation.reference,
      Lieu: ({ reservation }) => reservation.venueTitle,
      Ville: ({ reservation }) => reservation.venueCity,
      Arrivée: ({ reservation }) => formatDay(reservation.startDate),
      Départ: ({ reservation }) => formatDay(reservation.endDate),
      "Total (€)": ({ reservation }) => decimalEuros(reservation.total),
      "Payé (€)": ({ money }) => decimalEuros(money.paid),
      "Remboursé (€)": ({ money }) => decimalEuros(money.refunded),
      État: ({ state }) => state,
      "Créée le": ({ reservation }) => formatDay(parisDayOf(reservation.createdAt)),
    },
    rows: everyReservation,
  },
});

async function reservationsFilter(
  { q, compte, date, etat }: ReservationFilters,
  now: Date,
): Promise<QueryFilter<Reservation>> {
  const account = compte && (await accountOf(compte));
  const any = [
    ...(account ? [[{ userId: account }, { ownerId: account }]] : []),
    ...(q ? [namedBy(q)] : []),
    ...(etat ? [storedAs(etat, now)] : []),
  ];
  return {
    status: trusted({ $in: MADE_STATES }),
    ...(date && { createdAt: within(date) }),
    ...(any.length > 0 && { $and: any.map(($or) => ({ $or })) }),
  };
}

function namedBy(q: string): QueryFilter<Reservation>[] {
  return [
    { reference: containing(q) },
    { reference: referenceOf(q) },
    { venueTitle: containing(q) },
  ];
}

/** What reads as one state at `now`, whether or not a job has noticed a deadline: as `effectiveState` of each. */
function storedAs(state: ShownState, now: Date): QueryFilter<Reservation>[] {
  const today = todayInParis(now);
  switch (state) {
    case "en-attente":
      return [{ status: "capturing" }, { status: "pending", answerBy: trusted({ $gt: now }) }];
    case "confirmee":
      return [{ status: "confirmed", endDate: trusted({ $gte: today }) }];
    case "terminee":
      return [{ status: "ended" }, { status: "confirmed", endDate: trusted({ $lt: today }) }];
    case "annulee":
      return [
        { status: trusted({ $in: ["cancelling", "cancelled"] }) },
        { status: "pending", answerBy: trusted({ $lte: now }) },
      ];
  }
}

export function toReservationRow(reservation: Reservation, now: Date): ReservationRow {
  const state = effectiveState(reservation, now, todayInParis(now));
  return {
    id: reservation._id.toString(),
    reference: reservation.reference,
    venueTitle: reservation.venueTitle,
    venueCity: reservation.venueCity,
    period: formatPeriod(periodOf(reservation)),
    total: formatEuros(reservation.total),
    state: label(state),
    tone: tone(state),
    createdAt: formatDay(parisDayOf(reservation.createdAt)),
  };
}
