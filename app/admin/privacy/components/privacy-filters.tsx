import { ChoiceFilter, SearchFilter } from "~/admin/lists/components/filter-fields";
import { PRIVACY_KINDS, type PrivacyKind } from "@models/enumerations";
import type { PrivacyFilters } from "../list-requests.server";
import {
  PRIVACY_KIND_WORDS,
  PRIVACY_STATE_LABELS,
  PRIVACY_STATES,
  type PrivacyState,
} from "../privacy-words";

/** The rights to choose from. */
export const KIND_OPTIONS = PRIVACY_KINDS.map((value) => ({
  value,
  label: PRIVACY_KIND_WORDS[value].label,
}));

/** The filters of the list of requests. */
export function PrivacyFilterFields({ filters }: { filters: PrivacyFilters }) {
  return (
    <>
      <SearchFilter label="E-mail" name="email" value={filters.email} />
      <ChoiceFilter label="Droit" name="droit" options={KIND_OPTIONS} value={filters.droit} />
      <ChoiceFilter
        label="État"
        name="etat"
        options={PRIVACY_STATES.map((value) => ({ value, label: PRIVACY_STATE_LABELS[value] }))}
        value={filters.etat}
      />
    </>
  );
}

/** What a filter in force is called. */
export function privacyFilterName(name: string, value: string): string {
  if (name === "etat") return PRIVACY_STATE_LABELS[value as PrivacyState];
  return name === "droit"
    ? PRIVACY_KIND_WORDS[value as PrivacyKind].label
    : `E-mail\u00a0: ${value}`;
}
