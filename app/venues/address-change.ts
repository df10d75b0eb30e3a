/** What another address of a venue means to those who are to come there. Pure. */
import type { Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { foldText, inFull } from "~/platform/fold-text";
import { withoutDistrict } from "./search-keys";

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

/**
 * Whether the town itself is another one, for what is said of a stay there: neither by a code that is corrected within it nor by
 * its district ('Lyon 3e' for 'Lyon').
 */
export function isOtherTown(before: Pick<Town, "city">, after: Pick<Town, "city">): boolean {
  const [from, to] = [before, after].map(({ city }) => withoutDistrict(inFull(city)));
  return from !== to;
}

/** Whether what is said of a stay would be read of another place: its venue is in another town by now. */
export function isReviewedElsewhere(
  { venueCity: city }: Pick<Reservation, "venueCity">,
  venue: Pick<Town, "city">,
): boolean {
  return isOtherTown({ city }, venue);
}

/** Whether a street is another one, and not the same in capitals or with its accents. */
export function isOtherStreet(
  before: Pick<Address, "street">,
  after: Pick<Address, "street">,
): boolean {
  return foldText(before.street) !== foldText(after.street);
}
