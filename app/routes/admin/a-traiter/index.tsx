import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { CHARGES, queuePath, takeOverPath } from "~/admin/cases/case-file";
import { CASE_KINDS } from "~/admin/words/case-kinds";
import {
  CaseGroups,
  CaseHead,
  CaseTabs,
  ChargeChoice,
  NoCases,
  UnreadKinds,
} from "~/admin/cases/components/case-queue";
import { caseInput } from "~/admin/cases/forms";
import { listCases } from "~/admin/cases/list-cases.server";
import { giveCaseBack, takeCase } from "~/admin/cases/take-charge.server";
import { choiceFilter } from "~/admin/lists/filters";
import { pageNumber } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { Pagination } from "~/ui/pagination";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>("À traiter", {
  isPrivate: true,
  pageNumber: ({ queue }) => queue.page,
});

const params = z.object({
  nature: choiceFilter(CASE_KINDS),
  charge: choiceFilter(CHARGES),
  page: pageNumber,
});

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
      return { to: queuePath(filters, filters.page), toast: "Le dossier est à vous." };
    },
  }),
  "give-back": pageForm({
    access: "cases.take",
    params,
    input: caseInput,
    async run(call) {
      const { params: filters, input, now } = call;
      await giveCaseBack({ actor: actorOf(call), key: input.key, now });
      return { to: queuePath(filters, filters.page), toast: "Le dossier est rendu à l’équipe." };
    },
  }),
});

export default function Cases() {
  const { filters, queue } = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  const { total, groups, page, pages, unread } = queue;
  const isDone = total === 0 && unread.length === 0;
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <CaseHead queue={queue} filters={filters} />
      <UnreadKinds unread={unread} />
      {total > 0 ? (
        <>
          <CaseTabs queue={queue} filters={filters} />
          <ChargeChoice filters={filters} />
        </>
      ) : null}
      <CaseGroups groups={groups} takeOverOf={(key) => takeOverPath(key, filters, page)} />
      <Pagination current={page} total={pages} hrefOf={(at) => queuePath(filters, at)} />
      {isDone || (total > 0 && groups.length === 0) ? <NoCases total={total} /> : null}
    </>
  );
}
