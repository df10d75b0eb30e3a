import { useLoaderData } from "@remix-run/react";
import { Decision } from "~/admin/records/components/decision";
import { actPage } from "~/admin/users/act-page.server";
import { decisionOf } from "~/admin/users/decision.server";
import { AppealsAwaited, CancelComingField, endedTexts } from "~/admin/users/components/departure";
import { deleteUser } from "~/admin/users/delete-user.server";
import { deleteInput } from "~/admin/users/forms";
import { WHAT_STAYS } from "~/offboarding/what-stays";
import { ofName } from "~/platform/of-name";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const question = ({ name }: { name: string }) => `Supprimer le compte ${ofName(name)}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader({ access: "people.delete", params: idParam }, (page) =>
  actPage("supprimer", page),
);

export const action = formAction(
  pageForm({
    access: "people.delete",
    params: idParam,
    input: deleteInput,
    async run(call) {
      const { cancelComing, seen = "" } = call.input;
      await deleteUser({ ...decisionOf(call), cancelComing, seen });
      return { to: "/admin/user", toast: "Le compte est supprimé." };
    },
  }),
);

const OF_AN_ACCOUNT = [
  "Ses données personnelles, ses photos et ses messages sont effacés. C’est définitif.",
  "Ses lieux sont retirés.",
  WHAT_STAYS.theirs,
  "À un propriétaire, cela s’annonce 30\u00a0jours avant, avec le motif, sauf si la loi nous oblige à le faire plus tôt ou s’il a enfreint nos règles plusieurs fois.",
  "La personne reçoit un dernier e-mail, avec le motif.",
];

/** Nobody knows whether the address is theirs who signed up with it. */
const OF_A_SIGNUP = [
  "Cette inscription n’a jamais été confirmée\u00a0: ce qui y a été écrit est effacé. C’est définitif.",
  "Les messages, signalements et demandes envoyés depuis cette adresse restent\u00a0: ils peuvent être de quelqu’un d’autre.",
  "Un dernier e-mail, avec le motif, part à cette adresse.",
];

export default function Delete() {
  const departure = useLoaderData<typeof loader>();
  const state = useFormState(deleteInput);
  const { id, name, appeals, awaited } = departure;
  const isAppealed = appeals.length > 0;
  const told = departure.isVerified ? OF_AN_ACCOUNT : OF_A_SIGNUP;
  return (
    <Decision
      question={question({ name })}
      consequences={isAppealed ? told : [...told, ...endedTexts(departure)]}
      state={state}
      asks={["why", "password"]}
      confirmLabel={isAppealed || awaited.length > 0 ? null : "Supprimer le compte"}
      backHref={`/admin/user/${id}`}
    >
      {isAppealed ? (
        <AppealsAwaited departure={departure} />
      ) : (
        <CancelComingField departure={departure} state={state} />
      )}
    </Decision>
  );
}
