import { useLoaderData } from "@remix-run/react";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { ReportForm } from "~/reports/components/report-form";
import { reportInput, THE_VENUE } from "~/reports/forms";
import { reportPage, sendReport } from "~/reports/send-report.server";
import { BackLink } from "~/ui/back-link";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ name }) => `Signaler un lieu ou un avis, ${name}`,
  { isPrivate: true },
);

export const headers = privateHeaders;

export const loader = pageLoader(
  { access: "public", params: idParam },
  ({ params, viewer, query }) =>
    reportPage(params.id, { viewerId: viewer?.id ?? null, named: query.get("avis") }),
);

export const action = formAction(
  pageForm({
    access: "public",
    params: idParam,
    limit: "report",
    input: reportInput,
    async run({ params, viewer, input, now }) {
      // A program is told the same, so that it does not try otherwise.
      if (input.website === undefined) await sendReport(params.id, input, { viewer, now });
      return {
        to: `/reservation/${params.id}${input.subject === THE_VENUE ? "" : "/avis"}`,
        toast: "Merci\u00a0: votre signalement est transmis à notre équipe.",
      };
    },
  }),
);

export default function Report() {
  const { id, title, subjects, chosen, isOwn } = useLoaderData<typeof loader>();
  const state = useFormState(reportInput);
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <BackLink
          href={`/reservation/${id}${isOwn || chosen ? "/avis" : ""}`}
          label={isOwn || chosen ? `Avis sur ${title}` : title}
        />
        <div className="stack gap-2">
          <h1>Signaler un lieu ou un avis</h1>
          <p className="muted">
            Une personne de notre équipe vous lit. Votre nom n’est donné à personne.
          </p>
        </div>
        <ErrorSummary issues={summaryOf(state.errors)} />
        <ReportForm subjects={subjects} chosen={chosen} state={state} />
      </div>
    </Main>
  );
}
