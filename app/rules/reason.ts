import { z } from "zod";
import type { Reservation } from "@models/reservation";
import { quoted } from "~/platform/quoted";

const LENGTH = 280;

/** Why somebody refuses or calls off, as the other side reads it. */
export const reason = z.string().trim().max(LENGTH, `Le motif a ${LENGTH} caractères au plus.`);

/** Why we decided so, as a line by itself says it. */
export const reasonLine = (why: string) => `Motif\u00a0: ${why}`;

/** Why an owner did, for their client: said to be theirs, and as one line, for they could write anything below it in our name. */
export const ownersReasonLine = (words: string) =>
  `Motif donné par le propriétaire\u00a0: ${quoted(words)}`;

/** What is kept of a refusal whose owner gave no reason. */
const UNGIVEN = "Sans motif précisé";

/** A refusal's reason as it is kept. */
export function keptReason(words: string | undefined): string {
  return words?.trim() ? words.trim() : UNGIVEN;
}

/** The owner's own words in a reason that is kept; blank where they gave none. */
export function wordsIn(kept: string): string {
  return kept === UNGIVEN || kept === CALLED_OFF_BY_OWNER ? "" : kept;
}

/** What is kept of an owner's cancellation where they said nothing: a program may, by the specified calls. */
export const CALLED_OFF_BY_OWNER = "Annulée par le propriétaire";

/** What is kept of a buyer's cancellation, and of days that they gave up unpaid. */
export const CALLED_OFF_BY_BUYER = "Annulée par le client";

/** What is kept of a hold or a request whose payment was taken and had all gone back before anybody here heard of it. */
export const GIVEN_BACK_UNHEARD = "Paiement rendu avant la confirmation";

/** What is kept of a request that its owner did not answer in time. */
export const UNANSWERED_BY_OWNER = "Sans réponse du propriétaire dans le délai";

/** What is kept of a review that stays hidden though its refusal was taken back: its stars would be another place's. */
export const REVIEWED_ELSEWHERE =
  "Ce lieu a changé de ville depuis votre réservation\u00a0: votre avis y serait lu comme celui d’un autre endroit.";

/** Why an owner refused or called off, in their own words; null where they did not end it, blank where they gave none. */
export function ownersWords({ cancellation }: Pick<Reservation, "cancellation">): string | null {
  return cancellation?.by === "owner" ? wordsIn(cancellation.why) : null;
}
