/**
 * What a venue is found by: stored with it for the database's own search, made of what its owner said of it; and what
 * somebody may mean by what they typed in the field of the town.
 */
import type { SearchKeys, Venue } from "@models/venue";
import { wholeDayTotal } from "~/rules/price";
import { foldText, placeReadings, withWholeCode } from "~/platform/fold-text";

/** Whoever writes one of these fields writes the keys with it. */
export function searchKeysOf({
  price,
  time,
  coordinates,
  ...town
}: Town & Pick<Venue, "price" | "time" | "coordinates">): SearchKeys {
  return {
    wholeDay: wholeDayTotal({ period: time, unitPrice: price }),
    city: cityKeys(town),
    ...(coordinates && {
      place: { type: "Point", coordinates: [coordinates.lng, coordinates.lat] },
    }),
  };
}

export type Town = Pick<Venue, "city" | "postalCode">;

/**
 * What the start of any word of finds a town, folded: its name, its postal code, both in either order
 * ('saint malo 35400 saint malo'); and 'st malo …' beside it where it is written so.
 */
export function townNames({ city, postalCode }: Town): string[] {
  return placeReadings(foldText(city)).map((name) => `${name} ${foldText(postalCode)} ${name}`);
}

/** The same from each of its words on, for an index. */
export function cityKeys(town: Town): string[] {
  return [...new Set(townNames(town).flatMap(wordStarts))];
}

/** The postal codes of the towns that are divided, by the number of the district ('arrondissement'). */
const DISTRICTS: Record<string, { count: number; codes: (two: string) => string[] }> = {
  paris: { count: 20, codes: (two) => (two === "16" ? ["75016", "75116"] : [`750${two}`]) },
  lyon: { count: 9, codes: (two) => [`690${two}`] },
  marseille: { count: 16, codes: (two) => [`130${two}`] },
};

const DISTRICT = /^(paris|lyon|marseille) (\d{1,2})(?:e|er|eme|ere)?(?: arr(?:ondissement)?)?$/;

/** How the postal codes of the two départements begin that are not called as theirs do. */
const CORSICA: Record<string, string[]> = { "2a": ["200", "201"], "2b": ["202", "206"] };

/**
 * What somebody may mean who typed a town, folded, with its country or without; each is the start of a name that `townNames` knows: 'st m' is
 * itself and 'saint m', 'paris 11' also the postal code of the district, '2b' those of Haute-Corse.
 */
export function townReadings(folded: string): string[] {
  const inFrance = folded.replace(COUNTRY, "");
  return inFrance === folded ? readings(folded) : [folded, ...readings(inFrance)];
}

/** As the country ends an address ('Lyon, France'), not a name ('Roissy-en-France'). */
const COUNTRY = /(?<! (?:de|en|la)) france$/;

function readings(folded: string): string[] {
  const whole = withWholeCode(folded);
  if (whole !== folded) return placeReadings(whole);
  if (Object.hasOwn(CORSICA, folded)) return CORSICA[folded]!;
  // The town and its département's number, as 'rennes 35', not its thirteenth district.
  if (folded === "marseille 13") return placeReadings(folded);
  const divided = districtOf(folded);
  if (!divided) return placeReadings(folded);
  const { town, district, codes } = divided;
  // Not 'paris 7' by itself, which 'paris 75001' starts with as well.
  return [`${district} `, `${district}e`, ...codes].map((rest) => `${town} ${rest}`);
}

/** Of a folded name with the number of a district at its end: the town, that number and its postal codes; null: of any other. */
function districtOf(folded: string) {
  const [, town = "", number = ""] = DISTRICT.exec(folded) ?? [];
  const district = Number(number);
  const divided = DISTRICTS[town];
  if (!divided || district < 1 || district > divided.count) return null;
  return { town, district, codes: divided.codes(String(district).padStart(2, "0")) };
}

/** A town's name, folded, without the district that it may be written with: 'lyon' of 'lyon 3e'. */
export function withoutDistrict(folded: string): string {
  return districtOf(folded)?.town ?? folded;
}

/** A folded name from each of its words on: 'saint malo', 'malo'. */
function wordStarts(folded: string): string[] {
  const words = folded.split(" ").filter(Boolean);
  return words.map((_, index) => words.slice(index).join(" "));
}
