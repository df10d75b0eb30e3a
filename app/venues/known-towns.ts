import { foldText } from "~/platform/fold-text";
import { townNames, townReadings, type Town } from "./search-keys";
import type { CountedTown } from "./search-engine";

/** A town in one writing, which all venues that are written so share. */
export interface KnownTown extends Readonly<Town> {
  /** What it is found by in the field of the town. */
  readonly names: string;
}

/** The towns of the venues that the index knows, or once knew, as they are written. */
export class KnownTowns {
  /** By postal code and name. */
  #all = new Map<string, KnownTown>();

  of({ city, postalCode }: Town): KnownTown {
    const key = `${postalCode} ${city}`;
    const known = this.#all.get(key);
    if (known) return known;
    // Apart by more than a word is from the next, so that nothing typed starts in one and ends in the other.
    const names = townNames({ city, postalCode }).join("  ");
    const town = { city, postalCode, names };
    this.#all.set(key, town);
    return town;
  }

  /**
   * The towns with a word or a postal code that starts with what someone typed, whatever the case, the accents and
   * the hyphens ('saint' and 'st' find 'Mont-Saint-Aignan'); null when that holds no letter and no digit.
   */
  foundBy(typed: string): Set<KnownTown> | null {
    const query = foldText(typed);
    if (query === "") return null;
    const readings = townReadings(query);
    const found = [...this.#all.values()].filter(({ names }) =>
      readings.some((reading) => ` ${names}`.includes(` ${reading}`)),
    );
    return new Set(found);
  }
}

/** As `SearchEngine.towns`, of these venues' towns. */
export function countTowns(towns: Iterable<KnownTown>, most: number): CountedTown[] {
  const counts = new Map<KnownTown, number>();
  for (const town of towns) counts.set(town, (counts.get(town) ?? 0) + 1);
  const all = [...counts].map(([{ city, postalCode }, count]) => ({ city, postalCode, count }));
  return all.sort(byCount).slice(0, most);
}

/** Of as many venues by the postal code, then by the name. */
function byCount(a: CountedTown, b: CountedTown): number {
  const code = (town: Town) => `${town.postalCode} ${town.city}`;
  return b.count - a.count || (code(a) < code(b) ? -1 : 1);
}
