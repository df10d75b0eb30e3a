import { inFull } from "~/platform/fold-text";
import { listingPath, type VenueSearch } from "./search-form";
import type { CountedTown } from "./search-engine";
import type { Town } from "./search-keys";

/**
 * The town that was typed, when it is the one of all venues on a page; else null, for a title says nothing that somebody
 * typed. Written as its commune writes itself, else as most of the owners do, whichever of them comes first.
 *
 * @param nameOf a commune's own name
 */
export function townFound(
  typed: string | undefined,
  venues: readonly Town[],
  nameOf: (town: Town) => string | null,
): string | null {
  // Whose name begins with it, as Paris does that of Paris-Plage, is found as well.
  const isAsked = ({ city }: Town) => inFull(city) === inFull(typed ?? "");
  if (!typed || !venues.every(isAsked)) return null;
  // Each writing is looked up once: most venues of a page share one.
  const keyOf = ({ city, postalCode }: Town) => `${postalCode} ${city}`;
  const towns = new Map(venues.map((venue) => [keyOf(venue), venue]));
  const names = new Map([...towns].map(([key, town]) => [key, nameOf(town) ?? town.city]));
  return mostFrequent(venues.map((venue) => names.get(keyOf(venue)) ?? venue.city));
}

/** What a list of venues of a town is called: 'Salles à Lyon', 'Salles au Mans'. */
export function townTitle(town: string | null): string | null {
  if (town === null) return null;
  const [, article, rest] = /^(les?) (.+)$/i.exec(town) ?? [];
  if (!article) return `Salles à ${town}`;
  return `Salles ${article.length === 2 ? "au" : "aux"} ${rest}`;
}

/**
 * The one address of a search for search engines: what is let where. Other orders, days and
 * ways to write a city show no other venues; pages of another order or of days are not those of that address.
 *
 * @param town that was found (`townFound`)
 */
export function canonicalPath(search: VenueSearch, town: string | null): string {
  const { city, start, sort, page } = search;
  return listingPath({
    ...search,
    city: town ?? city,
    start: undefined,
    end: undefined,
    sort: "recent",
    page: sort === "recent" && start === undefined ? page : 1,
  });
}

/**
 * The paths of the pages of towns (`canonicalPath`), each once however its owners write it, by the same choice of a writing
 * as `townFound`.
 */
export function townPaths(
  towns: readonly CountedTown[],
  nameOf: (town: Town) => string | null,
): string[] {
  const writings = new Map<string, Map<string, number>>();
  for (const town of towns) {
    const name = nameOf(town) ?? town.city;
    // A name without a letter or a digit is no search for it.
    const key = inFull(name);
    if (key === "") continue;
    const counts = writings.get(key) ?? new Map<string, number>();
    counts.set(name, (counts.get(name) ?? 0) + town.count);
    writings.set(key, counts);
  }
  return [...writings.values()].flatMap((counts) => {
    const city = mostOf(counts);
    return city === null ? [] : canonicalPath({ ...EVERYTHING, city }, city);
  });
}

const EVERYTHING: VenueSearch = { types: [], equipment: [], sort: "recent", page: 1 };

/** Of several as frequent the last of the alphabet, in which small letters come after capitals, and letters with accents after both. */
function mostFrequent(names: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return mostOf(counts);
}

function mostOf(counts: ReadonlyMap<string, number>): string | null {
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? 1 : -1));
  return most?.[0] ?? null;
}
