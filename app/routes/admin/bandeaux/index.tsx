import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { saveNotice } from "~/admin/site/change-notices.server";
import { NoticeForm } from "~/admin/site/components/notice-form";
import { noticeInput } from "~/admin/site/forms";
import { noticesPage } from "~/admin/site/site-pages.server";
import { useMay } from "~/admin/use-may";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Badge } from "~/ui/badge";
import { DataTable } from "~/ui/data-table";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Bandeaux", { isPrivate: true });

export const loader = pageLoader({ access: "office.read" }, async ({ now }) => ({
  notices: await noticesPage(now),
}));

export const action = formAction({
  save: pageForm({
    access: "site.notices",
    input: noticeInput,
    async run(call) {
      const { seen: _none, ...notice } = call.input;
      await saveNotice(notice, { actor: actorOf(call), now: call.now });
      return { to: "/admin/bandeaux", toast: "Le bandeau est enregistré." };
    },
  }),
});

const COLUMNS = ["Texte", "Genre", "À qui", "Début", "Fin", "État"].map((label) => ({ label }));

export default function Notices() {
  const { notices } = useLoaderData<typeof loader>();
  const state = useFormState(noticeInput);
  const mayChange = useMay()("site.notices");
  return (
    <>
      <h1>Bandeaux</h1>
      <ErrorSummary issues={summaryOf(state.errors)} />
      {notices.length > 0 ? (
        <DataTable
          caption="Bandeaux affichés ou à venir"
          columns={COLUMNS}
          rows={notices.map(({ id, text, kind, audience, from, until, isShown }) => ({
            id,
            cells: [
              mayChange ? (
                <a key="text" href={`/admin/bandeaux/${id}`}>
                  {text}
                </a>
              ) : (
                text
              ),
              ...[kind, audience, from, until],
              <Badge key="state" tone={isShown ? "success" : "waiting"}>
                {isShown ? "Affiché" : "À venir"}
              </Badge>,
            ],
          }))}
        />
      ) : (
        <p className="muted">Aucun bandeau affiché ou à venir.</p>
      )}
      {mayChange ? (
        <section className="stack" aria-labelledby="nouveau-titre">
          <h2 id="nouveau-titre">Nouveau bandeau</h2>
          <NoticeForm state={state} submitLabel="Afficher le bandeau" />
        </section>
      ) : null}
    </>
  );
}
