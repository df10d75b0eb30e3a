import { z } from "zod";
import { contactShape, apiContact } from "~/admin/contacts/api-contacts.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "Read a contact message",
    access: "office.read",
    params: idParam,
    output: z.object({ contact: contactShape }),
    run: async ({ params }) => ({ contact: await apiContact(params.id) }),
  }),
});

export const action = loader;
