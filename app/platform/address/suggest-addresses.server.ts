import { z } from "zod";
import { firstCharacters } from "../cut-text";
import { askBan } from "./ban.server";
import { findCommunes } from "./communes";
import { allCommunes } from "./communes.server";
import { isInBox, type FoundAddress } from "./found-address";

/** What a search takes; the base refuses less and more. */
export const QUERY_LENGTH = { least: 3, most: 200 } as const;
const ADDRESSES = 5;

/** A found address as it is answered. */
export const addressShape = z.object({
  label: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.literal("France"),
  coordinates: z.object({ lat: z.number(), lng: z.number() }).optional(),
}) satisfies z.ZodType<FoundAddress>;

/**
 * Addresses that fit what someone types, best first. From the national address base; communes, by
 * name or postal code, when it does not answer or knows nothing. A postal code alone gives every
 * commune that has it. Never fails for want of the base.
 */
export async function suggestAddresses(typed: string): Promise<FoundAddress[]> {
  const text = searchText(typed);
  if (text.length < QUERY_LENGTH.least) return [];
  if (!/^\d{2} ?\d{3}$/.test(text)) {
    const addresses = await askBan(text, { limit: ADDRESSES, autocomplete: true });
    const found = addresses?.filter(({ coordinates }) => isInBox(coordinates)) ?? [];
    if (found.length > 0) return found.map(({ score: _score, ...address }) => address);
  }
  return findCommunes(await allCommunes(), text);
}

/** On one line and starting with a letter or a digit, which is all that the base takes. */
export function searchText(typed: string): string {
  const line = typed.replace(/[\p{C}\s]+/gu, " ").replace(/^[^\p{L}\p{N}]+/u, "");
  return firstCharacters(line.trim(), QUERY_LENGTH.most);
}
