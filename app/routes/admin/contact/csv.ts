import { z } from "zod";
import { CONTACT_TYPES } from "@models/enumerations";
import { CONTACT_COLUMNS, CONTACT_STATES } from "~/admin/contacts/contact-filters";
import { everyContact } from "~/admin/contacts/list-contacts.server";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { searchText } from "~/platform/web/fields";

export const loader = exportLoader(
  z.object({
    email: searchText,
    date: dayFilter,
    type: choiceFilter(CONTACT_TYPES),
    etat: choiceFilter(CONTACT_STATES),
  }),
  ({ params, now }) =>
    csvResponse(`contacts-${todayInParis(now)}`, CONTACT_COLUMNS, everyContact(params)),
);
