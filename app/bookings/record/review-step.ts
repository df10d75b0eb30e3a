/** What the buyer of a reservation that is over may do about its review. Pure. */
import type { Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { isReviewedElsewhere } from "~/venues/address-change";

export type ReviewStep = "write" | "read";

/** Null: none is written, and none can be, for the venue is in another town by now. */
export function reviewStep(
  reservation: Pick<Reservation, "venueCity">,
  venue: Pick<Venue, "city"> | undefined,
  isReviewed: boolean,
): ReviewStep | null {
  if (isReviewed) return "read";
  return venue && isReviewedElsewhere(reservation, venue) ? null : "write";
}
