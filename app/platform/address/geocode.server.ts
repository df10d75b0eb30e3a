import { foldText } from "../fold-text";
import { askBan } from "./ban.server";
import type { Coordinates } from "./found-address";
import { QUERY_LENGTH, searchText } from "./suggest-addresses.server";

/** Below this the base guessed. */
const LEAST_SCORE = 0.5;

/**
 * Where an address is; null when the base does not know its road, knows it elsewhere only, or does
 * not answer within 2 s. Never throws: an address without coordinates is as good an address.
 */
export async function geocode(address: {
  street: string;
  postalCode: string;
  city: string;
}): Promise<Coordinates | null> {
  const { street, postalCode, city } = address;
  const text = searchText(`${street} ${postalCode} ${city}`);
  if (text.length < QUERY_LENGTH.least || street.trim() === "") return null;
  const [best] = (await askBan(text, { limit: 1, autocomplete: false })) ?? [];
  if (!best || best.street === "" || best.score < LEAST_SCORE) return null;
  const isThere = best.postalCode === postalCode || foldText(best.city) === foldText(city);
  return isThere ? best.coordinates : null;
}
