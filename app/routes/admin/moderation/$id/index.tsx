import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { lookText, recordAccess } from "~/admin/audit/record-access.server";
import { followedReports } from "~/admin/cases/followed-case.server";
import * as parts from "~/admin/moderation/components/moderation-parts";
import { moderationRecord } from "~/admin/moderation/moderation-record.server";
import { offeredMeasures } from "~/admin/moderation/offered-measures.server";
import { AccessNotice } from "~/admin/records/components/record";
import { idParam } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ record }) => `Signalement\u00a0: ${record.reported.title}`,
  { isPrivate: true },
);

export const loader = pageLoader({ access: "office.read", params: idParam }, async (page) => {
  const { viewer, params, now } = page;
  const record = await moderationRecord(params.id, now);
  await recordAccess(actorOf(page), "report", params.id, now);
  const choice = await offeredMeasures(viewer, record.reported);
  const followed = await followedReports(record.reported, viewer.id, now);
  return { record, choice, followed, seen: lookText(viewer, now) };
});

export default function Moderation() {
  const { record, choice, followed, seen } = useLoaderData<typeof loader>();
  const { reported, place, reports, isOpen, history } = record;
  return (
    <>
      <parts.ModerationHead
        name="Signalement"
        title={reported.title}
        waiting={isOpen ? "À décider" : null}
      />
      <AccessNotice text={seen} />
      <parts.FollowUpPart followed={followed} />
      <parts.ReportsPart reports={reports} />
      <parts.ReportedPart reported={reported} place={place} />
      <parts.MeasuresPart record={record} choice={choice} />
      <parts.ModerationHistory lines={history} />
    </>
  );
}
