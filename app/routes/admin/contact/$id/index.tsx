import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { lookText, recordAccess } from "~/admin/audit/record-access.server";
import * as parts from "~/admin/contacts/components/contact-parts";
import { contactRecord } from "~/admin/contacts/contact-record.server";
import { contactAnswerInput, contactStatusForm } from "~/admin/contacts/forms";
import { answerContact, setContactStatus } from "~/admin/contacts/treat-contact.server";
import { messageRequestInput } from "~/admin/privacy/forms";
import { requestOfMessage } from "~/admin/privacy/record-request.server";
import { AccessNotice } from "~/admin/records/components/record";
import { ofName } from "~/platform/of-name";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ contact: { name, type } }) => `Message ${ofName(name)}, ${type}`,
  { isPrivate: true },
);

export const loader = pageLoader({ access: "office.read", params: idParam }, async (page) => {
  const { viewer, params, now } = page;
  const contact = await contactRecord(params.id);
  await recordAccess(actorOf(page), "contact", params.id, now);
  return { contact, seen: lookText(viewer, now) };
});

export const action = formAction({
  status: pageForm({
    access: "contacts.treat",
    params: idParam,
    input: contactStatusForm,
    async run(call) {
      const { params, input, now } = call;
      const contactId = params.id;
      await setContactStatus({ actor: actorOf(call), contactId, status: input.status, now });
      return {
        to: `/admin/contact/${contactId}`,
        toast: input.status ? "Le message est terminé." : "Le message est en attente.",
      };
    },
  }),
  answer: pageForm({
    access: "contacts.treat",
    params: idParam,
    input: contactAnswerInput,
    async run(call) {
      const { params, input, now } = call;
      const contactId = params.id;
      await answerContact({ actor: actorOf(call), contactId, ...input, now });
      return { to: `/admin/contact/${contactId}`, toast: "La réponse est envoyée." };
    },
  }),
  request: pageForm({
    access: "privacy.treat",
    params: idParam,
    input: messageRequestInput,
    async run(call) {
      const { params, input, now } = call;
      const about = { actor: actorOf(call), messageId: params.id, kind: input.kind, now };
      const id = await requestOfMessage(about);
      return { to: `/admin/droits/${id}`, toast: "Le message est une demande de droits." };
    },
  }),
});

export default function Contact() {
  const { contact, seen } = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <parts.ContactHead contact={contact} />
      <AccessNotice text={seen} />
      <parts.MessagePart contact={contact} />
      <parts.AnswerPart
        contact={contact}
        state={useFormState(contactAnswerInput, "answer", "status")}
      />
      <parts.PrivacyPart contact={contact} state={useFormState(messageRequestInput, "request")} />
    </>
  );
}
