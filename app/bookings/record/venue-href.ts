import type { Venue } from "@models/venue";
import type { Side } from "~/rules/history-words";

/**
 * Where one side of a reservation finds its venue: the owner its own page, the buyer the public one; null once the
 * address would answer them with a 404.
 */
export function venueHref(
  side: Side,
  venueId: string,
  venue: Pick<Venue, "listed" | "deletedAt"> | undefined,
): string | null {
  if (!venue || venue.deletedAt) return null;
  if (side === "owner") return `/profil/location/${venueId}`;
  return venue.listed ? `/reservation/${venueId}` : null;
}
