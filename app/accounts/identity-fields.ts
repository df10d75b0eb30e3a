/** The fields that signup and profile share, with their French messages; each is read as it is stored. */
import { z } from "zod";
import {
  ACCOUNT_TYPES,
  PRIVATE_ROLES,
  type AccountType,
  type PrivateRole,
} from "@models/enumerations";
import { compareDays, type Day } from "~/platform/days";
import { refusalMessage } from "~/platform/refusal";
import { withoutSpaces } from "~/platform/seen-text";
import { readTypedDay } from "~/platform/typed-day";
import { withFacts } from "~/platform/web/field-facts";
import { checkbox, line } from "~/platform/web/fields";
import { readRna, readSiren, readSiret, readVatNumber, withoutTrunk } from "./identifiers";

export const IDENTITY_MESSAGES = {
  siret: "Veuillez entrer un numéro SIRET valide (14 chiffres).",
  anothersSiren: refusalMessage("siren_mismatch"),
  dateOfBirth: "Saisissez une date de naissance passée, au format JJ/MM/AAAA.",
  child: refusalMessage("too_young"),
  postalCode: "Saisissez un code postal à 5 chiffres.",
} as const;

/** What a number holds at most, with all the spaces and dots that people write in it. */
const NUMBER_LENGTH = 30;
const EARLIEST_BIRTH: Day = "1900-01-01";
/** Of whom nobody else has to agree to what they sign (article 414 of the Code civil). */
const OF_AGE = 18;

/** The titles in the associations' register are longer than the companies', and one that is recorded has to be taken again. */
export const entityName = line({
  most: 200,
  called: "Le nom de la structure a",
  named: "Le nom de la structure",
});
export const siret = (message: string = IDENTITY_MESSAGES.siret) =>
  withFacts(number(readSiret, message), {
    pattern: "^(?:[\\s.]*\\d){14}[\\s.]*$",
    example: "73282932000074",
  });
export const siren = withFacts(
  number(readSiren, "Veuillez entrer un numéro INSEE valide (9 chiffres)."),
  { pattern: "^(?:[\\s.]*\\d){9}[\\s.]*$", example: "732829320" },
);
export const vatNumber = withFacts(
  number(
    readVatNumber,
    "Saisissez un numéro de TVA français valide\u00a0: FR, une clé de 2 caractères et le SIREN.",
  ),
  {
    pattern: "^[\\s.]*[Ff][\\s.]*[Rr](?:[\\s.]*[\\dA-Za-z]){2}(?:[\\s.]*\\d){9}[\\s.]*$",
    example: "FR44732829320",
  },
);
export const phone = withFacts(
  number(readPhone, "Saisissez un numéro de téléphone valide, par exemple 06 12 34 56 78."),
  { pattern: "^[\\s.()-]*(?:\\+|0)[\\d\\s.()-]{6,}$", example: "06 12 34 56 78" },
);
export const rna = (
  read = readRna,
  message = "Saisissez un numéro RNA valide\u00a0: W suivi de 9 caractères.",
) =>
  withFacts(number(read, message), {
    pattern: "^[\\s.]*(?:[\\dA-Za-z][\\s.]*){9,10}$",
    example: "W691234567",
  });
/** Said by associations that have no RNA. */
export const withoutRna = checkbox.describe(
  "True of an association without an RNA: of Alsace-Moselle alone, where postal codes begin with 57, 67 or 68.",
);
// One of a place whose associations may be without an RNA: what may be said there is looked for by examples.
export const frenchPostalCode = withFacts(number(readPostalCode, IDENTITY_MESSAGES.postalCode), {
  pattern: "^(?:[\\s.]*\\d){5}[\\s.]*$",
  example: "67000",
});

/** A day; that it is past is a rule of its form, which knows today. */
export const birthDate = withFacts(
  z.string().transform(orProblem(readTypedDay, IDENTITY_MESSAGES.dateOfBirth)),
  {
    pattern:
      "^\\s*(?:\\d{4}-\\d\\d-\\d\\d|\\d\\d(?:/\\d\\d/|\\.\\d\\d\\.|-\\d\\d-| \\d\\d |\\d\\d)\\d{4})\\s*$",
    example: "1990-05-17",
  },
);

/** A text that is stored as `read` gives it, or wrong where that is null. */
function number(read: (text: string) => string | null, message: string) {
  return z.string().max(NUMBER_LENGTH, message).transform(orProblem(read, message));
}

function orProblem(read: (text: string) => string | null, message: string) {
  return (text: string, context: z.RefinementCtx): string => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue({ code: z.ZodIssueCode.custom, message });
    return z.NEVER;
  };
}

/** A French phone number as stored, `+33612345678` or `0612345678`; null when it is none. */
function readPhone(text: string): string | null {
  const digits = withoutSpaces(withoutTrunk(text))
    .replace(/[-()]/g, "")
    .replace(/^00/, "+")
    .replace(/^\+330/, "+33");
  return /^(0[1-9]\d{8}|\+33[1-9]\d{8}|\+(?!33)[1-9]\d{6,14})$/.test(digits) ? digits : null;
}

/** A French postal code, five digits; null when it is none. */
export function readPostalCode(text: string): string | null {
  const digits = withoutSpaces(text);
  return /^\d{5}$/.test(digits) ? digits : null;
}

/** Where the form asks less of an RNA, nine characters of any kind are one too. */
export function readLooseRna(text: string): string | null {
  const bare = withoutSpaces(text).toUpperCase();
  return readRna(bare) ?? (/^[\dA-Z]{9}$/.test(bare) ? bare : null);
}

/** Whether somebody can have been born on a day. @param today in Paris */
export function isBirthDate(day: Day, today: Day): boolean {
  return compareDays(day, today) < 0 && compareDays(EARLIEST_BIRTH, day) <= 0;
}

/**
 * Whether who was born on a day is of age: those of the 29th of February are on the 1st of March, in common years.
 *
 * @param today in Paris
 */
export function isAdult(day: Day, today: Day): boolean {
  // A 29th of February that there is not lies between the 28th and the 1st as text does.
  return `${Number(day.slice(0, 4)) + OF_AGE}${day.slice(4)}` <= today;
}

/** Whether a date of birth is a child's; what is none is told as such alone. */
export function isChilds(day: Day | undefined, today: Day): boolean {
  return day ? isBirthDate(day, today) && !isAdult(day, today) : false;
}

/** `check` of the rules of a form that has a date of birth. */
type BirthCheck<R> = (
  field: "dateOfBirth",
  message: string,
  isKept: (read: { readonly dateOfBirth?: Day }) => boolean,
) => R;

/**
 * The rule that a date of birth can be one.
 *
 * @param check of the form's rules
 * @param today in Paris
 */
export function birthDateRule<R>(check: BirthCheck<R>, today: () => Day): R {
  return check(
    "dateOfBirth",
    IDENTITY_MESSAGES.dateOfBirth,
    ({ dateOfBirth: day }) => !day || isBirthDate(day, today()),
  );
}

/** The rules about a date of birth where an account is made, in their order: that it is one, and no child's. */
export function birthDateRules<R>(check: BirthCheck<R>, today: () => Day): R[] {
  return [
    birthDateRule(check, today),
    check(
      "dateOfBirth",
      IDENTITY_MESSAGES.child,
      ({ dateOfBirth: day }) => !isChilds(day, today()),
    ),
  ];
}

/** The kind of account that a form says, as it was sent; undefined for what is none. */
export const readType = (type: unknown): AccountType | undefined =>
  ACCOUNT_TYPES.find((one) => one === type);

/** `check` of the rules of a form that has both numbers of an organisation. */
type NumbersCheck<R> = (field: "INSEE", message: string, isKept: (read: Numbers) => boolean) => R;

interface Numbers {
  readonly siret?: string | null;
  readonly INSEE?: string | null;
}

/** Whether both numbers are one organisation's, as far as both are there: a SIRET begins with the SIREN. */
export const isOneSiren = ({ siret, INSEE }: Numbers) =>
  !siret || !INSEE || siret.startsWith(INSEE);

/** The rule that both numbers are one organisation's. @param check of the form's rules */
export function numbersRule<R>(check: NumbersCheck<R>): R {
  return check("INSEE", IDENTITY_MESSAGES.anothersSiren, isOneSiren);
}

/** The fields that only some accounts have. */
export type KindField = "dateOfBirth" | "entityName" | "siret" | "INSEE" | "phone" | "RNA";

const USED: Record<PrivateRole | "Collectivité", readonly KindField[]> = {
  Entreprise: ["entityName", "siret", "INSEE", "phone"],
  Association: ["entityName", "siret", "INSEE", "RNA", "phone"],
  Particulier: ["dateOfBirth", "phone"],
  Collectivité: ["entityName", "siret", "INSEE", "phone"],
};

const KIND_FIELDS: ReadonlySet<string> = new Set(Object.values(USED).flat());

/**
 * The fields that an account of a kind has beside those of all, in the order of the forms.
 *
 * @param role as it was sent: one that is none has no fields
 */
export function kindFields(type: AccountType | undefined, role: unknown): readonly KindField[] {
  if (type === "Collectivité") return USED.Collectivité;
  const known = PRIVATE_ROLES.find((one) => one === role);
  return type && known ? USED[known] : [];
}

/** Whether an account has a field: one of those above if its kind does, any other always. */
export function hasField(type: AccountType | undefined, role: unknown, field: string): boolean {
  if (field === "role") return type === "Entités privés";
  if (field === "natureOfCollectivity") return type === "Collectivité";
  const used = kindFields(type, role);
  // Organisations alone: they are those who can have a SIRET.
  if (field === "vatRegime" || field === "vatNumber") return used.includes("siret");
  if (field === "withoutRna") return used.includes("RNA");
  return !KIND_FIELDS.has(field) || used.includes(field as KindField);
}
