import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { recordAccess } from "~/admin/audit/record-access.server";
import { MEASURE_WORDS, measureQuestion } from "~/admin/measures/measures";
import { ReportsPart } from "~/admin/moderation/components/moderation-parts";
import { PhotoRemoval } from "~/admin/moderation/components/photo-removal";
import { decideReport } from "~/admin/moderation/decide-report.server";
import { removePhotoInput } from "~/admin/moderation/forms";
import { leavesOwnReport } from "~/admin/moderation/own-report.server";
import { decidableRecord } from "~/admin/moderation/moderation-record.server";
import { removablePhotos } from "~/admin/moderation/removable-photos.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ reported }) => measureQuestion("retirer", reported.title),
  { isPrivate: true },
);

export const loader = pageLoader({ access: "reports.decide", params: idParam }, async (page) => {
  const { params, now } = page;
  const { reported, reports, reportsSeen } = await decidableRecord(params.id, "retirer", now);
  await leavesOwnReport(page.viewer, reported, "retirer", null);
  // A review has no photos.
  const { title, pictures } = await removablePhotos(reported.target);
  await recordAccess(actorOf(page), "report", params.id, now);
  return { id: params.id, reported, reports, reportsSeen, title, pictures };
});

export const action = formAction(
  pageForm({
    access: "reports.decide",
    params: idParam,
    input: removePhotoInput,
    async run(call) {
      const { params, input, now } = call;
      const about = { actor: actorOf(call), reportId: params.id, measure: "retirer" } as const;
      const unasked = { coming: "keep", password: undefined } as const;
      await decideReport({ ...about, ...unasked, reports: undefined, ...input, now });
      return { to: `/admin/moderation/${params.id}`, toast: `${MEASURE_WORDS.retirer.done}.` };
    },
  }),
);

export default function RemoveReportedPhoto() {
  const { id, reported, reports, reportsSeen, title, pictures } = useLoaderData<typeof loader>();
  return (
    <>
      <PhotoRemoval
        name={reported.title}
        title={title}
        owner={reported.person?.name ?? null}
        pictures={pictures}
        state={useFormState(removePhotoInput)}
        reports="Les signalements de ce lieu sont décidés avec elle. Qui a laissé une adresse apprend la mesure et le motif, sans les faits."
        backHref={`/admin/moderation/${id}`}
      >
        <input type="hidden" name="reports" value={reportsSeen} />
      </PhotoRemoval>
      <ReportsPart reports={reports} />
    </>
  );
}
