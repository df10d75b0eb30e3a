import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { lookText, recordAccess } from "~/admin/audit/record-access.server";
import { followedAppeal } from "~/admin/cases/followed-case.server";
import {
  ADMINS_ALONE,
  AppealDecision,
  OWN_DECISION,
} from "~/admin/moderation/components/appeal-decision";
import * as parts from "~/admin/moderation/components/moderation-parts";
import { decideAppeal } from "~/admin/moderation/decide-appeal.server";
import { decideAppealInput } from "~/admin/moderation/forms";
import { appealRecord } from "~/admin/moderation/moderation-record.server";
import { AccessNotice, RecordPart } from "~/admin/records/components/record";
import { useMay } from "~/admin/use-may";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Banner } from "~/ui/toast";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ appeal }) => `Recours\u00a0: ${appeal.reported.title}`,
  { isPrivate: true },
);

export const loader = pageLoader({ access: "office.read", params: idParam }, async (page) => {
  const { params, viewer, now } = page;
  const appeal = await appealRecord(params.id, viewer.id);
  // What somebody says for themself is theirs as what their record has.
  const { person } = appeal.reported;
  if (person) await recordAccess(actorOf(page), "user", person.id, now);
  const followed = await followedAppeal(params.id, viewer.id, now);
  return { appeal, followed, seen: person ? lookText(viewer, now) : null };
});

export const action = formAction(
  pageForm({
    access: "reports.decide",
    params: idParam,
    input: decideAppealInput,
    async run(call) {
      const { params, input, now } = call;
      const { currentPassword: password, ...said } = input;
      await decideAppeal({ actor: actorOf(call), decisionId: params.id, ...said, password, now });
      return { to: `/admin/recours/${params.id}`, toast: "La réponse est envoyée." };
    },
  }),
);

export default function Appeal() {
  const { appeal, followed, seen } = useLoaderData<typeof loader>();
  const state = useFormState(decideAppealInput);
  const may = useMay();
  const { reported, measure, why, decidedAt, text, at, answer, own, readers } = appeal;
  if (answer === null && may("reports.decide") && readers === null) {
    return (
      <>
        {seen === null ? null : <AccessNotice text={seen} />}
        <AppealDecision appeal={appeal} state={state} />
        <parts.FollowUpPart followed={followed} />
        <parts.ReportedPart reported={reported} />
      </>
    );
  }
  return (
    <>
      <parts.ModerationHead
        name="Recours"
        title={`Recours\u00a0: ${reported.title}`}
        waiting={answer === null ? "À relire" : null}
      />
      {seen === null ? null : <AccessNotice text={seen} />}
      {answer === null && readers !== null ? (
        <Banner>
          {`${own ? OWN_DECISION[own] : ADMINS_ALONE}\u00a0: ce recours est relu par quelqu’un d’autre, ${readers}.`}
        </Banner>
      ) : null}
      <parts.FollowUpPart followed={followed} />
      <RecordPart id="recours" title="Ce qui est contesté" card>
        <p>{`${measure} le ${decidedAt}. ${why}`}</p>
        <parts.RemovedPhoto photo={appeal.photo} />
        <p className="letter">{text}</p>
        <p className="muted">{`Reçu le ${at}.`}</p>
      </RecordPart>
      {answer === null ? null : (
        <RecordPart id="reponse" title={answer.outcome} card>
          <p className="letter">{answer.why}</p>
          <p className="muted">{answer.by}</p>
        </RecordPart>
      )}
      <parts.ReportedPart reported={reported} />
    </>
  );
}
