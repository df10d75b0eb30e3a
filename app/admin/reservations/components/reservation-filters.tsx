import { DayField } from "~/admin/users/components/person-filters";
import { SelectField, TextField } from "~/ui/inputs";
import type { ReservationFilters } from "../list-reservations.server";
import { SHOWN_STATE_LABELS, SHOWN_STATES, type ShownState } from "../made-reservations";

/** The filters of the list of reservations. */
export function ReservationFilterFields({ filters }: { filters: ReservationFilters }) {
  return (
    <>
      <TextField
        label="Référence ou lieu"
        name="q"
        type="search"
        defaultValue={filters.q}
        required={false}
      />
      <SelectField
        label="État"
        name="etat"
        placeholder="Tous"
        options={SHOWN_STATES.map((state) => ({
          value: state,
          label: SHOWN_STATE_LABELS[state],
        }))}
        defaultValue={filters.etat}
        required={false}
      />
      <DayField label="Créée le" value={filters.date} />
    </>
  );
}

/** What a filter in force is called. */
export function reservationFilterName(name: string, value: string): string {
  return name === "etat"
    ? SHOWN_STATE_LABELS[value as ShownState]
    : `Référence ou lieu\u00a0: ${value}`;
}
