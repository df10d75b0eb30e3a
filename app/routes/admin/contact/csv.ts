import { z } from "zod";
import { CONTACT_TYPES } from "@models/enumerations";
import { CONTACT_COLUMNS, CONTACT_STATES } from "~/admin/contacts/contact-filters";
import { everyContact } from "~/admin/contacts/list-contacts.server";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { searchText } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";

export const loader = pageLoader(
  {
    access: "lists.export",
    params: z.object({
      email: searchText,
      date: dayFilter,
      type: choiceFilter(CONTACT_TYPES),
      etat: choiceFilter(CONTACT_STATES),
    }),
  },
  ({ params, now }) =>
    csvResponse(`contacts-${todayInParis(now)}`, CONTACT_COLUMNS, everyContact(params)),
);
