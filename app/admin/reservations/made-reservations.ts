import { RESERVATION_STATES } from "@models/enumerations";

/** The states of a reservation that was made; an unpaid hold is its buyer's own business, a supplement no other one. */
export const MADE_STATES = RESERVATION_STATES.filter(
  (state) => state !== "hold" && state !== "dead" && state !== "joined",
);

export const SHOWN_STATES = ["en-attente", "confirmee", "terminee", "annulee"] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

export const SHOWN_STATE_LABELS: Record<ShownState, string> = {
  "en-attente": "En attente",
  confirmee: "Confirmée",
  terminee: "Terminée",
  annulee: "Annulée",
};
