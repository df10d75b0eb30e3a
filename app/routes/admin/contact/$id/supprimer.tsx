import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { contactRecord } from "~/admin/contacts/contact-record.server";
import { deleteContact } from "~/admin/contacts/treat-contact.server";
import { Decision } from "~/admin/records/components/decision";
import { ofName } from "~/platform/of-name";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const question = ({ name }: { name: string }) => `Supprimer le message ${ofName(name)}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader({ access: "contacts.treat", params: idParam }, ({ params }) =>
  contactRecord(params.id),
);

export const action = formAction(
  pageForm({
    access: "contacts.treat",
    params: idParam,
    failure: "contactRemoval",
    async run(call) {
      await deleteContact({ actor: actorOf(call), contactId: call.params.id, now: call.now });
      return { to: "/admin/contact", toast: "Le message est supprimé." };
    },
  }),
);

export default function DeleteContact() {
  const { id, name, createdAt } = useLoaderData<typeof loader>();
  return (
    <Decision
      question={question({ name })}
      consequences={[
        `Le message du ${createdAt} et ses réponses sont effacés. C’est définitif.`,
        "L’expéditeur n’en est pas prévenu.",
      ]}
      state={useFormState(null)}
      asks={[]}
      confirmLabel="Supprimer le message"
      backHref={`/admin/contact/${id}`}
    />
  );
}
