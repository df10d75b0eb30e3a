/** The forms of logging in and of finding back in, with their French messages. */
import { z } from "zod";
import { withFacts } from "~/platform/web/field-facts";
import { refusalMessage } from "~/platform/refusal";
import { withoutUnseen } from "~/platform/seen-text";
import { input, type InputData } from "~/platform/web/input";
import { emailField } from "./email-address";
import { knownPassword, newPassword, passwordAgain } from "./password-rules";
import { termsBox } from "./terms";

export const loginInput = input({
  email: emailField(),
  password: knownPassword("Saisissez votre mot de passe."),
});
export type Login = InputData<typeof loginInput>;

const CODE = "Saisissez les 6 chiffres du code.";

/** Six digits, whose spaces fall away. */
export const mailedCode = withFacts(
  z
    .string({ required_error: CODE })
    .transform((text) => withoutUnseen(text).replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, CODE)),
  { pattern: "^(?:\\s*\\d){6}\\s*$", example: "123456" },
);

/** The mailed code, and the address that it was sent to where nothing else tells it. */
export const codeInput = input({ email: emailField().optional(), code: mailedCode });

export const newCodeInput = input({ email: emailField("Le champ e-mail n’est pas rempli.") });

export const resetRequestInput = input({ email: emailField() });

/** What the verification's address may carry: the signed address of a mailed link. */
export const verificationParams = z.object({ lien: z.string().optional() });

/** What stands in the address of a mailed link; whether it is one is for the database to say. */
export const resetParams = z.object({ token: z.string() });

/** Fields of a new password, twice. What the server knows beside them is in new-password.server.ts. */
export const newPasswordFields = { password: newPassword, passwordConfirmation: passwordAgain };
/** Of a link's page or call: who never accepted the conditions, for the office made the account, does so with it. */
export const resetFields = { ...newPasswordFields, CGU: termsBox };
/** The same as the page shows them. */
export const newPasswordPage = input(resetFields);

/** Of who has never accepted the conditions, and logs in by a password that the office gave. */
export const termsInput = input({ CGU: termsBox }, ({ check }) => [
  check("CGU", refusalMessage("terms_required"), ({ CGU }) => CGU === true),
]);
