import { ChoiceFilter, DayFilter, SearchFilter } from "~/admin/lists/components/filter-fields";
import { CONTACT_TYPES, shownAs } from "@models/enumerations";
import { CONTACT_STATE_LABELS, CONTACT_STATES, type ContactState } from "../contact-filters";
import type { ContactFilters } from "../list-contacts.server";

/** The filters of the list of messages. */
export function ContactFilterFields({ filters }: { filters: ContactFilters }) {
  return (
    <>
      <SearchFilter label="E-mail" name="email" value={filters.email} />
      <ChoiceFilter
        label="Sujet"
        name="type"
        options={CONTACT_TYPES.map((type) => ({ value: type, label: shownAs(type) }))}
        value={filters.type}
      />
      <ChoiceFilter
        label="État"
        name="etat"
        options={CONTACT_STATES.map((state) => ({
          value: state,
          label: CONTACT_STATE_LABELS[state],
        }))}
        value={filters.etat}
      />
      <DayFilter label="Reçu le" value={filters.date} />
    </>
  );
}

/** What a filter in force is called. */
export function contactFilterName(name: string, value: string): string {
  if (name === "etat") return CONTACT_STATE_LABELS[value as ContactState];
  return name === "type" ? shownAs(value) : `E-mail\u00a0: ${value}`;
}
