import {
  type AccountType,
  type AuthorityNature,
  type PrivateRole,
  AUTHORITY_NATURES,
  PRIVATE_ROLES,
} from "@models/enumerations";
import { parseDay, parseFrenchDay, type Day } from "~/platform/days";
import type { TypedFields } from "~/platform/web/ordered-schema";
import { readEmail } from "./email-address";
import { readRna, readSiren, readSiret, withoutSpaces } from "./identifiers";

/** The four signups: private entities and public bodies, each as a plain or a master account. */
export const SIGNUP_KINDS = ["private", "authority", "master-private", "master-authority"] as const;
export type SignupKind = (typeof SIGNUP_KINDS)[number];

/** Every field of the signup forms, by the product's own names. */
export const SIGNUP_FIELDS = [
  "name",
  "lastname",
  "email",
  "password",
  "passwordConfirmation",
  "street",
  "postalCode",
  "city",
  "country",
  "role",
  "dateOfBirth",
  "entityName",
  "siret",
  "INSEE",
  "phone",
  "RNA",
  "withoutRna",
  "natureOfCollectivity",
  "CGU",
] as const;
export type SignupField = (typeof SIGNUP_FIELDS)[number];
export type SignupFields = TypedFields<SignupField>;

/** A checked signup: what the account will hold. `password` is plain and never stored. */
export interface Signup {
  isMaster: boolean;
  password: string;
  name: string;
  lastname: string;
  email: string;
  type: AccountType;
  role?: PrivateRole;
  natureOfCollectivity?: AuthorityNature;
  dateOfBirth?: Day;
  entityName?: string;
  siret?: string;
  RNA?: string;
  INSEE?: string;
  phone?: string;
  street?: string;
  postalCode?: string;
  city?: string;
  country: "France";
}

/** What of a signup is the account's own to read: all but the password. */
export function profileOf({ isMaster: _isMaster, password: _password, ...profile }: Signup) {
  return profile;
}

/** The fields that only some accounts have. */
type KindField = "dateOfBirth" | "entityName" | "siret" | "INSEE" | "phone" | "RNA";

const USED: Record<PrivateRole | "Collectivité", readonly KindField[]> = {
  Entreprise: ["entityName", "siret", "INSEE", "phone"],
  Association: ["entityName", "siret", "INSEE", "phone", "RNA"],
  Particulier: ["dateOfBirth", "phone"],
  Collectivité: ["entityName", "siret", "INSEE", "phone"],
};

export const isAuthority = (kind: SignupKind) => kind.endsWith("authority");
export const isMaster = (kind: SignupKind) => kind.startsWith("master");

/** One line of text: control characters, line ends and runs of spaces become a space. */
export function oneLine(text: string | undefined): string | undefined {
  const line = text?.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line === "" ? undefined : line;
}

/** A day typed as `DD/MM/YYYY` or sent by a date field as `YYYY-MM-DD`; null when there is none. */
export function readBirthDate(text: string): Day | null {
  return parseDay(text.trim()) ?? parseFrenchDay(text.trim());
}

/** A French phone number as stored, `+33612345678` or `0612345678`; null when it is none. */
export function readPhone(text: string): string | null {
  const digits = withoutSpaces(text).replace(/[-()]/g, "").replace(/^00/, "+");
  return /^(0[1-9]\d{8}|\+[1-9]\d{6,14})$/.test(digits) ? digits : null;
}

export function readRole(text: string | undefined): PrivateRole | undefined {
  return PRIVATE_ROLES.find((role) => role === text);
}

export function readNature(text: string | undefined): AuthorityNature | undefined {
  return AUTHORITY_NATURES.find((nature) => nature === text);
}

/** Whether an account of this kind and role has the field at all. */
export function uses(kind: SignupKind, role: PrivateRole | undefined, field: KindField): boolean {
  if (isAuthority(kind)) return USED.Collectivité.includes(field);
  return role !== undefined && USED[role].includes(field);
}

/** What an account is made from, of fields that passed the rules; what its kind does not use is dropped. */
export function signupFrom(kind: SignupKind, fields: SignupFields): Signup {
  const role = isAuthority(kind) ? undefined : readRole(fields.role);
  const used = <T>(field: KindField, read: (text: string) => T | null): T | undefined => {
    const text = fields[field];
    return text !== undefined && uses(kind, role, field) ? (read(text) ?? undefined) : undefined;
  };
  return withoutAbsent({
    isMaster: isMaster(kind),
    password: fields.password ?? "",
    name: oneLine(fields.name) ?? "",
    lastname: oneLine(fields.lastname) ?? "",
    email: readEmail(fields.email),
    type: isAuthority(kind) ? "Collectivité" : "Entités privés",
    role,
    natureOfCollectivity: isAuthority(kind) ? readNature(fields.natureOfCollectivity) : undefined,
    dateOfBirth: used("dateOfBirth", readBirthDate),
    entityName: used("entityName", (text) => oneLine(text) ?? null),
    siret: used("siret", readSiret),
    INSEE: used("INSEE", readSiren),
    phone: used("phone", readPhone),
    RNA: used("RNA", isMaster(kind) ? readMasterRna : readRna),
    street: oneLine(fields.street),
    postalCode: fields.postalCode && withoutSpaces(fields.postalCode),
    city: oneLine(fields.city),
    country: "France",
  });
}

/** On master forms nine characters of any kind are an RNA too. */
export function readMasterRna(text: string): string | null {
  const bare = withoutSpaces(text).toUpperCase();
  return readRna(bare) ?? (/^[\dA-Z]{9}$/.test(bare) ? bare : null);
}

function withoutAbsent(signup: Signup): Signup {
  return Object.fromEntries(
    Object.entries(signup).filter(([, value]) => value !== undefined),
  ) as unknown as Signup;
}
