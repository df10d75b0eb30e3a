import { DayField } from "~/admin/users/components/person-filters";
import { SelectField, TextField } from "~/ui/inputs";
import type { ReviewFilters } from "../list-reviews.server";
import { REVIEW_FILTERS, REVIEW_STATE_LABELS, STATE_OF, type ReviewFilter } from "../review-states";

/** The filters of the list of reviews. */
export function ReviewFilterFields({ filters }: { filters: ReviewFilters }) {
  return (
    <>
      <TextField label="Texte" name="q" type="search" defaultValue={filters.q} required={false} />
      <SelectField
        label="État"
        name="etat"
        placeholder="Tous"
        options={REVIEW_FILTERS.map((value) => ({
          value,
          label: REVIEW_STATE_LABELS[STATE_OF[value]],
        }))}
        defaultValue={filters.etat}
        required={false}
      />
      <DayField label="Écrit le" value={filters.date} />
    </>
  );
}

/** What a filter in force is called. */
export function reviewFilterName(name: string, value: string): string {
  if (name === "etat") return REVIEW_STATE_LABELS[STATE_OF[value as ReviewFilter]];
  return `Texte\u00a0: ${value}`;
}
