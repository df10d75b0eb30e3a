import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { CHARGES } from "~/admin/cases/case-file";
import { CASE_KINDS } from "~/admin/words/case-kinds";
import { CaseGroups, CaseTabs, ChargeChoice, NoCases } from "~/admin/cases/components/case-queue";
import { caseInput, takeOverInput } from "~/admin/cases/forms";
import { listCases } from "~/admin/cases/list-cases.server";
import { giveCaseBack, takeCase, takeCaseOver } from "~/admin/cases/take-charge.server";
import { choiceFilter, listPath } from "~/admin/lists/filters";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("À traiter", { isPrivate: true });

const PATH = "/admin/a-traiter";

const params = z.object({ nature: choiceFilter(CASE_KINDS), charge: choiceFilter(CHARGES) });

export const loader = pageLoader(
  { access: "office.read", params },
  async ({ viewer, params: filters, now }) => ({
    filters,
    queue: await listCases(viewer.id, filters, now),
  }),
);

export const action = formAction({
  take: pageForm({
    access: "cases.take",
    params,
    input: caseInput,
    async run(call) {
      const { params: filters, input, now } = call;
      await takeCase({ actor: actorOf(call), key: input.key, now });
      return { to: listPath(PATH, filters), toast: "Le dossier est à vous." };
    },
  }),
  "take-over": pageForm({
    access: "cases.take",
    params,
    input: takeOverInput,
    async run(call) {
      const { params: filters, input, now } = call;
      await takeCaseOver({ actor: actorOf(call), key: input.key, from: input.from, now });
      return { to: listPath(PATH, filters), toast: "Le dossier est à vous." };
    },
  }),
  "give-back": pageForm({
    access: "cases.take",
    params,
    input: caseInput,
    async run(call) {
      const { params: filters, input, now } = call;
      await giveCaseBack({ actor: actorOf(call), key: input.key, now });
      return { to: listPath(PATH, filters), toast: "Le dossier est rendu à l’équipe." };
    },
  }),
});

export default function Cases() {
  const { filters, queue } = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  const { total, isCut, late, mine, groups } = queue;
  const count = `${total}${isCut ? " et plus" : ""}`;
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <div className="office-head">
        <h1>À traiter</h1>
        <p className="muted">{`${count} ${total > 1 ? "dossiers" : "dossier"}, dont ${late} en retard et ${mine} à vous`}</p>
      </div>
      {total > 0 ? (
        <>
          <CaseTabs queue={queue} filters={filters} />
          <ChargeChoice filters={filters} />
        </>
      ) : null}
      <CaseGroups groups={groups} />
      {groups.length === 0 ? <NoCases total={total} /> : null}
    </>
  );
}
