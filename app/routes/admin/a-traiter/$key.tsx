import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { AuditPart } from "~/admin/journal/components/audit-part";
import { caseOrEnd } from "~/admin/cases/case-record.server";
import { casePath } from "~/admin/cases/case-file";
import * as parts from "~/admin/cases/components/case-parts";
import { settleInput, wakeInput } from "~/admin/cases/forms";
import * as settling from "~/admin/cases/settle-case.server";
import { shortText } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";

export const meta = pageMeta(
  (file: { title: string } | { endedActs: unknown }) =>
    "title" in file ? `Dossier\u00a0: ${file.title}` : "Ce dossier n’est plus à traiter",
  { isPrivate: true },
);

const keyParam = z.object({ key: shortText });
const QUEUE = "/admin/a-traiter";

export const loader = pageLoader(
  { access: "office.read", params: keyParam },
  async ({ viewer, params, now }) => {
    const found = await caseOrEnd(params.key, now);
    if (!("endedActs" in found)) {
      return json({ ...found, isOwn: await settling.isOwnCase(viewer, found) });
    }
    return json(found, { status: found.endedActs.length > 0 ? 410 : 404 });
  },
);

const shared = { access: "cases.settle", params: keyParam } as const;

export const action = formAction({
  wake: pageForm({
    ...shared,
    input: wakeInput,
    async run(call) {
      const { params, input, now } = call;
      const password = input.currentPassword;
      await settling.wakeStoppedJob({ actor: actorOf(call), key: params.key, password, now });
      return { to: QUEUE, toast: "La tâche est relancée." };
    },
  }),
  resend: pageForm({
    ...shared,
    async run(call) {
      await settling.resendDeadMail({ actor: actorOf(call), key: call.params.key, now: call.now });
      return { to: QUEUE, toast: "L’e-mail repart." };
    },
  }),
  "read-stripe": pageForm({
    ...shared,
    async run(call) {
      const { params, now } = call;
      const toast = await settling.readCaseAtStripe({ actor: actorOf(call), key: params.key, now });
      // What is read may end the case before its page is there again; a payment never does.
      return { to: params.key.startsWith("payment:") ? casePath(params.key) : QUEUE, toast };
    },
  }),
  "tell-owner": pageForm({
    ...shared,
    async run(call) {
      const { key } = call.params;
      await settling.tellOwner({ actor: actorOf(call), key, now: call.now });
      return { to: casePath(key), toast: "L’e-mail part." };
    },
  }),
  settle: pageForm({
    ...shared,
    input: settleInput,
    async run(call) {
      const { params, input, now } = call;
      const { seen, why, currentPassword: password } = input;
      const { key } = params;
      await settling.settleCase({ actor: actorOf(call), key, seen, why, password, now });
      return { to: QUEUE, toast: "Le dossier est classé." };
    },
  }),
});

export default function Case() {
  const file = useLoaderData<typeof loader>();
  const wake = useFormState(wakeInput, "wake");
  const settle = useFormState(settleInput, "settle");
  const any = useFormState(null);
  if ("endedActs" in file) return <parts.CaseEnd file={file} />;
  return (
    <>
      <ErrorSummary issues={parts.caseIssues(any, settle)} />
      <parts.CaseHead file={file} />
      <parts.CaseFacts file={file} />
      <parts.CaseActs file={file} wake={wake} />
      <parts.SettlePart file={file} isOwn={file.isOwn} state={settle} />
      <AuditPart acts={file.acts} target={file.key} />
    </>
  );
}
