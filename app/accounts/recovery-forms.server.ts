/** The forms around a forgotten password and a mailed code. */
import { z } from "zod";
import { orderedSchema, type Checked, type RuleIssue } from "~/platform/web/ordered-schema";
import { isCommonPassword } from "./common-passwords.server";
import { emailField } from "./forms";
import { passwordProblem } from "./password-rules";

/** The mailed code; spaces fall away. */
export const codeForm = z.object({
  code: z
    .string({ required_error: "Saisissez les 6 chiffres du code." })
    .transform((text) => text.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "Saisissez les 6 chiffres du code.")),
});

const MISSING = "Le champ e-mail n’est pas rempli.";

export const newCodeForm = z.object({
  email: z.string({ required_error: MISSING }).trim().min(1, MISSING).pipe(emailField),
});

export const resetRequestForm = z.object({ email: emailField });

interface NewPassword {
  password: string;
}

/** A new password, twice. That it is not the account's e-mail is checked once the account is known. */
export const newPasswordForm = orderedSchema(
  ["password", "passwordConfirmation"],
  ({ password = "", passwordConfirmation = "" }): Checked<NewPassword> => {
    const issues: RuleIssue[] = [];
    if (password !== passwordConfirmation) {
      issues.push({
        field: "passwordConfirmation",
        message: "Les mots de passe ne correspondent pas",
      });
    }
    const problem = passwordProblem(password, "", isCommonPassword);
    if (problem) issues.push({ field: "password", message: problem });
    return issues.length > 0 ? { issues } : { data: { password } };
  },
);

/** The payload of /api/auth/reset-password: the password alone. */
export const newPasswordPayload = orderedSchema(
  ["password"],
  ({ password = "" }): Checked<NewPassword> => {
    const problem = passwordProblem(password, "", isCommonPassword);
    return problem ? { issues: [{ field: "password", message: problem }] } : { data: { password } };
  },
);
