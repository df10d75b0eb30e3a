import { freshIndex } from "./search-index.server";

/** Search engines read at most so many addresses in one sitemap. */
const MOST = 50_000;

/** The ids of all venues that anyone may see, newest first. */
export async function listVenueIds(): Promise<string[]> {
  const { index } = await freshIndex();
  return index.newest(MOST);
}
