import { ChoiceFilter, DayFilter, SearchFilter } from "~/admin/lists/components/filter-fields";
import type { ReservationFilters } from "../list-reservations.server";
import { SHOWN_STATE_LABELS, SHOWN_STATES, type ShownState } from "../made-reservations";

/** The filters of the list of reservations. */
export function ReservationFilterFields({ filters }: { filters: ReservationFilters }) {
  return (
    <>
      <SearchFilter label="Référence ou lieu" name="q" value={filters.q} />
      <ChoiceFilter
        label="État"
        name="etat"
        options={SHOWN_STATES.map((state) => ({
          value: state,
          label: SHOWN_STATE_LABELS[state],
        }))}
        value={filters.etat}
      />
      <DayFilter label="Créée le" value={filters.date} />
    </>
  );
}

/** What a filter in force is called. */
export function reservationFilterName(name: string, value: string): string {
  return name === "etat"
    ? SHOWN_STATE_LABELS[value as ShownState]
    : `Référence ou lieu\u00a0: ${value}`;
}
