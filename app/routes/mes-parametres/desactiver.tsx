import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { deactivateForm } from "~/accounts/settings-forms.server";
import { DepartureObstacleList } from "~/offboarding/components/departure-obstacle-list";
import { deactivateAccount } from "~/offboarding/deactivate-account.server";
import { departureObstacles } from "~/offboarding/departure-obstacles.server";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { Refusal } from "~/platform/web/refusal";
import { redirectWithToast } from "~/platform/web/toast.server";
import { ConfirmPanel } from "~/ui/confirm-panel";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Désactiver mon compte", { isPrivate: true });

export const loader = pageLoader(async ({ context }) => {
  const { id, isAdmin } = await requireViewer(context);
  if (isAdmin) throw new Refusal("admin_stays");
  return { obstacles: await departureObstacles(id, new Date()) };
});

export const action = formAction({
  deactivate: intent({
    validator: withZod(deactivateForm),
    secrets: ["currentPassword"],
    async run({ data, context }) {
      const { session } = context;
      const viewer = await requireViewer(context);
      await deactivateAccount(viewer, data.currentPassword, { session, now: new Date() });
      return await redirectWithToast("/", {
        type: "success",
        message: "Votre compte est désactivé.",
      });
    },
  }),
});

export default function Deactivate() {
  const { obstacles } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState("deactivate");
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
              <li>Vos réservations passées restent, sans votre nom, pour la comptabilité.</li>
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
