import { foldText, placeReadings } from "~/platform/fold-text";
import { listingPath, type VenueSearch } from "./search-form";

/** Of the listing's page. */
type Found = readonly { city: string }[];

/**
 * What a list of venues is called: 'Salles à Lyon', 'Salles au Mans' when the city that was typed is the
 * one of all venues on the page; else null, for a title says nothing that somebody typed.
 */
export function cityTitle(typed: string | undefined, venues: Found): string | null {
  const city = cityFound(typed, venues);
  if (city === null) return null;
  if (city.startsWith("Le ")) return `Salles au ${city.slice(3)}`;
  return city.startsWith("Les ") ? `Salles aux ${city.slice(4)}` : `Salles à ${city}`;
}

/**
 * The one address of a search for search engines: what is let where. Other orders, days and
 * ways to write a city show no other venues; pages of another order or of days are not those of that address.
 */
export function canonicalPath(search: VenueSearch, venues: Found): string {
  const { city, start, sort, page } = search;
  return listingPath({
    ...search,
    city: cityFound(city, venues) ?? city,
    start: undefined,
    end: undefined,
    sort: "recent",
    page: sort === "recent" && start === undefined ? page : 1,
  });
}

/** The city that was typed, as the first venue writes it, when it is the one of all. */
function cityFound(typed: string | undefined, venues: Found): string | null {
  const city = venues[0]?.city;
  // Whose name begins with it, as Paris does that of Paris-Plage, is found as well.
  const isAsked = (venue: { city: string }) => inFull(venue.city) === inFull(typed ?? "");
  return typed && city && venues.every(isAsked) ? city : null;
}

const inFull = (name: string) => placeReadings(foldText(name)).at(-1);
