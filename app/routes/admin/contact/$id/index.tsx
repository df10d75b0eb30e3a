import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { recordAccess } from "~/admin/audit/record-access.server";
import { AnswerPart, ContactHead, MessagePart } from "~/admin/contacts/components/contact-parts";
import { contactRecord } from "~/admin/contacts/contact-record.server";
import { contactAnswerInput, contactStatusInput } from "~/admin/contacts/forms";
import { answerContact, setContactStatus } from "~/admin/contacts/treat-contact.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Message", { isPrivate: true });

export const loader = pageLoader({ access: "office.read", params: idParam }, async (page) => {
  const contact = await contactRecord(page.params.id);
  await recordAccess(actorOf(page), "contact", page.params.id, page.now);
  return { contact };
});

export const action = formAction({
  status: pageForm({
    access: "contacts.treat",
    params: idParam,
    input: contactStatusInput,
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
      await answerContact({ actor: actorOf(call), contactId, text: input.text, now });
      return { to: `/admin/contact/${contactId}`, toast: "La réponse est envoyée." };
    },
  }),
});

export default function Contact() {
  const { contact } = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <ContactHead contact={contact} />
      <MessagePart contact={contact} />
      <AnswerPart contact={contact} state={useFormState(contactAnswerInput, "answer")} />
    </>
  );
}
