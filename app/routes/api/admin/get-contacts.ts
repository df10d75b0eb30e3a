import { z } from "zod";
import { CONTACT_TYPES } from "@models/enumerations";
import { apiContacts, listedContactShape } from "~/admin/contacts/api-contacts.server";
import { CONTACT_STATES } from "~/admin/contacts/contact-states";
import { choiceCall, cursorCall, dayCall, searchCall } from "~/admin/lists/call-filters";
import { nextShape } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { input } from "~/platform/web/input";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the contact messages",
    access: "office.read",
    refuses: ["list_too_long", "cursor_unreadable"],
    input: input({
      email: searchCall,
      date: dayCall,
      type: choiceCall(CONTACT_TYPES),
      etat: choiceCall(CONTACT_STATES),
      suite: cursorCall,
    }),
    output: z.object({ contacts: z.array(listedContactShape), ...nextShape }),
    run: ({ input: { suite, ...filters } }) => apiContacts(filters, suite),
  }),
});

export const action = loader;
