import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkedMaster, MasterForm } from "~/accounts/components/master-form";
import { findMaster, type FoundMaster } from "~/accounts/find-master.server";
import { linkedMaster } from "~/accounts/liaison-pages.server";
import { leaveMaster, linkAccount } from "~/accounts/link-account.server";
import { leaveMasterInput, masterCodeInput } from "~/accounts/settings-forms";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

const PATH = "/mes-parametres/liason-compte";

export const meta = pageMeta("Liaison", { isPrivate: true });

export const loader = pageLoader({ access: "member" }, async ({ viewer }) => ({
  master: await linkedMaster(viewer.id),
}));

export const action = formAction({
  search: pageForm({
    access: "member",
    failure: "settings",
    limit: "liaison",
    input: masterCodeInput,
    run: async ({ input: { code }, viewer }) => ({
      show: { found: await findMaster(viewer.id, code) },
    }),
  }),
  link: pageForm({
    access: "member",
    mine: true,
    failure: "settings",
    limit: "liaison",
    input: masterCodeInput,
    async run({ input: { code }, viewer, now }) {
      await linkAccount(viewer.id, code, now);
      return { to: PATH, toast: "Votre compte est lié." };
    },
  }),
  leave: pageForm({
    access: "member",
    mine: true,
    failure: "settings",
    input: leaveMasterInput,
    async run({ input: { masterId }, viewer }) {
      await leaveMaster(viewer.id, masterId);
      return { to: PATH, toast: "Votre compte n’est plus lié." };
    },
  }),
});

export default function Liaison() {
  const { master } = useLoaderData<typeof loader>();
  const answer = useActionData<{ found?: FoundMaster }>();
  return (
    <>
      <div className="stack gap-2">
        <h1>Liaison</h1>
        <p className="muted">Rattachez votre compte à celui d’un master par son code.</p>
      </div>
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
      {master ? <LinkedMaster {...master} /> : <MasterForm found={answer?.found ?? null} />}
    </>
  );
}
