import { useLoaderData } from "@remix-run/react";
import { AuditPart } from "~/admin/journal/components/audit-part";
import { actorOf } from "~/admin/audit/actor.server";
import { lookText, recordAccess } from "~/admin/audit/record-access.server";
import * as parts from "~/admin/masters/components/master-parts";
import { validateMaster } from "~/admin/masters/decide-master.server";
import { masterRecord } from "~/admin/masters/master-record.server";
import { AccessNotice } from "~/admin/records/components/record";
import { IdentityPart } from "~/admin/users/components/user-sections";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(({ master }) => master.name, {
  isPrivate: true,
});

export const loader = pageLoader({ access: "office.read", params: idParam }, async (page) => {
  const { viewer, params, now } = page;
  const master = await masterRecord(params.id, now);
  await recordAccess(actorOf(page), "user", params.id, now);
  return { master, seen: lookText(viewer, now) };
});

export const action = formAction({
  validate: pageForm({
    access: "masters.decide",
    params: idParam,
    failure: "validation",
    async run(call) {
      const { params, now } = call;
      await validateMaster({ actor: actorOf(call), masterId: params.id, now });
      return {
        to: `/admin/master/${params.id}`,
        toast: "Le compte Master est validé. Son code lui est envoyé.",
      };
    },
  }),
});

export default function Master() {
  const { master, seen } = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <parts.MasterHead master={master} />
      <AccessNotice text={seen} />
      <parts.SubmissionPart master={master} />
      <IdentityPart identity={master.identity} />
      <parts.LinkedPart {...master} />
      <AuditPart acts={master.acts} target={master.id} />
    </>
  );
}
