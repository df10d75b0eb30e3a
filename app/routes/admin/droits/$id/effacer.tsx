import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { eraseForRequest } from "~/admin/privacy/erase-for-request.server";
import { eraseInput } from "~/admin/privacy/forms";
import { erasurePreview } from "~/admin/privacy/privacy-record.server";
import { Decision } from "~/admin/records/components/decision";
import { CancelComingField, endedTexts } from "~/admin/users/components/departure";
import { WHAT_STAYS } from "~/offboarding/what-stays";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ request }) => `Effacer les données de cette personne\u00a0? ${request.person}`,
  { isPrivate: true },
);

export const loader = pageLoader({ access: "people.delete", params: idParam }, ({ params, now }) =>
  erasurePreview(params.id, now),
);

export const action = formAction(
  pageForm({
    access: "people.delete",
    params: idParam,
    input: eraseInput,
    async run(call) {
      const { params, input, now } = call;
      const { currentPassword: password, cancelComing, seen = "" } = input;
      const actor = actorOf(call);
      await eraseForRequest({ actor, requestId: params.id, password, cancelComing, seen, now });
      return { to: `/admin/droits/${params.id}`, toast: "Les données sont effacées." };
    },
  }),
);

export default function Erase() {
  const { request, departure, ended } = useLoaderData<typeof loader>();
  const state = useFormState(eraseInput);
  return (
    <Decision
      question={"Effacer les données de cette personne\u00a0?"}
      consequences={[
        <span className="anywhere">{`${request.person}, demande du ${request.receivedOn}.`}</span>,
        ...(departure
          ? [
              "Son compte est fermé, ses lieux sont retirés, ses données, ses photos et ses messages sont effacés. C’est définitif.",
              WHAT_STAYS.theirs,
              ...endedTexts(departure),
            ]
          : ["Il n’y a pas de compte à cette adresse. C’est définitif."]),
        ...ended.map(
          (text) => `Une autre demande de droits prend fin sans réponse\u00a0: ${text}.`,
        ),
        request.erasable === null
          ? "Il n’y a rien à effacer à cette adresse."
          : `Gardé à cette adresse, et effacé\u00a0: ${request.erasable}. D’un signalement, seule l’adresse est effacée.`,
        ...(request.stays ? [`La loi fait garder\u00a0: ${request.stays}.`] : []),
        "De cette demande il ne reste que le droit, les dates et l’issue.",
        "La personne en est prévenue par un dernier e-mail.",
      ]}
      state={state}
      asks={["password"]}
      confirmLabel={departure && departure.awaited.length > 0 ? null : "Effacer les données"}
      backHref={`/admin/droits/${request.id}`}
    >
      {departure ? <CancelComingField departure={departure} state={state} /> : null}
    </Decision>
  );
}
