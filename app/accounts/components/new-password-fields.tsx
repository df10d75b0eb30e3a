import type { FormState } from "~/platform/web/form-state";
import { TextField } from "~/ui/inputs";
import { PasswordMeter } from "~/ui/password-meter";
import { PASSWORD_MIN, STRENGTH_CHECKS } from "../password-strength";

/** A new password, twice, with what makes a good one. Its two inputs never keep what was typed. */
export function NewPasswordFields({
  field,
  label = "Mot de passe",
}: {
  field: FormState["field"];
  label?: string;
}) {
  return (
    <>
      <div className="stack gap-2">
        <TextField
          {...field("password")}
          label={label}
          type="password"
          autoComplete="new-password"
          hint={`Au moins ${PASSWORD_MIN} caractères. Évitez les mots de passe courants et votre adresse e-mail.`}
          describedBy="password-criteres"
        />
        <PasswordMeter
          field="password"
          confirmation="passwordConfirmation"
          checks={STRENGTH_CHECKS.map(({ id, label }) => ({ id, label }))}
        />
      </div>
      <TextField
        {...field("passwordConfirmation")}
        label="Confirmation du mot de passe"
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
