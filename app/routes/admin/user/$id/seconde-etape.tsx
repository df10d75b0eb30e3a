import { useLoaderData } from "@remix-run/react";
import { adminOf } from "~/admin/admins/admin-account.server";
import { resetSecondFactorInput } from "~/admin/admins/forms";
import { resetSecondFactor } from "~/admin/admins/reset-second-factor.server";
import { actorOf } from "~/admin/audit/actor.server";
import { Decision } from "~/admin/records/components/decision";
import { ofName } from "~/platform/of-name";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const question = ({ name }: { name: string }) =>
  `Réinitialiser la seconde étape ${ofName(name)}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader({ access: "admins.manage", params: idParam }, (page) =>
  adminOf("seconde-etape", page),
);

export const action = formAction(
  pageForm({
    access: "admins.manage",
    params: idParam,
    input: resetSecondFactorInput,
    async run(call) {
      const { params, input, now } = call;
      const { why, currentPassword: password } = input;
      await resetSecondFactor({ actor: actorOf(call), userId: params.id, why, password, now });
      return { to: `/admin/user/${params.id}`, toast: "La seconde étape est réinitialisée." };
    },
  }),
);

export default function ResetSecondFactor() {
  const { id, name } = useLoaderData<typeof loader>();
  return (
    <Decision
      question={question({ name })}
      consequences={[
        "Sa clé et ses codes de secours ne valent plus rien, ses sessions se ferment et ses jetons d’API sont révoqués.",
        "Une nouvelle clé lui est proposée à sa prochaine visite\u00a0: assurez-vous que c’est bien cette personne qui le demande.",
        "La personne en est prévenue par e-mail.",
      ]}
      state={useFormState(resetSecondFactorInput)}
      asks={["why", "password"]}
      whyHint="Il est gardé au journal."
      confirmLabel="Réinitialiser"
      backHref={`/admin/user/${id}`}
    />
  );
}
