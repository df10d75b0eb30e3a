import { foldText, placeReadings } from "~/platform/fold-text";

/**
 * What a list of venues is called: 'Salles à Lyon', 'Salles au Mans' when the city that was typed is the
 * one of the venues found, as they write it; else null, for a title says nothing that somebody typed.
 */
export function cityTitle(
  typed: string | undefined,
  venues: readonly { city: string }[],
): string | null {
  const city = venues[0]?.city;
  if (!typed || !city || !placeReadings(foldText(typed)).includes(foldText(city))) return null;
  if (city.startsWith("Le ")) return `Salles au ${city.slice(3)}`;
  return city.startsWith("Les ") ? `Salles aux ${city.slice(4)}` : `Salles à ${city}`;
}
