import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import * as parts from "~/admin/moderation/components/moderation-parts";
import { decideAppeal } from "~/admin/moderation/decide-appeal.server";
import { decideAppealInput } from "~/admin/moderation/forms";
import { appealRecord } from "~/admin/moderation/moderation-record.server";
import { Decision } from "~/admin/records/components/decision";
import { RecordPart } from "~/admin/records/components/record";
import { useMay } from "~/admin/shell/use-may";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { RadioGroup } from "~/ui/choices";

export const meta = pageMeta("Recours", { isPrivate: true });

export const loader = pageLoader({ access: "office.read", params: idParam }, ({ params, viewer }) =>
  appealRecord(params.id, viewer.id),
);

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
  const appeal = useLoaderData<typeof loader>();
  const state = useFormState(decideAppealInput);
  const may = useMay();
  const { reported, measure, why, decidedAt, text, at, outcome, isOwn, asksPassword } = appeal;
  if (outcome === null && may("reports.decide")) {
    return (
      <Decision
        question={`Répondre au recours\u00a0: ${reported.title}\u00a0?`}
        consequences={[
          `${measure} le ${decidedAt}. ${why}`,
          `Recours du ${at}\u00a0: «\u00a0${text}\u00a0»`,
          ...(isOwn
            ? [
                "Vous avez pris cette décision\u00a0: si quelqu’un d’autre le peut, c’est à lui de la relire.",
              ]
            : []),
          "La réponse et ses raisons sont envoyées par e-mail. Elle est définitive.",
        ]}
        state={state}
        asks={asksPassword ? ["why", "password"] : ["why"]}
        confirmLabel="Envoyer la réponse"
        backHref="/admin/a-traiter?nature=appeal"
        soft
      >
        <RadioGroup
          label="Réponse"
          name="outcome"
          value={state.field("outcome").defaultValue}
          error={state.errors.outcome}
          options={[
            { value: "maintenir", label: "Maintenir la décision" },
            { value: "revenir", label: "L’annuler\u00a0: ce qu’elle a fait est défait" },
          ]}
        />
      </Decision>
    );
  }
  return (
    <>
      <parts.ModerationHead
        name="Recours"
        title={`Recours\u00a0: ${reported.title}`}
        waiting={outcome === null ? "À relire" : null}
      />
      <RecordPart id="recours" title="Recours" card>
        <p>{`${measure} le ${decidedAt}. ${why}`}</p>
        <p className="letter">{text}</p>
        <p className="muted">{`Reçu le ${at}.`}</p>
        {outcome === null ? null : <p>{`Réponse\u00a0: ${outcome}`}</p>}
      </RecordPart>
      <parts.ReportedPart reported={reported} />
    </>
  );
}
