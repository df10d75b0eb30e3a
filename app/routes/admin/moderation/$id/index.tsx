import { useLoaderData } from "@remix-run/react";
import * as parts from "~/admin/moderation/components/moderation-parts";
import { moderationRecord } from "~/admin/moderation/moderation-record.server";
import { idParam } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Signalement", { isPrivate: true });

export const loader = pageLoader({ access: "office.read", params: idParam }, ({ params, now }) =>
  moderationRecord(params.id, now),
);

export default function Moderation() {
  const record = useLoaderData<typeof loader>();
  const { reported, reports, isOpen, history } = record;
  return (
    <>
      <parts.ModerationHead
        name="Signalement"
        title={reported.title}
        waiting={isOpen ? "À décider" : null}
      />
      <parts.ReportsPart reports={reports} />
      <parts.ReportedPart reported={reported} />
      <parts.MeasuresPart record={record} />
      <parts.ModerationHistory lines={history} />
    </>
  );
}
