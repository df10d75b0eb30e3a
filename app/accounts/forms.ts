/** The forms of accounts, with their French messages. */
import { z } from "zod";
import { EMAIL_MESSAGES, isEmailAddress, readEmail } from "./email-address";
import { isTooLong, PASSWORD_MESSAGES } from "./password-rules";

/** As accounts are stored and looked up. */
export const emailField = z
  .string({ required_error: EMAIL_MESSAGES.missing })
  .transform(readEmail)
  .refine(isEmailAddress, EMAIL_MESSAGES.shape);

export const loginForm = z.object({
  email: emailField,
  password: z
    .string({ required_error: "Saisissez votre mot de passe." })
    .refine((password) => !isTooLong(password), PASSWORD_MESSAGES.long),
});
export type LoginForm = z.infer<typeof loginForm>;
