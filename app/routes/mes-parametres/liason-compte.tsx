import { json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { LinkedMaster, MasterForm } from "~/accounts/components/master-form";
import { findMaster, type FoundMaster } from "~/accounts/find-master.server";
import { linkedMaster } from "~/accounts/liaison-pages.server";
import { leaveMaster, linkAccount } from "~/accounts/link-account.server";
import { buttonForm, masterCodeForm } from "~/accounts/settings-forms.server";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

const PATH = "/mes-parametres/liason-compte";

export const meta = pageMeta("Liaison", { isPrivate: true });

export const loader = pageLoader(async ({ context }) => {
  return { master: await linkedMaster((await requireViewer(context)).id) };
});

export const action = formAction({
  search: intent({
    validator: withZod(masterCodeForm),
    async run({ data, context }) {
      const { id } = await requireViewer(context);
      return json({ found: await findMaster(id, data.code) });
    },
  }),
  link: intent({
    validator: withZod(masterCodeForm),
    async run({ data, context }) {
      await linkAccount((await requireViewer(context)).id, data.code, new Date());
      return await redirectWithToast(PATH, { type: "success", message: "Votre compte est lié." });
    },
  }),
  leave: intent({
    validator: withZod(buttonForm),
    async run({ context }) {
      await leaveMaster((await requireViewer(context)).id);
      return await redirectWithToast(PATH, {
        type: "success",
        message: "Votre compte n’est plus lié.",
      });
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
      <ErrorSummary issues={summaryOf(useFormState().errors)} />
      {master ? <LinkedMaster name={master} /> : <MasterForm found={answer?.found ?? null} />}
    </>
  );
}
