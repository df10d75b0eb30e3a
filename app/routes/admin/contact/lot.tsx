import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { bulkInput } from "~/admin/bulk/bulk";
import { bulkQuestion, bulkShown } from "~/admin/bulk/bulk-titles";
import { BulkPage } from "~/admin/bulk/components/bulk-page";
import { previewBulk, runBulk } from "~/admin/bulk/run-bulk.server";
import { contactBulk } from "~/admin/contacts/bulk-contacts.server";
import {
  CONTACT_ACT_LABELS,
  CONTACT_STATES,
  type ContactState,
} from "~/admin/contacts/contact-states";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { contactList } from "~/admin/contacts/list-contacts.server";
import { pageMeta } from "~/platform/web/page-meta";

const NOUN = ["message", "messages"] as const;

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ act, rows }) => bulkQuestion(CONTACT_ACT_LABELS[act], NOUN, rows),
  { isPrivate: true },
);

export const loader = pageLoader(
  {
    access: "contacts.treat",
    params: z.object({ acte: z.enum(CONTACT_STATES).catch("terminer") }),
  },
  ({ params: { acte }, query }) =>
    previewBulk({ bulk: contactBulk, list: contactList }, acte, query),
);

const form = (act: ContactState) =>
  pageForm({
    access: "contacts.treat",
    input: bulkInput,
    async run(call) {
      const { input, now } = call;
      const by = { actor: actorOf(call), now };
      const results = await runBulk(contactBulk, act, input, by);
      return bulkShown(CONTACT_ACT_LABELS[act], NOUN, results);
    },
  });

export const action = formAction({
  terminer: form("terminer"),
  "en-attente": form("en-attente"),
});

export default function ContactsAtOnce() {
  const { act, ...chosen } = useLoaderData<typeof loader>();
  return (
    <BulkPage
      path="/admin/contact"
      {...chosen}
      act={act}
      verb={CONTACT_ACT_LABELS[act]}
      noun={NOUN}
      consequences={["Personne n’en est prévenu."]}
      state={useFormState(bulkInput)}
      asks={[]}
      soft
    />
  );
}
