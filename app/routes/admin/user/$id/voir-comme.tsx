import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { Decision } from "~/admin/records/components/decision";
import { viewInput } from "~/admin/users/forms";
import { VIEW_MINUTES } from "~/admin/users/user-acts";
import { startView, viewedAccount } from "~/admin/users/view-as.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const question = ({ name }: { name: string }) => `Voir le site comme ${name}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader({ access: "people.view-as", params: idParam }, ({ params }) =>
  viewedAccount(params.id),
);

export const action = formAction(
  pageForm({
    access: "people.view-as",
    params: idParam,
    input: viewInput,
    async run(call) {
      const { params, input, now } = call;
      const { why, currentPassword: password } = input;
      await startView({ actor: actorOf(call), userId: params.id, why, password, now });
      return { to: "/profil" };
    },
  }),
);

export default function ViewAs() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <Decision
      question={question({ name })}
      consequences={[
        `Pendant ${VIEW_MINUTES}\u00a0minutes, cette session montre le site comme cette personne le voit.`,
        "Lecture seule\u00a0: rien ne peut être changé, et ni secrets ni fichiers ne s’affichent.",
        "La personne en est informée par e-mail, avec votre motif.",
      ]}
      state={useFormState(viewInput)}
      asks={["why", "password"]}
      confirmLabel={`Voir comme ${name}`}
      backHref={`/admin/user/${id}`}
      soft
    />
  );
}
