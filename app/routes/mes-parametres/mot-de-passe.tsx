import { changePassword } from "~/accounts/change-password.server";
import { passwordChangeInput } from "~/accounts/new-password.server";
import { STRENGTH_CHECKS } from "~/accounts/password-strength";
import { passwordChangePage } from "~/accounts/settings-forms";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { TextField } from "~/ui/inputs";
import { PasswordMeter } from "~/ui/password-meter";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Mot de passe", { isPrivate: true });

export const action = formAction(
  pageForm({
    access: "member",
    failure: "settings",
    input: passwordChangeInput,
    async run({ input, viewer, session, now }) {
      await changePassword(viewer.id, input, { session, now });
      return {
        to: "/mes-parametres/mot-de-passe",
        toast: "Votre mot de passe est changé. Vos autres appareils sont déconnectés.",
      };
    },
  }),
);

export default function Password() {
  const { errors, field } = useFormState(passwordChangePage);
  return (
    <>
      <h1>Mot de passe</h1>
      <ErrorSummary issues={summaryOf(errors)} />
      <Form action="/mes-parametres/mot-de-passe" className="card panel max-w-formulaire">
        <TextField
          {...field("currentPassword")}
          label="Mot de passe actuel"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          {...field("password")}
          label="Nouveau mot de passe"
          type="password"
          autoComplete="new-password"
          describedBy="password-criteres"
        />
        <PasswordMeter
          field="password"
          confirmation="passwordConfirmation"
          checks={STRENGTH_CHECKS.map(({ id, label }) => ({ id, label }))}
        />
        <TextField
          {...field("passwordConfirmation")}
          label="Confirmation du nouveau mot de passe"
          type="password"
          autoComplete="new-password"
        />
        <p className="hint">Vos autres appareils seront déconnectés.</p>
        <Button>Changer le mot de passe</Button>
      </Form>
    </>
  );
}
