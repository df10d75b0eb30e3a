import { actorOf } from "~/admin/audit/actor.server";
import { deleteContact } from "~/admin/contacts/treat-contact.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  DELETE: apiCall({
    summary: "Delete a contact message",
    access: "contacts.treat",
    failure: "contactRemoval",
    params: idParam,
    async run(call) {
      await deleteContact({ actor: actorOf(call), contactId: call.params.id, now: call.now });
      return {};
    },
  }),
});

export const action = loader;
