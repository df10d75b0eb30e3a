import { useLoaderData } from "@remix-run/react";
import { actPage } from "~/admin/users/act-page.server";
import { decisionOf } from "~/admin/users/decision.server";
import { unbanUser } from "~/admin/users/ban-user.server";
import { Decision } from "~/admin/records/components/decision";
import { unbanInput } from "~/admin/users/forms";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const question = ({ name }: { name: string }) => `Rétablir ${name}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader({ access: "people.ban", params: idParam }, (page) =>
  actPage("retablir", page),
);

export const action = formAction(
  pageForm({
    access: "people.ban",
    params: idParam,
    input: unbanInput,
    async run(call) {
      await unbanUser({ ...decisionOf(call), bannedAt: new Date(call.input.since) });
      return { to: `/admin/user/${call.params.id}`, toast: "Le compte est rétabli." };
    },
  }),
);

export default function Unban() {
  const { id, name, bannedAt, banReason, isHeldOut, isPayee } = useLoaderData<typeof loader>();
  return (
    <Decision
      question={question({ name })}
      subjects={banReason === null ? [] : [`Motif du bannissement\u00a0: ${banReason}`]}
      consequences={[
        ...(isHeldOut
          ? [
              "La personne ne peut pas se connecter pour autant\u00a0: sa soumission de compte Master n’est pas acceptée.",
            ]
          : [
              "La personne peut de nouveau se connecter.",
              "Ses lieux qui peuvent être réservés reviennent sur le site.",
            ]),
        ...(isPayee
          ? ["Stripe peut de nouveau verser sur son compte bancaire ce qui lui revient."]
          : []),
        "Elle en est prévenue par e-mail, avec le motif.",
      ]}
      state={useFormState(unbanInput)}
      asks={["why", "password"]}
      confirmLabel={`Rétablir ${name}`}
      backHref={`/admin/user/${id}`}
      soft
    >
      <input type="hidden" name="since" value={bannedAt ?? 0} />
    </Decision>
  );
}
