/** What another address of a venue means to those who are to come there. Pure. */
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

/** Whether a street is another one, and not the same in capitals or with its accents. */
export function isOtherStreet(
  before: Pick<Address, "street">,
  after: Pick<Address, "street">,
): boolean {
  return foldText(before.street) !== foldText(after.street);
}
