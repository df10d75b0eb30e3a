import { CAPACITIES, EQUIPMENT, VENUE_TYPES, shownAs } from "@models/enumerations";
import { VenueFilters } from "~/ui/filters";
import { eurosText, type DayLimits, type Sort, type VenueSearch } from "../search-form";

const same = (value: string) => ({ value, label: shownAs(value) });
const capacities = Object.entries(CAPACITIES).map(([value, label]) => ({ value, label }));
const types = VENUE_TYPES.map(same);
const equipment = EQUIPMENT.map(same);

const SORT_LABELS: Record<Sort, string> = {
  recent: "Les plus récents",
  "price-asc": "Prix croissant",
  "price-desc": "Prix décroissant",
};
const sorts = Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label }));

interface SearchFormProps {
  search: VenueSearch;
  limits: DayLimits;
}

/** The listing's filters, with what is being searched in them. */
export function SearchForm({ search, limits }: SearchFormProps) {
  return (
    <VenueFilters
      action="/reservation"
      values={{
        city: search.city,
        minPrice: eurosText(search.minPrice),
        maxPrice: eurosText(search.maxPrice),
        start: search.start,
        end: search.end,
        capacity: search.capacity,
        types: search.types,
        equipment: search.equipment,
        sort: search.sort === "recent" ? undefined : search.sort,
      }}
      min={limits.earliest}
      max={limits.latest}
      capacities={capacities}
      types={types}
      equipment={equipment}
      sorts={sorts}
    />
  );
}
