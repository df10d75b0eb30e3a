/** What owners are asked for their declaration, with the French messages. */
import { z } from "zod";
import { birthDate, isBirthDate, IDENTITY_MESSAGES } from "~/accounts/identity-fields";
import type { Day } from "~/platform/days";
import { withFacts } from "~/platform/web/field-facts";
import { choice, line, objectId } from "~/platform/web/fields";
import { input, type InputData } from "~/platform/web/input";
import { TAX_COUNTRIES } from "./tax-id";

const CADASTRE = "Saisissez une référence cadastrale\u00a0: chiffres et lettres, 30 au plus.";

const fields = {
  /** Of companies. */
  soleTrader: z.boolean().optional(),
  // As long as a structure's name, which the form begins with.
  legalName: line({ missing: "Saisissez votre nom complet ou la raison sociale.", most: 200 }),
  /** Of people, sole traders among them. */
  birthDate: birthDate.optional(),
  street: line({ missing: "Saisissez la rue." }),
  postalCode: line({ missing: "Saisissez le code postal.", most: 20 }),
  city: line({ missing: "Saisissez la ville." }),
  country: line({ missing: "Saisissez le pays." }),
  taxCountry: choice(TAX_COUNTRIES, "Choisissez le pays qui donne le numéro."),
  /** What it has to look like, and whether there is one, depends on the country and on who it is: the use case says. */
  taxId: line({ most: 30 }).optional(),
  /** Whose the bank account is; nothing: their own. */
  accountHolder: line({ most: 120 }).optional(),
};

/** The form as its page shows it. */
export const taxFactsPage = input(fields);

/** @param today in Paris */
export function taxFactsInput(today: () => Day) {
  return input(fields, ({ check }) => [
    check(
      "birthDate",
      IDENTITY_MESSAGES.dateOfBirth,
      ({ birthDate: day }) => !day || isBirthDate(day, today()),
    ),
  ]);
}

export type TaxFactsGiven = InputData<typeof taxFactsPage>;

/** The cadastral reference of one property; empty takes it away. */
export const cadastreInput = input({
  venueId: objectId,
  cadastralReference: withFacts(
    z
      .string()
      .max(40, CADASTRE)
      .transform((text) => text.trim().toUpperCase().replace(/\s+/g, " "))
      .refine((text) => /^[\dA-Z][\dA-Z -]{0,29}$/.test(text), CADASTRE)
      .optional(),
    { pattern: "^\\s*[\\dA-Za-z][\\dA-Za-z -]{0,29}\\s*$", example: "69383000AB0123" },
  ),
});

/** A year of four digits in the address; anything else is a 404. */
export const yearPath = z.object({ annee: z.string().regex(/^20\d\d$/) });

/** A year in the query string; empty: the one that is being declared. */
export const yearQuery = z
  .string()
  .regex(/^20\d\d$/)
  .catch("");
