import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf, confirmActor } from "~/admin/audit/actor.server";
import { bulkInput } from "~/admin/bulk/bulk";
import { bulkQuestion, bulkShown } from "~/admin/bulk/bulk-titles";
import { BulkPage } from "~/admin/bulk/components/bulk-page";
import { previewBulk, runBulk } from "~/admin/bulk/run-bulk.server";
import { GROUNDED_WHY } from "~/admin/records/components/decision";
import { userBulk } from "~/admin/moderation/bulk-users.server";
import { shutOutManyInput } from "~/admin/users/forms";
import { USER_ACT_LABELS, USER_ACTS, type UserAct } from "~/admin/users/user-acts";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { userList } from "~/admin/users/list-users.server";
import { pageMeta } from "~/platform/web/page-meta";

const NOUN = ["compte", "comptes"] as const;

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ act, rows }) => bulkQuestion(USER_ACT_LABELS[act], NOUN, rows),
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "people.ban", params: z.object({ acte: z.enum(USER_ACTS).catch("bannir") }) },
  ({ params: { acte }, query, viewer, now }) =>
    previewBulk({ bulk: userBulk(viewer, now), list: userList }, acte, query),
);

const shutOut = (act: "bannir" | "retablir") =>
  pageForm({
    access: "people.ban",
    input: shutOutManyInput,
    async run(call) {
      const { viewer, input, now } = call;
      const { why, currentPassword } = input;
      const actor = actorOf(call);
      await confirmActor(actor, currentPassword, now);
      const said = { actor, why, now };
      const results = await runBulk(userBulk(viewer, now), act, input, said);
      return bulkShown(USER_ACT_LABELS[act], NOUN, results);
    },
  });

export const action = formAction({
  bannir: shutOut("bannir"),
  retablir: shutOut("retablir"),
  deconnecter: pageForm({
    access: "sessions.end",
    input: bulkInput,
    async run(call) {
      const { viewer, input, now } = call;
      const said = { actor: actorOf(call), why: "", now };
      const results = await runBulk(userBulk(viewer, now), "deconnecter", input, said);
      return bulkShown(USER_ACT_LABELS.deconnecter, NOUN, results);
    },
  }),
});

const CONSEQUENCES: Record<UserAct, readonly string[]> = {
  bannir: [
    "Plus aucune connexion n’est possible, leurs sessions se ferment, leurs jetons d’API sont révoqués et leurs lieux quittent le site.",
    "Stripe ne verse plus rien sur leurs comptes bancaires, jusqu’au rétablissement de chacun. Un versement déjà parti leur parvient.",
    "Leurs réservations à venir tiennent\u00a0; elles s’annulent depuis la fiche de chacun. Les demandes qu’elles ont reçues ne pourront pas être acceptées.",
    "Chaque personne reçoit la décision, ce motif et la voie de recours.",
  ],
  retablir: [
    "Les personnes peuvent de nouveau se connecter, et leurs lieux réservables reviennent sur le site.",
    "Stripe peut de nouveau verser sur leurs comptes bancaires ce qui leur revient.",
    "Chacune en est prévenue par e-mail, avec ce motif.",
  ],
  deconnecter: [
    "Toutes leurs sessions se ferment. Elles peuvent se reconnecter avec leur mot de passe.",
    "Leurs jetons d’API sont révoqués\u00a0: les programmes qui s’en servent s’arrêtent.",
    "Qui avait un jeton en est prévenu par e-mail\u00a0; les autres ne reçoivent rien.",
  ],
};

export default function AccountsAtOnce() {
  const { act, ...chosen } = useLoaderData<typeof loader>();
  return (
    <BulkPage
      path="/admin/user"
      {...chosen}
      act={act}
      verb={USER_ACT_LABELS[act]}
      noun={NOUN}
      consequences={CONSEQUENCES[act]}
      state={useFormState(act === "deconnecter" ? bulkInput : shutOutManyInput)}
      asks={act === "deconnecter" ? [] : ["why", "password"]}
      whyHint={act === "bannir" ? GROUNDED_WHY : undefined}
      soft={act !== "bannir"}
    />
  );
}
