/** The forms of the second step of an administrator's login. */
import { z } from "zod";
import { withoutUnseen } from "~/platform/seen-text";
import { withFacts } from "~/platform/web/field-facts";
import { input } from "~/platform/web/input";
import { knownPassword } from "./password-rules";

const CODE = "Saisissez les 6 chiffres que montre votre application.";
const PASSWORD = "Saisissez votre mot de passe.";

export const secondFactorInput = input({
  code: withFacts(
    z
      .string({ required_error: CODE })
      .transform((text) => withoutUnseen(text).replace(/\s/g, ""))
      .refine((text) => /^\d{6}$/.test(text), CODE),
    { pattern: "^(?:\\s*\\d){6}\\s*$", example: "123456" },
  ),
});

export const recoveryInput = input({
  recoveryCode: z
    .string({ required_error: "Saisissez un de vos codes de secours." })
    .max(40, "Un code de secours a 10 caractères."),
});

export const renewCodesInput = input({ currentPassword: knownPassword(PASSWORD, PASSWORD) });
