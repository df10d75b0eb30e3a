import { RESERVATION_STATES } from "@models/enumerations";

/** The states of a reservation that was made; an unpaid hold is its buyer's own business. */
export const MADE_STATES = RESERVATION_STATES.filter(
  (state) => state !== "hold" && state !== "dead",
);
