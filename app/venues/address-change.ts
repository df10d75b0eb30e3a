/** What another address of a venue means to those who are to come there. Pure. */
import type { Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { foldText, inFull } from "~/platform/fold-text";

type Address = Pick<Venue, "street" | "postalCode" | "city">;
type Town = Pick<Address, "postalCode" | "city">;

const digitsOf = (postalCode: string) => postalCode.replace(/\D/g, "");

/**
 * The first field that says another town, or another part of it; null: the same, however it is spelt ('LYON' for 'Lyon',
 * 'Saint-Malo' for 'St-Malo').
 */
export function otherTownIn(before: Town, after: Town): "postalCode" | "city" | null {
  if (digitsOf(before.postalCode) !== digitsOf(after.postalCode)) return "postalCode";
  return inFull(before.city) === inFull(after.city) ? null : "city";
}

/** Whether a venue is in another town by now than where it was reserved; one made before its code was kept tells the town alone. */
export function hasLeftTown(
  { venueCity: city, venuePostalCode }: Pick<Reservation, "venueCity" | "venuePostalCode">,
  venue: Town,
): boolean {
  return otherTownIn({ city, postalCode: venuePostalCode ?? venue.postalCode }, venue) !== null;
}

/** Whether a street is another one, and not the same in capitals or with its accents. */
export function isOtherStreet(
  before: Pick<Address, "street">,
  after: Pick<Address, "street">,
): boolean {
  return foldText(before.street) !== foldText(after.street);
}
