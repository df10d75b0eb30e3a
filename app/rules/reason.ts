import { z } from "zod";
import type { Reservation } from "@models/reservation";

const LENGTH = 280;

/** Why somebody refuses or calls off, as the other side reads it. */
export const reason = z.string().trim().max(LENGTH, `Le motif a ${LENGTH} caractères au plus.`);

/** Why somebody decided so, as a line by itself says it. */
export const reasonLine = (why: string) => `Motif\u00a0: ${why}`;

/** What is kept of an owner's cancellation where they said nothing: a program may, by the specified calls. */
export const CALLED_OFF_BY_OWNER = "Annulée par le propriétaire";

/** What is kept of a buyer's cancellation, and of days that they gave up unpaid. */
export const CALLED_OFF_BY_BUYER = "Annulée par le client";

/** What is kept of a hold or a request whose payment was taken and had all gone back before anybody here heard of it. */
export const GIVEN_BACK_UNHEARD = "Paiement rendu avant la confirmation";

/** What is kept of a request that its owner did not answer in time. */
export const UNANSWERED_BY_OWNER = "Sans réponse du propriétaire dans le délai";

/** Why an owner refused or called off, in their own words; null where they did not end it, blank where they gave none. */
export function ownersWords({ cancellation }: Pick<Reservation, "cancellation">): string | null {
  if (cancellation?.by !== "owner") return null;
  return cancellation.why === CALLED_OFF_BY_OWNER ? "" : cancellation.why;
}
