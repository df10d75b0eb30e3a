import type { Reservation } from "@models/reservation";
import { accountToPay } from "~/venues/bookable-venue.server";

/**
 * Whether a page asks for the payment of what is held: not of dates that their owner said yes to, while that owner can be paid
 * nothing. What was held without a yes is paid within the half hour, or refused by the press.
 */
export async function isPayable({
  venueId,
  supplementTo,
}: Pick<Reservation, "venueId" | "supplementTo">): Promise<boolean> {
  return !supplementTo?.agreed || (await accountToPay(venueId.toString())) !== null;
}
