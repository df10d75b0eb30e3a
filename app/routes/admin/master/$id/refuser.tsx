import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { refuseMaster } from "~/admin/masters/decide-master.server";
import { refuseInput } from "~/admin/masters/forms";
import { openSubmission } from "~/admin/masters/master-record.server";
import { Decision } from "~/admin/records/components/decision";
import { ofName } from "~/platform/of-name";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const question = ({ name }: { name: string }) => `Refuser la soumission ${ofName(name)}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader({ access: "masters.decide", params: idParam }, ({ params, now }) =>
  openSubmission(params.id, now),
);

export const action = formAction(
  pageForm({
    access: "masters.decide",
    params: idParam,
    input: refuseInput,
    failure: "validation",
    async run(call) {
      const { params, input, now } = call;
      await refuseMaster({ actor: actorOf(call), masterId: params.id, why: input.why, now });
      return { to: `/admin/master/${params.id}`, toast: "La soumission est refusée." };
    },
  }),
);

export default function Refuse() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <Decision
      question={question({ name })}
      consequences={[
        "Le compte reste fermé, sans code.",
        "La personne reçoit la décision et son motif.",
      ]}
      state={useFormState(refuseInput)}
      asks={["why"]}
      confirmLabel="Refuser la soumission"
      backHref={`/admin/master/${id}`}
    />
  );
}
