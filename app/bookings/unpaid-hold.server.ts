import { Refusal } from "~/platform/refusal";
import { requestPage } from "./request-page.server";

/** A reservation whose days are still kept for its payment. */
export interface UnpaidHold {
  id: string;
  venueId: string;
  /** '21/11/2026 à 11 h 05'. */
  until: string;
}

/** The buyer's hold, while its payment can still be made; null otherwise, whatever the reason. */
export async function unpaidHold(
  reservationId: string,
  options: { buyerId: string; now: Date },
): Promise<UnpaidHold | null> {
  try {
    const { id, venueId, hold } = await requestPage(reservationId, options);
    return hold && { id, venueId, until: hold.until };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
