import { useLoaderData } from "@remix-run/react";
import { actPage } from "~/admin/users/act-page.server";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { comingHint } from "~/admin/moderation/components/coming-choice";
import { decisionOf } from "~/admin/users/decision.server";
import { Decision, GROUNDED_WHY } from "~/admin/records/components/decision";
import { calledOffToast, ComingList } from "~/admin/users/components/departure";
import { banInput } from "~/admin/users/forms";
import { counted } from "~/platform/numbers";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { RadioGroup } from "~/ui/choices";

const question = ({ name }: { name: string }) => `Bannir ${name}\u00a0?`;

const PAYOUTS =
  "Stripe ne verse plus sur son compte bancaire ce qui lui revient, jusqu’au rétablissement du compte. Un versement déjà parti lui parvient.";

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader({ access: "people.ban", params: idParam }, (page) =>
  actPage("bannir", page),
);

export const action = formAction(
  pageForm({
    access: "people.ban",
    params: idParam,
    input: banInput,
    async run(call) {
      const { coming, seen = "" } = call.input;
      const outcome = await banForPlatform({ ...decisionOf(call), coming, seen });
      return {
        to: `/admin/user/${call.params.id}`,
        toast: calledOffToast("Le compte est banni.", outcome, "decided"),
      };
    },
  }),
);

export default function Ban() {
  const departure = useLoaderData<typeof loader>();
  const state = useFormState(banInput);
  const { id, name, sessions, venues, isPayee, coming } = departure;
  return (
    <Decision
      question={question({ name })}
      consequences={[
        `Plus aucune connexion n’est possible${sessions > 0 ? `\u00a0; ${counted(sessions, "session ouverte se ferme", "sessions ouvertes se ferment")}` : ""} et ses jetons d’API sont révoqués.`,
        ...(venues > 0 ? [`${counted(venues, "lieu quitte", "lieux quittent")} le site.`] : []),
        ...(isPayee ? [PAYOUTS] : []),
        "La personne reçoit la décision, son motif et la voie de recours.",
      ]}
      state={state}
      asks={["why", "password"]}
      whyHint={GROUNDED_WHY}
      confirmLabel={`Bannir ${name}`}
      backHref={`/admin/user/${id}`}
    >
      <input type="hidden" name="seen" value={departure.seen} />
      {coming.length > 0 ? (
        <>
          <ComingList departure={departure} />
          <RadioGroup
            label="Ses réservations à venir"
            name="coming"
            hint={comingHint(departure)}
            value={state.field("coming", "cancel").defaultValue}
            error={state.errors.coming}
            options={[
              { value: "cancel", label: "Annuler et tout rembourser" },
              { value: "keep", label: "Les maintenir" },
            ]}
          />
        </>
      ) : null}
    </Decision>
  );
}
