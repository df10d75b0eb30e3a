import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CASE_KINDS } from "~/admin/cases/case-file";
import { CaseGroups, CaseTabs } from "~/admin/cases/components/case-queue";
import { caseInput } from "~/admin/cases/forms";
import { listCases } from "~/admin/cases/list-cases.server";
import { giveCaseBack, takeCase } from "~/admin/cases/take-charge.server";
import { choiceFilter } from "~/admin/lists/filters";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("À traiter", { isPrivate: true });

export const loader = pageLoader(
  { access: "office.read", params: z.object({ nature: choiceFilter(CASE_KINDS) }) },
  async ({ viewer, params: { nature }, now }) => ({
    nature,
    queue: await listCases(viewer.id, nature, now),
  }),
);

export const action = formAction({
  take: pageForm({
    access: "cases.take",
    input: caseInput,
    async run({ viewer, input: { key }, now }) {
      await takeCase({ adminId: viewer.id, key, now });
      return { to: "/admin/a-traiter", toast: "Le dossier est à vous." };
    },
  }),
  "give-back": pageForm({
    access: "cases.take",
    input: caseInput,
    async run({ viewer, input: { key } }) {
      await giveCaseBack({ adminId: viewer.id, key });
      return { to: "/admin/a-traiter", toast: "Le dossier est rendu à l’équipe." };
    },
  }),
});

export default function Cases() {
  const { nature, queue } = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  const { total, late, mine, groups } = queue;
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <div className="office-head">
        <h1>À traiter</h1>
        <p className="muted">{`${total > 1 ? `${total} dossiers` : `${total} dossier`}, dont ${late} en retard et ${mine} à vous`}</p>
      </div>
      {total > 0 ? <CaseTabs queue={queue} kind={nature} /> : null}
      <CaseGroups groups={groups} />
      {total === 0 ? (
        <EmptyState
          title="Tout est traité"
          action={
            <LinkButton variant="secondary" href="/admin">
              Retour au tableau de bord
            </LinkButton>
          }
        >
          Aucun dossier n’attend.
        </EmptyState>
      ) : groups.length === 0 ? (
        <EmptyState
          title="Aucun dossier de cette nature"
          illustration="salle-municipale"
          action={<LinkButton href="/admin/a-traiter">Voir tous les dossiers</LinkButton>}
        >
          D’autres dossiers attendent.
        </EmptyState>
      ) : null}
    </>
  );
}
