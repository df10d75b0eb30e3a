/** The contact form, with its French messages. */
import { z } from "zod";
import { CONTACT_TYPES } from "@models/enumerations";
import { emailField } from "~/accounts/email-address";
import { withFacts } from "~/platform/web/field-facts";
import { input, type InputData } from "~/platform/web/input";

export const DESCRIPTION_MAX = 280;

/** One line, so that nothing typed can end up in a mail's header. */
const line = (missing: string, max: number) =>
  withFacts(
    z
      .string({ required_error: missing })
      .trim()
      .min(1, missing)
      .max(max, `Ce champ a ${max} caractères au plus.`)
      .regex(/^[^\r\n]*$/, "Ce champ tient sur une ligne."),
    { pattern: "^[^\\r\\n]*\\S[^\\r\\n]*$" },
  );

const PHONE = /^\+?[\d\s().-]{6,}$/;

const fields = {
  type: z.enum(CONTACT_TYPES, { message: "Choisissez le sujet de votre demande." }),
  email: emailField(),
  phone: withFacts(
    line("Saisissez votre numéro de téléphone.", 30)
      .regex(PHONE, "Saisissez un numéro de téléphone, par exemple 06 12 34 56 78.")
      .optional(),
    { pattern: PHONE.source, example: "06 12 34 56 78" },
  ),
  lastname: line("Saisissez votre nom.", 60),
  name: line("Saisissez votre prénom.", 60),
  description: z
    .string({ required_error: "Décrivez votre demande." })
    .trim()
    .min(1, "Décrivez votre demande.")
    .max(DESCRIPTION_MAX, `La description a ${DESCRIPTION_MAX} caractères au plus.`),
};

export const contactInput = input(fields);

/** A reservation's reference, or a supplement's, as it stands in an address, to begin a message with; null for anything else. */
export function readReference(text: string | null): string | null {
  const typed = text?.trim().toUpperCase() ?? "";
  return /^PDS-[0-9A-Z]{1,12}(?:-[0-9A-Z]{2})?$/.test(typed) ? typed : null;
}

/** The page's form has one field more, which no person sees: whatever fills it is no person. */
export const contactForm = input({ ...fields, website: z.string().optional() });

export type ContactMessageInput = InputData<typeof contactInput>;
