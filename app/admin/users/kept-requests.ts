/** What keeping somebody's reservations to come cannot keep while they are banned, for the pages and the letter of a ban. */
import type { Reservation } from "@models/reservation";
import { counted } from "~/platform/numbers";

/** Requests that they received: nobody can accept these while they are banned, so that they run out. */
export function isUnanswerable({ status, ownerId }: Reservation, userId: string): boolean {
  return status === "pending" && ownerId.toString() === userId;
}

/** What becomes of these, in a sentence; null where there are none. */
export function keptText(reservations: readonly Reservation[], userId: string): string | null {
  const count = reservations.filter((one) => isUnanswerable(one, userId)).length;
  if (count === 0) return null;
  const which = counted(
    count,
    "demande reçue ne pourra pas être acceptée",
    "demandes reçues ne pourront pas être acceptées",
  );
  const end = count > 1 ? "chacune s’annule à son échéance" : "elle s’annule à son échéance";
  return `${which}\u00a0: si le compte n’est pas rétabli avant, ${end}, sans débit.`;
}
