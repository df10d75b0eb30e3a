import { Decision } from "~/admin/records/components/decision";
import type { FormState } from "~/platform/web/form-state";
import { RadioGroup } from "~/ui/choices";
import { RemovedPhoto } from "./moderation-parts";
import type { AppealRecord } from "../moderation-record.server";

const NOT_STANDING: Record<Exclude<AppealRecord["standing"], "stands">, string> = {
  over: "Ce qu’elle a fait est déjà défait\u00a0: l’annuler ne change rien d’autre.",
  another: "Une décision plus récente est en vigueur\u00a0: annuler celle-ci ne la lève pas.",
};

const STAYS_HIDDEN =
  "Le lieu a changé de ville depuis la réservation\u00a0: l’avis n’y est pas montré, même si la décision est annulée.";

/** What whoever is party to a decision is told of it. */
export const OWN_DECISION: Record<NonNullable<AppealRecord["own"]>, string> = {
  decided: "Vous avez pris cette décision",
  concerned: "Cette décision vous concerne",
};

/** What whoever could not grant an appeal is told. */
export const ADMINS_ALONE = "Seul un super-admin agit sur un compte de l’administration";

/** Asks what an appeal is answered with, who decided and why beside it. */
export function AppealDecision({ appeal, state }: { appeal: AppealRecord; state: FormState }) {
  const { reported, measure, standing, staysHidden, why, decidedAt, text, at, own, asksPassword } =
    appeal;
  return (
    <Decision
      question={`Répondre au recours\u00a0: ${reported.title}\u00a0?`}
      consequences={[
        `${measure} le ${decidedAt}. ${why}`,
        `Recours du ${at}\u00a0: «\u00a0${text}\u00a0»`,
        ...(own
          ? [`${OWN_DECISION[own]}\u00a0: personne d’autre ne peut la relire aujourd’hui.`]
          : []),
        ...(standing === "stands" ? [] : [NOT_STANDING[standing]]),
        ...(staysHidden ? [STAYS_HIDDEN] : []),
        "La réponse et ses raisons sont envoyées par e-mail. Elle est définitive.",
      ]}
      state={state}
      asks={asksPassword ? ["why", "password"] : ["why"]}
      confirmLabel="Envoyer la réponse"
      backHref="/admin/a-traiter?nature=appeal"
      soft
    >
      <RemovedPhoto photo={appeal.photo} />
      <RadioGroup
        label="Réponse"
        name="outcome"
        value={state.field("outcome").defaultValue}
        error={state.errors.outcome}
        options={[
          { value: "maintenir", label: "Maintenir la décision" },
          {
            value: "revenir",
            label:
              standing === "stands" && !staysHidden
                ? "L’annuler\u00a0: ce qu’elle a fait est défait"
                : "L’annuler",
          },
        ]}
      />
    </Decision>
  );
}
