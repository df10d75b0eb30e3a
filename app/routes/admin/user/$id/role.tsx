import { useLoaderData } from "@remix-run/react";
import { adminOf } from "~/admin/admins/admin-account.server";
import { changeRole } from "~/admin/admins/change-role.server";
import { roleInput } from "~/admin/admins/forms";
import { ROLE_LABELS, ROLE_OPTIONS } from "~/admin/words/roles";
import { actorOf } from "~/admin/audit/actor.server";
import { Decision } from "~/admin/records/components/decision";
import { ofName } from "~/platform/of-name";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { RadioGroup } from "~/ui/choices";

const question = ({ name }: { name: string }) => `Changer le rôle ${ofName(name)}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader({ access: "admins.manage", params: idParam }, (page) =>
  adminOf("role", page),
);

export const action = formAction(
  pageForm({
    access: "admins.manage",
    params: idParam,
    input: roleInput,
    async run(call) {
      const { params, input, now } = call;
      const { adminRole, seen = "", why, currentPassword: password } = input;
      const actor = actorOf(call);
      await changeRole({ actor, userId: params.id, adminRole, seen, why, password, now });
      return {
        to: `/admin/user/${params.id}`,
        toast: `Nouveau rôle\u00a0: ${ROLE_LABELS[adminRole]}.`,
      };
    },
  }),
);

export default function ChangeRole() {
  const { id, name, adminRole } = useLoaderData<typeof loader>();
  const state = useFormState(roleInput);
  return (
    <Decision
      question={question({ name })}
      consequences={[
        "Le nouveau rôle vaut dès la page suivante.",
        "Il reste toujours au moins un super-admin.",
        "Le motif est gardé au journal.",
      ]}
      state={state}
      asks={["why", "password"]}
      whyHint="Il est gardé au journal."
      confirmLabel="Changer le rôle"
      backHref={`/admin/user/${id}`}
      soft
    >
      <input type="hidden" name="seen" value={adminRole ?? ""} />
      <RadioGroup
        label="Rôle"
        name="adminRole"
        value={state.field("adminRole", adminRole ?? undefined).defaultValue}
        error={state.errors.adminRole}
        options={ROLE_OPTIONS}
      />
    </Decision>
  );
}
