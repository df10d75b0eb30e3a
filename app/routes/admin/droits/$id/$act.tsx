import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { extendRequest, fulfilRequest, refuseRequest } from "~/admin/privacy/answer-request.server";
import { privacyActParam, tellInput } from "~/admin/privacy/forms";
import { decisionWords } from "~/admin/privacy/privacy-decisions.server";
import { privacyRecord } from "~/admin/privacy/privacy-record.server";
import { Decision } from "~/admin/records/components/decision";
import { viewerMay } from "~/platform/permissions";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { TextareaField } from "~/ui/inputs";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ question, person }) => `${question} ${person}`,
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "privacy.treat", params: privacyActParam },
  async ({ params: { id, act }, viewer, now }) =>
    decisionWords(act, await privacyRecord(id, now), viewerMay(viewer, "lists.export")),
);

export const action = formAction(
  pageForm({
    access: "privacy.treat",
    params: privacyActParam,
    input: tellInput,
    async run(call) {
      const { params, input, now } = call;
      const treatment = { actor: actorOf(call), requestId: params.id, now };
      const to = `/admin/droits/${params.id}`;
      switch (params.act) {
        case "satisfaire":
          await fulfilRequest({ ...treatment, answer: input.text });
          return { to, toast: "La réponse est envoyée." };
        case "refuser":
          await refuseRequest({ ...treatment, why: input.text });
          return { to, toast: "La demande est refusée." };
        case "prolonger":
          await extendRequest({ ...treatment, why: input.text });
          return { to, toast: "Le délai est prolongé." };
      }
    },
  }),
);

export default function DecidePrivacyRequest() {
  const { backHref, question, about, consequences, label, text, verb, isSoft } =
    useLoaderData<typeof loader>();
  const state = useFormState(tellInput);
  return (
    <Decision
      question={question}
      consequences={[<span className="anywhere">{about}</span>, ...consequences]}
      state={state}
      asks={[]}
      confirmLabel={verb}
      backHref={backHref}
      soft={isSoft}
    >
      <TextareaField
        {...state.field("text", text)}
        label={label}
        hint="La personne le lit dans l’e-mail qui lui est envoyé."
        rows={5}
      />
    </Decision>
  );
}
