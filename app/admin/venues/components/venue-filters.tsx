import { DayField } from "~/admin/users/components/person-filters";
import { SelectField, TextField } from "~/ui/inputs";
import type { VenueFilters } from "../list-venues.server";
import { VENUE_STATE_LOOKS, VENUE_STATES, type VenueStateKey } from "../venue-state";

/** The filters of the list of venues. */
export function VenueFilterFields({ filters }: { filters: VenueFilters }) {
  return (
    <>
      <TextField
        label="Titre"
        name="titre"
        type="search"
        defaultValue={filters.titre}
        required={false}
      />
      <SelectField
        label="État"
        name="etat"
        placeholder="Tous"
        options={VENUE_STATES.map((state) => ({
          value: state,
          label: VENUE_STATE_LOOKS[state].label,
        }))}
        defaultValue={filters.etat}
        required={false}
      />
      <DayField label="Publié le" value={filters.date} />
    </>
  );
}

/** What a filter in force is called. */
export function venueFilterName(name: string, value: string): string {
  return name === "etat"
    ? VENUE_STATE_LOOKS[value as VenueStateKey].label
    : `Titre\u00a0: ${value}`;
}
