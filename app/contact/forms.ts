/** The contact form, with its French messages. */
import { z } from "zod";
import { CONTACT_TYPES } from "@models/enumerations";
import { input, type InputData } from "~/platform/web/input";

export const DESCRIPTION_MAX = 280;

/** One line, so that nothing typed can end up in a mail's header. */
const line = (missing: string, max: number) =>
  z
    .string({ required_error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Ce champ a ${max} caractères au plus.`)
    .regex(/^[^\r\n]*$/, "Ce champ tient sur une ligne.");

const fields = {
  type: z.enum(CONTACT_TYPES, { message: "Choisissez le sujet de votre demande." }),
  email: line("Saisissez votre adresse e-mail.", 254)
    .toLowerCase()
    .email("Saisissez une adresse e-mail au format nom@domaine.fr."),
  phone: line("Saisissez votre numéro de téléphone.", 30)
    .regex(/^\+?[\d\s().-]{6,}$/, "Saisissez un numéro de téléphone, par exemple 06 12 34 56 78.")
    .optional(),
  name: line("Saisissez votre prénom.", 60),
  lastname: line("Saisissez votre nom.", 60),
  description: z
    .string({ required_error: "Décrivez votre demande." })
    .trim()
    .min(1, "Décrivez votre demande.")
    .max(DESCRIPTION_MAX, `La description a ${DESCRIPTION_MAX} caractères au plus.`),
};

export const contactInput = input(fields);

/** The page's form has one field more, which no person sees: whatever fills it is no person. */
export const contactForm = input({ ...fields, website: z.string().optional() });

export type ContactMessageInput = InputData<typeof contactInput>;
