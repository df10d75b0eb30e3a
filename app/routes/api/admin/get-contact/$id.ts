import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { recordAccess } from "~/admin/audit/record-access.server";
import { contactShape, apiContact } from "~/admin/contacts/api-contacts.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "Read a contact message",
    access: "office.read",
    params: idParam,
    output: z.object({ contact: contactShape }),
    async run(call) {
      const contact = await apiContact(call.params.id);
      await recordAccess(actorOf(call), "contact", call.params.id, call.now);
      return { contact };
    },
  }),
});

export const action = loader;
