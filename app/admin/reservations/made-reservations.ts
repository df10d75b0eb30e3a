import { RESERVATION_STATES, type ReservationState } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { refundedInAll } from "~/rules/paid-parts";
import { label } from "~/rules/reservation-states";
import { formatDay, parisDayOf } from "~/platform/days";
import { decimalEuros } from "~/platform/money";

/** The states of a reservation that was made; an unpaid hold is its buyer's own business, a supplement no other one. */
export const MADE_STATES = RESERVATION_STATES.filter(
  (state) => state !== "hold" && state !== "dead" && state !== "joined",
);

export const SHOWN_STATES = ["en-attente", "confirmee", "terminee", "annulee"] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** What people read as one state, as it is stored. */
export const STATES_SHOWN: Record<ShownState, readonly ReservationState[]> = {
  "en-attente": ["pending", "capturing"],
  confirmee: ["confirmed"],
  terminee: ["ended"],
  annulee: ["cancelling", "cancelled"],
};

export const SHOWN_STATE_LABELS: Record<ShownState, string> = {
  "en-attente": "En attente",
  confirmee: "Confirmée",
  terminee: "Terminée",
  annulee: "Annulée",
};

/** The columns of the list as CSV. */
export const RESERVATION_COLUMNS = {
  Référence: ({ reference }: Reservation) => reference,
  Lieu: ({ venueTitle }: Reservation) => venueTitle,
  Ville: ({ venueCity }: Reservation) => venueCity,
  Arrivée: ({ startDate }: Reservation) => formatDay(startDate),
  Départ: ({ endDate }: Reservation) => formatDay(endDate),
  "Total (€)": ({ total }: Reservation) => decimalEuros(total),
  "Remboursé (€)": (reservation: Reservation) => decimalEuros(refundedInAll(reservation)),
  État: ({ status }: Reservation) => label(status),
  "Créée le": ({ createdAt }: Reservation) => formatDay(parisDayOf(createdAt)),
} as const;
