import { CONTACT_TYPES, shownAs } from "@models/enumerations";
import { DayField } from "~/admin/users/components/person-filters";
import { SelectField, TextField } from "~/ui/inputs";
import { CONTACT_STATE_LABELS, CONTACT_STATES, type ContactState } from "../contact-filters";
import type { ContactFilters } from "../list-contacts.server";

/** The filters of the list of messages. */
export function ContactFilterFields({ filters }: { filters: ContactFilters }) {
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
        label="Sujet"
        name="type"
        placeholder="Tous"
        options={CONTACT_TYPES.map((type) => ({ value: type, label: shownAs(type) }))}
        defaultValue={filters.type}
        required={false}
      />
      <SelectField
        label="État"
        name="etat"
        placeholder="Tous"
        options={CONTACT_STATES.map((state) => ({
          value: state,
          label: CONTACT_STATE_LABELS[state],
        }))}
        defaultValue={filters.etat}
        required={false}
      />
      <DayField label="Reçu le" value={filters.date} />
    </>
  );
}

/** What a filter in force is called. */
export function contactFilterName(name: string, value: string): string {
  if (name === "etat") return CONTACT_STATE_LABELS[value as ContactState];
  return name === "type" ? shownAs(value) : `E-mail\u00a0: ${value}`;
}
