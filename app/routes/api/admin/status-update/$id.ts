import { actorOf } from "~/admin/audit/actor.server";
import { contactStatusInput } from "~/admin/contacts/forms";
import { setContactStatus } from "~/admin/contacts/treat-contact.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  POST: apiCall({
    summary: "Mark a contact message as dealt with, or not",
    access: "contacts.treat",
    params: idParam,
    input: contactStatusInput,
    async run(call) {
      const { params, input, now } = call;
      const contactId = params.id;
      await setContactStatus({ actor: actorOf(call), contactId, status: input.status, now });
      return {};
    },
  }),
});

export const action = loader;
