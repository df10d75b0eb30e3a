/** What the four signups ask, said once: fields, lengths, choices and the messages at the fields. */
import { z } from "zod";
import {
  ACCOUNT_TYPES,
  AUTHORITY_NATURES,
  PRIVATE_ROLES,
  type AccountType,
} from "@models/enumerations";
import { withFacts } from "~/platform/web/field-facts";
import { choice, line } from "~/platform/web/fields";
import { input, type Input } from "~/platform/web/input";
import { emailField } from "./email-address";
import {
  birthDate,
  entityName,
  frenchPostalCode,
  phone,
  readLooseRna,
  rna,
  siren,
  siret,
  withoutRna,
} from "./identity-fields";
import { newPassword, passwordAgain } from "./password-rules";
import { termsBox } from "./terms";

/** The four signups: private entities and public bodies, each as a plain or a master account. */
export const SIGNUP_KINDS = ["private", "authority", "master-private", "master-authority"] as const;
export type SignupKind = (typeof SIGNUP_KINDS)[number];

export const isAuthority = (kind: SignupKind) => kind.endsWith("authority");
export const isMaster = (kind: SignupKind) => kind.startsWith("master");
export const typeOf = (kind: SignupKind): AccountType =>
  isAuthority(kind) ? "Collectivité" : "Entités privés";

export const SIGNUP_MESSAGES = {
  required: "Veuillez remplir tous les champs obligatoires.",
  masterRequired: "Tous les champs obligatoires doivent être remplis.",
  country: "Veuillez renseigner une adresse située en France.",
  role: "Choisissez Entreprise, Association ou Particulier.",
  type: "Choisissez Entités privées ou Collectivité.",
} as const;

/** What a first or a last name has at most; as on the contact page. One that is changed later is shorter (profile-rules.ts). */
const NAME_LENGTH = 60;

const common = {
  /** Of /api alone: a page is of one kind. */
  type: choice(ACCOUNT_TYPES, SIGNUP_MESSAGES.type),
  name: line({ most: NAME_LENGTH, called: "Le prénom a", named: "Le prénom" }),
  lastname: line({ most: NAME_LENGTH, called: "Le nom a", named: "Le nom" }),
  email: emailField(),
  password: newPassword,
  passwordConfirmation: passwordAgain,
  street: line({ called: "Le numéro et la rue ont", named: "Le nom de la rue" }),
  postalCode: frenchPostalCode,
  city: line({ called: "Le nom de la ville a", named: "Le nom de la ville" }),
  country: withFacts(
    z
      .string({ message: SIGNUP_MESSAGES.country })
      .trim()
      .regex(/^france$/i, SIGNUP_MESSAGES.country)
      .transform(() => "France"),
    { pattern: "^\\s*[Ff][Rr][Aa][Nn][Cc][Ee]\\s*$", example: "France" },
  ),
  role: withFacts(choice(PRIVATE_ROLES, SIGNUP_MESSAGES.role), { example: "Particulier" }),
  dateOfBirth: birthDate,
  entityName,
  siret: siret(),
  INSEE: siren,
  phone,
  RNA: rna(),
  withoutRna,
  natureOfCollectivity: choice(AUTHORITY_NATURES, "Choisissez la nature de la collectivité."),
  CGU: termsBox,
};

/** Where master forms say it otherwise. */
const ofMasters = {
  siret: siret("Le numéro de SIRET doit contenir exactement 14 chiffres."),
  RNA: rna(readLooseRna, "Le numéro RNA doit contenir exactement 9 caractères."),
};

export type SignupField = keyof typeof common;
type EveryForms = "name" | "lastname" | "email" | "password" | "country" | "withoutRna" | "CGU";
export type SignupShape = {
  [Field in SignupField]: Field extends EveryForms
    ? (typeof common)[Field]
    : z.ZodOptional<(typeof common)[Field]>;
};

const NAMES = ["name", "lastname", "email", "password", "passwordConfirmation"] as const;
const ADDRESS = ["street", "postalCode", "city"] as const;

/** What each form's first rule asks for, in its order. */
export const REQUIRED: Record<SignupKind, readonly SignupField[]> = {
  private: [...NAMES, ...ADDRESS, "country"],
  authority: [...NAMES, ...ADDRESS, "country"],
  "master-private": NAMES,
  "master-authority": [...NAMES, "entityName", ...ADDRESS, "INSEE"],
};

/**
 * The fields of plain or of master forms.
 *
 * @param mustHave those that have to be there whatever else was said; all others may be absent
 */
export function signupShape(
  account: "plain" | "master",
  mustHave: (field: SignupField) => boolean,
): SignupShape {
  const fields = Object.entries({ ...common, ...(account === "master" && ofMasters) });
  const shape = fields.map(([name, field]) => [
    name,
    mustHave(name as SignupField) ? field : field.optional(),
  ]);
  return Object.fromEntries(shape) as SignupShape;
}

/** The fields of one of the pages. */
export function pageShape(kind: SignupKind): SignupShape {
  return signupShape(
    isMaster(kind) ? "master" : "plain",
    (field) => field === "country" || REQUIRED[kind].includes(field),
  );
}

const missing = {
  sentences: [SIGNUP_MESSAGES.required, SIGNUP_MESSAGES.masterRequired],
  fields: {
    name: "Saisissez votre prénom.",
    lastname: "Saisissez votre nom.",
    email: "Saisissez votre adresse e-mail.",
    password: "Saisissez un mot de passe.",
    passwordConfirmation: "Saisissez le mot de passe une seconde fois.",
    street: "Saisissez le numéro et la rue.",
    postalCode: "Saisissez le code postal.",
    city: "Saisissez la ville.",
    country: "Saisissez le pays.",
    entityName: "Saisissez le nom de la collectivité.",
    INSEE: "Saisissez le numéro INSEE.",
  },
};

const pageInput = (kind: SignupKind) => input(pageShape(kind), undefined, { missing });

/** Each page's fields, as it shows them; its rules, some of which only the server knows, are in signup-rules.ts. */
export const SIGNUP_PAGES: Record<SignupKind, Input> = {
  private: pageInput("private"),
  authority: pageInput("authority"),
  "master-private": pageInput("master-private"),
  "master-authority": pageInput("master-authority"),
};
