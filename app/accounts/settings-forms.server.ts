/** The forms of the settings. */
import { z } from "zod";
import { orderedSchema, type Checked, type RuleIssue } from "~/platform/web/ordered-schema";
import { isCommonPassword } from "./common-passwords.server";
import { CURRENT_PASSWORD } from "./confirm-password.server";
import { isTooLong, passwordProblem } from "./password-rules";

const CURRENT_MISSING = "Saisissez votre mot de passe actuel.";

export interface PasswordChange {
  currentPassword: string;
  password: string;
}

/** The present password, the new one, and the new one again. */
export const changePasswordForm = orderedSchema(
  [CURRENT_PASSWORD, "password", "passwordConfirmation"],
  ({ currentPassword = "", password = "", passwordConfirmation = "" }): Checked<PasswordChange> => {
    const issues: RuleIssue[] = [];
    if (!currentPassword || isTooLong(currentPassword)) {
      issues.push({ field: CURRENT_PASSWORD, message: CURRENT_MISSING });
    }
    const problem = passwordProblem(password, "", isCommonPassword);
    if (problem) issues.push({ field: "password", message: problem });
    if (password !== passwordConfirmation) {
      issues.push({
        field: "passwordConfirmation",
        message: "Les mots de passe ne correspondent pas",
      });
    }
    return issues.length > 0 ? { issues } : { data: { currentPassword, password } };
  },
);

/** The password asked again before the account is closed. */
export const deactivateForm = z.object({
  currentPassword: z
    .string({ required_error: CURRENT_MISSING })
    .refine((password) => !isTooLong(password), CURRENT_MISSING),
});

/** A box: `cookies` is sent when it is ticked. */
export const cookieSettingsForm = z.object({
  cookies: z
    .string()
    .optional()
    .transform((text) => text === "on"),
});

/** The payload of /api/auth/setting-cookies; a form can only say it in text. */
export const cookiePayload = z.object({
  cookies: z
    .union([z.boolean(), z.enum(["true", "false"])], {
      errorMap: () => ({ message: "Indiquez si vous acceptez les cookies non essentiels." }),
    })
    .transform((value) => value === true || value === "true"),
});

export const masterCodeForm = z.object({
  code: z
    .string({ required_error: "Saisissez le code de liaison." })
    .max(40, "Un code de liaison a 8 caractères."),
});

/** The id of what a button stands beside: a session, a linked account. */
export const targetForm = z.object({ id: z.string().max(100) });

/** A form that is its button alone. */
export const buttonForm = z.object({});
