import { z } from "zod";
import { CONTACT_TYPES } from "@models/enumerations";
import { apiContacts, listedContactShape } from "~/admin/contacts/api-contacts.server";
import { CONTACT_STATES } from "~/admin/contacts/contact-states";
import { choiceFilter, cursorParam, dayFilter } from "~/admin/lists/filters";
import { nextShape } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { searchText } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the contact messages",
    access: "office.read",
    params: z.object({
      email: searchText,
      date: dayFilter,
      type: choiceFilter(CONTACT_TYPES),
      etat: choiceFilter(CONTACT_STATES),
      suite: cursorParam,
    }),
    output: z.object({ contacts: z.array(listedContactShape), ...nextShape }),
    run: ({ params: { suite, ...filters } }) => apiContacts(filters, suite),
  }),
});

export const action = loader;
