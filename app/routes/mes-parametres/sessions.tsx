import { useLoaderData } from "@remix-run/react";
import { SessionTable } from "~/accounts/components/session-table";
import { endSession, listSessions } from "~/accounts/own-sessions.server";
import { sessionInput } from "~/accounts/settings-forms";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { endSessionsOf } from "~/platform/session.server";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

const PATH = "/mes-parametres/sessions";

export const meta = pageMeta("Mes sessions", { isPrivate: true });

export const loader = pageLoader({ access: "member" }, async ({ viewer, session, now }) => ({
  sessions: await listSessions(viewer.id, await session.currentId(), now),
}));

export const action = formAction({
  end: pageForm({
    access: "member",
    failure: "settings",
    input: sessionInput,
    async run({ input: { id }, viewer }) {
      await endSession(viewer.id, id);
      return { to: PATH, toast: "Appareil déconnecté." };
    },
  }),
  "end-others": pageForm({
    access: "member",
    mine: true,
    failure: "settings",
    async run({ viewer, session }) {
      const current = await session.currentId();
      await endSessionsOf(viewer.id, current ? { except: current } : {});
      return { to: PATH, toast: "Vos autres appareils sont déconnectés." };
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
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
      <SessionTable sessions={sessions} />
    </>
  );
}
