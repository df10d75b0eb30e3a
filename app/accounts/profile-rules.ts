import type { AccountType, AuthorityNature, PrivateRole } from "@models/enumerations";
import { compareDays, type Day } from "~/platform/days";
import {
  firstOfEachField,
  type Checked,
  type RuleIssue,
  type TypedFields,
} from "~/platform/web/ordered-schema";
import { readSiren, readSiret, withoutSpaces } from "./identifiers";
import {
  oneLine,
  readBirthDate,
  readMasterRna,
  readNature,
  readPhone,
  readRole,
  uses,
} from "./signup-fields";

/** Every field of the identity form, by the product's own names; `withoutRna` is a ticked box. */
export const PROFILE_FIELDS = [
  "type",
  "role",
  "name",
  "lastname",
  "phone",
  "dateOfBirth",
  "RNA",
  "withoutRna",
  "siret",
  "INSEE",
  "natureOfCollectivity",
  "entityName",
] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileFields = TypedFields<ProfileField>;

/** What an identity is made of; a field that the kind of account does not use is absent. */
export interface Identity {
  name: string;
  lastname: string;
  role?: PrivateRole;
  natureOfCollectivity?: AuthorityNature;
  dateOfBirth?: Day;
  entityName?: string;
  siret?: string;
  INSEE?: string;
  phone?: string;
  RNA?: string;
}

/** A checked identity form. */
export interface ProfileEdit {
  /** The kind of account that the form was shown for; absent for administrators. */
  type?: AccountType;
  identity: Identity;
}

export const INCOMPLETE = "Toutes les informations doivent être remplies";

const MESSAGES = {
  name: "Veuillez choisir un prénom d’une longueur appropriée.",
  lastname: "Veuillez choisir un nom d’une longueur appropriée.",
  siret: "Veuillez entrer un numéro SIRET valide (14 chiffres).",
  INSEE: "Veuillez entrer un numéro INSEE valide (9 chiffres).",
  RNA: "Saisissez un numéro RNA valide\u00a0: W suivi de 9 caractères.",
  phone: "Saisissez un numéro de téléphone valide, par exemple 06 12 34 56 78.",
  dateOfBirth: "Saisissez une date de naissance passée, au format JJ/MM/AAAA.",
  long: "Ce texte est trop long\u00a0: 200 caractères au plus.",
  postalCode: "Saisissez un code postal à 5 chiffres.",
} as const;

const NAME_LENGTH = { least: 2, most: 15 };
const TEXT_LENGTH = 200;
const EARLIEST_BIRTH: Day = "1900-01-01";

const REQUIRED: Record<PrivateRole | AccountType, readonly ProfileField[]> = {
  Entreprise: ["siret", "entityName"],
  Association: ["RNA", "entityName"],
  Particulier: ["dateOfBirth"],
  "Entités privés": ["role"],
  Collectivité: ["entityName", "INSEE", "natureOfCollectivity", "siret", "phone"],
};

/** What each field's text is read with; null says that it is none. */
const READERS = {
  siret: readSiret,
  INSEE: readSiren,
  RNA: readMasterRna,
  phone: readPhone,
  dateOfBirth: readBirthDate,
  entityName: (text: string) => oneLine(text) ?? null,
};
type ReadField = keyof typeof READERS;
const READ_FIELDS = Object.keys(READERS) as ReadField[];

/** The fields that an account of this kind has beside the names, in the order of the form. */
export function fieldsOf(
  type: AccountType | undefined,
  role: PrivateRole | undefined,
): readonly ReadField[] {
  if (!type) return [];
  const kind = type === "Collectivité" ? "authority" : "private";
  const order = ["entityName", "siret", "INSEE", "RNA", "dateOfBirth", "phone"] as const;
  return order.filter((field) => uses(kind, role, field));
}

/** Whether the form of this kind of account may leave the field empty. */
export function isOptional(
  type: AccountType | undefined,
  role: PrivateRole | undefined,
  field: ReadField,
): boolean {
  const required = type === "Collectivité" ? REQUIRED[type] : role ? REQUIRED[role] : [];
  return !required.includes(field);
}

/**
 * Checks an identity form: first what must be there, then the names' lengths, then the numbers.
 *
 * @param today in Paris
 */
export function checkProfile(fields: ProfileFields, today: Day): Checked<ProfileEdit> {
  const type = readType(fields.type);
  const role = type === "Entités privés" ? readRole(fields.role) : undefined;
  const issues = [
    ...missing(fields, type, role),
    ...badLength(fields, "name"),
    ...badLength(fields, "lastname"),
    ...unreadable(fields, fieldsOf(type, role), today),
  ];
  if (issues.length > 0) return { issues: firstOfEachField(issues) };
  return { data: { ...(type && { type }), identity: identityFrom(fields, type, role) } };
}

function readType(text: string | undefined): AccountType | undefined {
  return text === "Entités privés" || text === "Collectivité" ? text : undefined;
}

function missing(
  fields: ProfileFields,
  type: AccountType | undefined,
  role: PrivateRole | undefined,
): RuleIssue[] {
  const required: ProfileField[] = [
    "name",
    "lastname",
    ...(type ? REQUIRED[type] : []),
    ...(role ? REQUIRED[role] : []),
  ];
  const isMissing = (field: ProfileField) => {
    if (field === "role") return !role;
    if (field === "natureOfCollectivity") return !readNature(fields[field]);
    if (field === "RNA" && fields.withoutRna) return false;
    return !fields[field]?.trim();
  };
  return required.filter(isMissing).map((field) => ({ field, message: INCOMPLETE }));
}

function badLength(fields: ProfileFields, field: "name" | "lastname"): RuleIssue[] {
  const length = [...(oneLine(fields[field]) ?? "")].length;
  const fits = length >= NAME_LENGTH.least && length <= NAME_LENGTH.most;
  return fits ? [] : [{ field, message: MESSAGES[field] }];
}

function unreadable(fields: ProfileFields, used: readonly ReadField[], today: Day): RuleIssue[] {
  return used.flatMap((field): RuleIssue[] => {
    const text = fields[field];
    if (!text?.trim()) return [];
    if (field === "entityName") {
      return text.length > TEXT_LENGTH ? [{ field, message: MESSAGES.long }] : [];
    }
    const value = READERS[field](text);
    const isBad = value === null || (field === "dateOfBirth" && !isBirthDate(value, today));
    return isBad ? [{ field, message: MESSAGES[field] }] : [];
  });
}

function isBirthDate(day: Day, today: Day): boolean {
  return compareDays(day, today) < 0 && compareDays(EARLIEST_BIRTH, day) <= 0;
}

function identityFrom(
  fields: ProfileFields,
  type: AccountType | undefined,
  role: PrivateRole | undefined,
): Identity {
  const used = fieldsOf(type, role);
  const nature = type === "Collectivité" ? readNature(fields.natureOfCollectivity) : undefined;
  const identity: Identity = {
    name: oneLine(fields.name) ?? "",
    lastname: oneLine(fields.lastname) ?? "",
    ...(role && { role }),
    ...(nature && { natureOfCollectivity: nature }),
  };
  for (const field of READ_FIELDS) {
    const text = fields[field];
    const value = text?.trim() && used.includes(field) ? READERS[field](text) : null;
    if (value !== null) identity[field] = value;
  }
  return identity;
}

export const ADDRESS_FIELDS = ["street", "postalCode", "city", "country"] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];
/** A checked address; a French postal code is five digits. */
export type Address = Record<AddressField, string>;

/** Checks an address form: all of it must be there. */
export function checkAddress(fields: TypedFields<AddressField>): Checked<Address> {
  const issues = [
    ...ADDRESS_FIELDS.filter((field) => !fields[field]?.trim()).map((field) => ({
      field,
      message: INCOMPLETE,
    })),
    ...ADDRESS_FIELDS.filter((field) => (fields[field]?.length ?? 0) > TEXT_LENGTH).map(
      (field) => ({ field, message: MESSAGES.long }),
    ),
  ];
  const [street, city, country] = [fields.street, fields.city, fields.country].map(
    (text) => oneLine(text) ?? "",
  ) as [string, string, string];
  const isFrench = country.toLowerCase() === "france";
  const postalCode = isFrench
    ? withoutSpaces(fields.postalCode ?? "")
    : (oneLine(fields.postalCode) ?? "");
  if (isFrench && !/^\d{5}$/.test(postalCode)) {
    issues.push({ field: "postalCode", message: MESSAGES.postalCode });
  }
  return issues.length > 0
    ? { issues: firstOfEachField(issues) }
    : { data: { street, postalCode, city, country } };
}
