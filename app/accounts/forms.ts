/** The forms of accounts, with their French messages. */
import { z } from "zod";

/** As accounts are stored and looked up: trimmed and lower-cased. */
export const emailField = z
  .string({ required_error: "Saisissez votre adresse e-mail." })
  .trim()
  .toLowerCase()
  .max(254, "Cette adresse e-mail est trop longue.")
  .email("Saisissez une adresse e-mail au format nom@domaine.fr.");

export const loginForm = z.object({
  email: emailField,
  password: z
    .string({ required_error: "Saisissez votre mot de passe." })
    .max(128, "Un mot de passe a 128 caractères au plus."),
});
export type LoginForm = z.infer<typeof loginForm>;
