import { useLoaderData } from "@remix-run/react";
import { deactivateInput } from "~/accounts/settings-forms";
import { DepartureObstacleList } from "~/offboarding/components/departure-obstacle-list";
import { deactivateAccount } from "~/offboarding/deactivate-account.server";
import { departureObstacles } from "~/offboarding/departure-obstacles.server";
import { unansweredAppeals } from "~/offboarding/unanswered.server";
import { WHAT_STAYS } from "~/offboarding/what-stays";
import { formatDay, parisDayOf } from "~/platform/days";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Refusal } from "~/platform/refusal";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Désactiver mon compte", { isPrivate: true });

export const loader = pageLoader({ access: "verified" }, async ({ viewer, now }) => {
  if (viewer.isAdmin) throw new Refusal("admin_stays");
  const obstacles = await departureObstacles(viewer.id, now);
  const appeals = obstacles.isFree ? await unansweredAppeals(viewer.id, null) : [];
  const shown = appeals.map(({ _id, appeal: { at } }) => ({
    id: _id.toString(),
    day: formatDay(parisDayOf(at)),
  }));
  return { obstacles, appeals: shown };
});

export const action = formAction({
  deactivate: pageForm({
    access: "verified",
    input: deactivateInput,
    async run({ input: { currentPassword }, viewer, session, now }) {
      await deactivateAccount(viewer, currentPassword, { session, now });
      return { to: "/", toast: "Votre compte est désactivé." };
    },
  }),
});

export default function Deactivate() {
  const { obstacles, appeals } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState(deactivateInput, "deactivate");
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      {obstacles.isFree ? (
        <ConfirmPanel
          question="Désactiver mon compte&nbsp;?"
          consequence={
            <ul className="prose">
              <li>Vos données personnelles, vos photos et vos messages sont effacés.</li>
              <li>Vos lieux sont retirés.</li>
              <li>Vos avis publiés restent, signés «&nbsp;Ancien membre&nbsp;».</li>
              <li>{WHAT_STAYS.yours}</li>
              {appeals.map(({ id, day }) => (
                <li key={id}>{`Votre recours du ${day} prend fin sans réponse.`}</li>
              ))}
              <li>Vous ne pourrez plus vous connecter. C’est définitif.</li>
            </ul>
          }
          confirmLabel="Désactiver mon compte"
          intent="deactivate"
          backHref="/mes-parametres/mon-compte"
          action="/mes-parametres/desactiver"
        >
          <TextField
            {...field("currentPassword")}
            label="Mot de passe"
            hint="Pour confirmer que c’est bien vous."
            type="password"
            autoComplete="current-password"
          />
        </ConfirmPanel>
      ) : (
        <>
          <h1>Désactiver mon compte</h1>
          <DepartureObstacleList obstacles={obstacles} />
        </>
      )}
    </>
  );
}
