import { ChoiceFilter, DayFilter, SearchFilter } from "~/admin/lists/components/filter-fields";
import type { ReviewFilters } from "../list-reviews.server";
import { REVIEW_FILTERS, REVIEW_STATE_LABELS, STATE_OF, type ReviewFilter } from "../review-states";

/** The filters of the list of reviews. */
export function ReviewFilterFields({ filters }: { filters: ReviewFilters }) {
  return (
    <>
      <SearchFilter label="Texte" name="q" value={filters.q} />
      <ChoiceFilter
        label="État"
        name="etat"
        options={REVIEW_FILTERS.map((value) => ({
          value,
          label: REVIEW_STATE_LABELS[STATE_OF[value]],
        }))}
        value={filters.etat}
      />
      <DayFilter label="Écrit le" value={filters.date} />
    </>
  );
}

/** What a filter in force is called. */
export function reviewFilterName(name: string, value: string): string {
  if (name === "etat") return REVIEW_STATE_LABELS[STATE_OF[value as ReviewFilter]];
  return `Texte\u00a0: ${value}`;
}
