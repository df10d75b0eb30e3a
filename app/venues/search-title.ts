import { foldText, placeReadings } from "~/platform/fold-text";

/**
 * What a list of venues is called: 'Salles à Lyon', 'Salles au Mans' when the city that was typed is the
 * one of all venues on the page, as the first writes it; else null, for a title says nothing that somebody typed.
 */
export function cityTitle(
  typed: string | undefined,
  venues: readonly { city: string }[],
): string | null {
  const city = venues[0]?.city;
  // Whose name begins with it, as Paris does that of Paris-Plage, is found as well.
  const isAsked = (venue: { city: string }) => inFull(venue.city) === inFull(typed ?? "");
  if (!typed || !city || !venues.every(isAsked)) return null;
  if (city.startsWith("Le ")) return `Salles au ${city.slice(3)}`;
  return city.startsWith("Les ") ? `Salles aux ${city.slice(4)}` : `Salles à ${city}`;
}

const inFull = (name: string) => placeReadings(foldText(name)).at(-1);
