import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { AuditPart } from "~/admin/journal/components/audit-part";
import { lookText, recordAccess } from "~/admin/audit/record-access.server";
import { checkIdentity } from "~/admin/privacy/answer-request.server";
import * as parts from "~/admin/privacy/components/privacy-parts";
import { identityInput } from "~/admin/privacy/forms";
import { privacyRecord } from "~/admin/privacy/privacy-record.server";
import { AccessNotice } from "~/admin/records/components/record";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ request: { title, person } }) => `${title}\u00a0: ${person}`,
  { isPrivate: true },
);

export const loader = pageLoader({ access: "office.read", params: idParam }, async (page) => {
  const { viewer, params, now } = page;
  const request = await privacyRecord(params.id, now);
  await recordAccess(actorOf(page), "privacy", params.id, now);
  return { request, seen: lookText(viewer, now) };
});

export const action = formAction({
  identity: pageForm({
    access: "privacy.treat",
    params: idParam,
    input: identityInput,
    async run(call) {
      const { params, input, now } = call;
      await checkIdentity({ actor: actorOf(call), requestId: params.id, ...input, now });
      return { to: `/admin/droits/${params.id}`, toast: "La vérification est notée." };
    },
  }),
});

export default function PrivacyRequest() {
  const { request, seen } = useLoaderData<typeof loader>();
  const state = useFormState(identityInput, "identity");
  return (
    <>
      <ErrorSummary issues={summaryOf(state.errors)} />
      <parts.PrivacyHead request={request} />
      <AccessNotice text={seen} />
      <parts.AskedPart request={request} />
      <parts.IdentityCheckPart request={request} state={state} />
      <parts.AnswerLinks request={request} />
      <parts.HandedFilePart request={request} />
      <AuditPart acts={request.acts} target={request.id} />
    </>
  );
}
