import { trusted, type QueryFilter } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { refundedInAll } from "~/rules/paid-parts";
import { effectiveState, label, tone, type Tone } from "~/rules/reservation-states";
import { formatDay, parisDayOf, todayInParis } from "~/platform/days";
import { decimalEuros, formatEuros } from "~/platform/money";
import { cursorPage, eachRow, mapPage, within, type CursorPage } from "../lists/cursor-page.server";
import { accountOf } from "../lists/account-filter.server";
import { containing } from "../lists/search.server";
import {
  MADE_STATES,
  SHOWN_STATE_LABELS,
  SHOWN_STATES,
  STATES_SHOWN,
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
  "reference venueTitle venueCity startDate endDate startSlot endSlot period total refunded supplements status holdUntil answerBy createdAt";

/** Reservations that were made, newest first; an unpaid hold is its buyer's own business. */
export async function listReservations(
  filters: ReservationFilters,
  cursor: string,
  now: Date,
): Promise<CursorPage<ReservationRow>> {
  const filter = await reservationsFilter(filters);
  const page = await cursorPage<Reservation>(ReservationModel, {
    filter,
    fields: FIELDS,
    cursor,
    order: filters.tri,
  });
  return mapPage(page, (reservation) => toReservationRow(reservation, now));
}

/** All of them, for a CSV. */
async function* everyReservation(filters: ReservationFilters) {
  yield* eachRow<Reservation>(ReservationModel, {
    filter: await reservationsFilter(filters),
    fields: FIELDS,
    order: filters.tri,
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
      Référence: ({ reference }) => reference,
      Lieu: ({ venueTitle }) => venueTitle,
      Ville: ({ venueCity }) => venueCity,
      Arrivée: ({ startDate }) => formatDay(startDate),
      Départ: ({ endDate }) => formatDay(endDate),
      "Total (€)": ({ total }) => decimalEuros(total),
      "Remboursé (€)": (reservation) => decimalEuros(refundedInAll(reservation)),
      État: ({ status }) => label(status),
      "Créée le": ({ createdAt }) => formatDay(parisDayOf(createdAt)),
    },
    rows: everyReservation,
  },
});

async function reservationsFilter({
  q,
  compte,
  date,
  etat,
}: ReservationFilters): Promise<QueryFilter<Reservation>> {
  const account = compte && (await accountOf(compte));
  return {
    ...(account && { $and: [{ $or: [{ userId: account }, { ownerId: account }] }] }),
    status: trusted({ $in: etat ? STATES_SHOWN[etat] : MADE_STATES }),
    ...(date && { createdAt: within(date) }),
    ...(q && { $or: [{ reference: containing(q) }, { venueTitle: containing(q) }] }),
  };
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
