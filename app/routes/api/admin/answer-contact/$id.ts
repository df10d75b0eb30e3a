import { actorOf } from "~/admin/audit/actor.server";
import { contactAnswerInput } from "~/admin/contacts/forms";
import { answerContact } from "~/admin/contacts/treat-contact.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  POST: apiCall({
    summary: "Answer a contact message by e-mail",
    access: "contacts.treat",
    params: idParam,
    input: contactAnswerInput,
    refuses: ["contact_answered"],
    async run(call) {
      const { params, input, now } = call;
      await answerContact({ actor: actorOf(call), contactId: params.id, ...input, now });
      return {};
    },
  }),
});

export const action = loader;
