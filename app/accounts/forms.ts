/** The forms of logging in and of finding back in, with their French messages. */
import { z } from "zod";
import { input, type InputData } from "~/platform/web/input";
import { emailField } from "./email-address";
import { knownPassword, newPassword, passwordAgain } from "./password-rules";

const ofEmail = ({ email }: { email: string }) => email;

export const loginInput = input({
  email: emailField(),
  password: knownPassword("Saisissez votre mot de passe."),
});
export type Login = InputData<typeof loginInput>;
export const LOGIN_LIMITS = ["login_address", { bucket: "login_account", of: ofEmail }] as const;

const CODE = "Saisissez les 6 chiffres du code.";

/** The mailed code; spaces fall away. */
export const codeInput = input({
  code: z
    .string({ required_error: CODE })
    .transform((text) => text.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, CODE)),
});

export const newCodeInput = input({ email: emailField("Le champ e-mail n’est pas rempli.") });
export const NEW_CODE_LIMITS = [
  "new_code_address",
  { bucket: "new_code_account", of: ofEmail },
] as const;

export const resetRequestInput = input({ email: emailField() });
export const RESET_REQUEST_LIMITS = [
  "reset_address",
  { bucket: "reset_account", of: ofEmail },
] as const;

/** What stands in the address of a mailed link; whether it is one is for the database to say. */
export const resetParams = z.object({ token: z.string() });

/** Fields of a new password, twice. What the server knows beside them is in new-password.server.ts. */
export const newPasswordFields = { password: newPassword, passwordConfirmation: passwordAgain };
/** The same as the page shows them. */
export const newPasswordPage = input(newPasswordFields);
