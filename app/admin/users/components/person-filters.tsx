import { ChoiceFilter, DayFilter, SearchFilter } from "~/admin/lists/components/filter-fields";
import type { Option } from "~/ui/inputs";

interface PersonFiltersProps {
  filters: { q: string; date: string; etat?: string };
  /** Absent: the list has no states to choose from. */
  states?: readonly Option[];
  /** What the day is of. */
  day?: string;
}

/** The filters of the lists of accounts. */
export function PersonFilters({ filters, states, day = "Inscription le" }: PersonFiltersProps) {
  return (
    <>
      <SearchFilter label="Tag ou e-mail" name="q" value={filters.q} />
      {states ? (
        <ChoiceFilter label="État" name="etat" options={states} value={filters.etat} />
      ) : null}
      <DayFilter label={day} value={filters.date} />
    </>
  );
}
