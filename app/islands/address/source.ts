import type { FoundAddress } from "~/platform/address/found-address";

/** One line of the list, and the address behind it (null when it is none in France). */
export interface Suggestion {
  label: string;
  read: () => Promise<FoundAddress | null>;
}

/** What answers a search; rejects with the reason `signal` gives once nobody waits any more. */
export type Source = (text: string, signal: AbortSignal) => Promise<Suggestion[]>;

/** A failure whose message is written for people. */
export class SearchError extends Error {}

/** The product's own search: the national address base, or the communes. */
export const ownSource: Source = async (text, signal) => {
  const addresses = await searchOwn(text, signal);
  return addresses.map((address) => ({ label: address.label, read: async () => address }));
};

/**
 * What /api/address/search has for a text of at least 3 characters.
 *
 * @throws SearchError with the server's own words when it refuses.
 */
export async function searchOwn(text: string, signal: AbortSignal): Promise<FoundAddress[]> {
  const query = new URLSearchParams({ q: text });
  const response = await fetch(`/api/address/search?${query.toString()}`, { signal });
  const body = (await response.json()) as { addresses?: FoundAddress[]; message?: string };
  if (!body.addresses) throw new SearchError(body.message);
  return body.addresses;
}
