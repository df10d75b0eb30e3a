/** What a search narrows the list down by, as people read it, and the search without each. */
import { capacityLabel, shownAs } from "@models/enumerations";
import { formatDayRange } from "~/platform/days";
import { formatEurosShort } from "~/platform/money";
import { formatCount } from "~/platform/numbers";
import type { VenueSearch } from "./search-form";

/** One criterion: what it asks, and the search that is left when it is taken away. */
export interface Criterion {
  label: string;
  without: VenueSearch;
}

/** The criteria of a search, in the order of its form. The order of the results is none. */
export function criteriaOf(search: VenueSearch): Criterion[] {
  const { city, start, end, people, capacity, types, equipment } = search;
  const criteria: Criterion[] = [];
  const add = (label: string | undefined, change: Partial<VenueSearch>) => {
    if (label !== undefined) criteria.push({ label, without: { ...search, page: 1, ...change } });
  };
  add(city, { city: undefined });
  if (start && end) {
    const days = formatDayRange(start, end);
    add(days.charAt(0).toUpperCase() + days.slice(1), { start: undefined, end: undefined });
  }
  if (people !== undefined) {
    add(people === 1 ? "1 personne" : `${formatCount(people)} personnes`, { people: undefined });
  }
  add(priceLabel(search), { minPrice: undefined, maxPrice: undefined });
  add(capacity && `${capacityLabel(capacity)} personnes`, { capacity: undefined });
  for (const type of types) add(shownAs(type), { types: types.filter((one) => one !== type) });
  for (const item of equipment) {
    add(item, { equipment: equipment.filter((one) => one !== item) });
  }
  return criteria;
}

const either = new Intl.ListFormat("fr", { type: "disjunction" });

/** What else to try where a search finds nothing, of what it asks for; empty where it asks for nothing. */
export function looserWords(search: VenueSearch): string {
  const { city, start, people, minPrice, maxPrice, capacity, types, equipment } = search;
  return either.format([
    ...(city ? ["une autre ville"] : []),
    ...(start ? ["d’autres dates"] : []),
    ...(people !== undefined ? ["moins de personnes"] : []),
    ...(minPrice !== undefined || maxPrice !== undefined ? ["un prix plus large"] : []),
    ...(capacity ? ["une autre capacité"] : []),
    ...(types.length > 0 ? ["un autre type de lieu"] : []),
    ...(equipment.length > 0 ? ["moins d’équipements"] : []),
  ]);
}

function priceLabel({ minPrice, maxPrice }: VenueSearch): string | undefined {
  if (minPrice === undefined) {
    return maxPrice === undefined ? undefined : `Jusqu’à ${formatEurosShort(maxPrice)}`;
  }
  const from = formatEurosShort(minPrice);
  return maxPrice === undefined
    ? `À partir de ${from}`
    : `De ${from} à ${formatEurosShort(maxPrice)}`;
}
