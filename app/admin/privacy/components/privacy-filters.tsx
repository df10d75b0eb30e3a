import { PRIVACY_KINDS, type PrivacyKind } from "@models/enumerations";
import { SelectField, TextField } from "~/ui/inputs";
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
      <TextField
        label="E-mail"
        name="email"
        type="search"
        defaultValue={filters.email}
        required={false}
      />
      <SelectField
        label="Droit"
        name="droit"
        placeholder="Tous"
        options={KIND_OPTIONS}
        defaultValue={filters.droit}
        required={false}
      />
      <SelectField
        label="État"
        name="etat"
        placeholder="Tous"
        options={PRIVACY_STATES.map((value) => ({ value, label: PRIVACY_STATE_LABELS[value] }))}
        defaultValue={filters.etat}
        required={false}
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
