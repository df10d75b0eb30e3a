/** What is stored with a venue for the database's own search, made of what its owner said of it. */
import type { SearchKeys, Venue } from "@models/venue";
import { wholeDayTotal } from "~/rules/price";
import { foldText, placeReadings } from "~/platform/fold-text";

/** Whoever writes one of these fields writes the keys with it. */
export function searchKeysOf({
  price,
  time,
  city,
  coordinates,
}: Pick<Venue, "price" | "time" | "city" | "coordinates">): SearchKeys {
  return {
    wholeDay: wholeDayTotal({ period: time, unitPrice: price }),
    city: cityKeys(city),
    ...(coordinates && {
      place: { type: "Point", coordinates: [coordinates.lng, coordinates.lat] },
    }),
  };
}

/** A town's name as it is searched for, folded: 'St-Malo' by 'st', and by 'saint' as it stands on maps. */
export function cityKeys(city: string): string[] {
  return [...new Set(placeReadings(foldText(city)).flatMap(wordStarts))];
}

/** A folded name from each of its words on: 'saint malo', 'malo'. */
function wordStarts(folded: string): string[] {
  const words = folded.split(" ").filter(Boolean);
  return words.map((_, index) => words.slice(index).join(" "));
}
