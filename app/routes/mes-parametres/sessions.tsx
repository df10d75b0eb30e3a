import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { SessionTable } from "~/accounts/components/session-table";
import { endSession, listSessions } from "~/accounts/own-sessions.server";
import { buttonForm, targetForm } from "~/accounts/settings-forms.server";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { endSessionsOf } from "~/platform/session.server";
import { redirectWithToast } from "~/platform/web/toast.server";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

const PATH = "/mes-parametres/sessions";

export const meta = pageMeta("Mes sessions", { isPrivate: true });

export const loader = pageLoader(async ({ context }) => {
  const { id } = await requireViewer(context);
  return { sessions: await listSessions(id, await context.session.currentId(), new Date()) };
});

export const action = formAction({
  end: intent({
    validator: withZod(targetForm),
    async run({ data, context }) {
      await endSession((await requireViewer(context)).id, data.id);
      return await redirectWithToast(PATH, { type: "success", message: "Appareil déconnecté." });
    },
  }),
  "end-others": intent({
    validator: withZod(buttonForm),
    async run({ context }) {
      const { id } = await requireViewer(context);
      const current = await context.session.currentId();
      await endSessionsOf(id, current ? { except: current } : {});
      return await redirectWithToast(PATH, {
        type: "success",
        message: "Vos autres appareils sont déconnectés.",
      });
    },
  }),
});

export default function Sessions() {
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="stack gap-2">
        <h1>Mes sessions</h1>
        <p className="muted">Les appareils sur lesquels votre compte est connecté.</p>
      </div>
      <ErrorSummary issues={summaryOf(useFormState().errors)} />
      <SessionTable sessions={sessions} />
    </>
  );
}
