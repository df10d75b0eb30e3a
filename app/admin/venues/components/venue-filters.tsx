import { ChoiceFilter, DayFilter, SearchFilter } from "~/admin/lists/components/filter-fields";
import type { VenueFilters } from "../list-venues.server";
import { VENUE_STATE_LOOKS, VENUE_STATES, type VenueStateKey } from "../venue-state";

/** The filters of the list of venues. */
export function VenueFilterFields({ filters }: { filters: VenueFilters }) {
  return (
    <>
      <SearchFilter label="Titre" name="titre" value={filters.titre} />
      <ChoiceFilter
        label="État"
        name="etat"
        options={VENUE_STATES.map((state) => ({
          value: state,
          label: VENUE_STATE_LOOKS[state].label,
        }))}
        value={filters.etat}
      />
      <DayFilter label="Publié le" value={filters.date} />
    </>
  );
}

/** What a filter in force is called. */
export function venueFilterName(name: string, value: string): string {
  return name === "etat"
    ? VENUE_STATE_LOOKS[value as VenueStateKey].label
    : `Titre\u00a0: ${value}`;
}
