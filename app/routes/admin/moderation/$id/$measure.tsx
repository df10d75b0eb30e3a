import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { recordAccess } from "~/admin/audit/record-access.server";
import { ComingChoice } from "~/admin/moderation/components/coming-choice";
import { ReportsPart } from "~/admin/moderation/components/moderation-parts";
import { GroundsFields } from "~/admin/moderation/components/grounds-fields";
import { decideReport } from "~/admin/moderation/decide-report.server";
import { leavesOwnReport } from "~/admin/moderation/own-report.server";
import { decideReportInput, measureParam } from "~/admin/moderation/forms";
import { MEASURE_WORDS, measureQuestion } from "~/admin/measures/measures";
import { decidableRecord } from "~/admin/moderation/moderation-record.server";
import { Decision } from "~/admin/records/components/decision";
import { actPage } from "~/admin/users/act-page.server";
import { calledOffToast } from "~/admin/users/components/departure";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ShownField } from "~/platform/web/shown-field";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ measure, reported }) => measureQuestion(measure, reported.title),
  { isPrivate: true },
);

const access = "reports.decide";

const HIDDEN_TOO = "Cet avis quitte la page du lieu, et la note du lieu est recalculée.";

export const loader = pageLoader({ access, params: measureParam }, async (page) => {
  const { params, now } = page;
  const { id, measure } = params;
  const record = await decidableRecord(id, measure, now);
  const { reported, reports, reportsSeen, coming } = record;
  if (measure === "bannir") {
    await actPage(measure, { ...page, params: { id: reported.person!.id } });
  }
  await leavesOwnReport(page.viewer, reported, measure, null);
  await recordAccess(actorOf(page), "report", id, now);
  const isShutOut = measure === "suspendre" || measure === "bannir";
  const version = measure === "suspendre" ? record.version : null;
  const shown = { reported, reports, reportsSeen, version };
  return { id, measure, ...shown, coming: isShutOut ? coming[measure] : null };
});

export const action = formAction(
  pageForm({
    access,
    params: measureParam,
    input: decideReportInput,
    async run(call) {
      const { params, input, now } = call;
      const { currentPassword: password, seen = "", ...said } = input;
      const about = { actor: actorOf(call), reportId: params.id, measure: params.measure };
      const shown = { seen, reports: said.reports };
      const outcome = await decideReport({ ...about, ...said, ...shown, password, now });
      const done = `${MEASURE_WORDS[params.measure].done}.`;
      return {
        to: `/admin/moderation/${params.id}`,
        toast: calledOffToast(done, outcome, "decided"),
      };
    },
  }),
);

export default function DecideReport() {
  const page = useLoaderData<typeof loader>();
  const { id, measure, reported, reports, reportsSeen, coming } = page;
  const state = useFormState(decideReportInput);
  const { effect, verb } = MEASURE_WORDS[measure];
  const whom = reported.kind === "venue" ? "Le propriétaire" : "L’auteur";
  return (
    <>
      <Decision
        question={measureQuestion(measure, reported.title)}
        consequences={[
          effect,
          ...(measure === "bannir" && reported.measures.includes("masquer") ? [HIDDEN_TOO] : []),
          ...(measure === "classer"
            ? []
            : [
                `${whom}${reported.person ? `, ${reported.person.name},` : ""} reçoit la décision, le motif, les faits et la voie de recours.`,
                "Qui a signalé et laissé une adresse apprend la mesure et le motif, sans les faits.",
              ]),
        ]}
        state={state}
        asks={coming ? ["password"] : []}
        confirmLabel={verb}
        backHref={`/admin/moderation/${id}`}
        soft={measure === "classer"}
      >
        <input type="hidden" name="reports" value={reportsSeen} />
        <ShownField name="version" value={page.version} />
        <ComingChoice coming={coming} state={state} />
        <GroundsFields state={state} measure={measure} />
      </Decision>
      <ReportsPart reports={reports} />
    </>
  );
}
