/** What the two forms of the profile ask, in the order in which it is told, with the French messages. */
import { z } from "zod";
import {
  ACCOUNT_TYPES,
  AUTHORITY_NATURES,
  PRIVATE_ROLES,
  VAT_REGIMES,
  type AccountType,
  type PrivateRole,
} from "@models/enumerations";
import type { Day } from "~/platform/days";
import { refusalMessage } from "~/platform/refusal";
import { sentPicture } from "~/platform/images/sent-picture";
import { checkbox, choice, line, noWebAddress, oneLine, shortText } from "~/platform/web/fields";
import { withFacts } from "~/platform/web/field-facts";
import { input, type InputData, type Typed } from "~/platform/web/input";
import { isFrance } from "~/rules/town";
import {
  birthDate,
  birthDateRule,
  entityName,
  hasField,
  IDENTITY_MESSAGES,
  phone,
  readLooseRna,
  readPostalCode,
  readType,
  rna,
  siren,
  siret,
  vatNumber,
  withoutRna,
  type KindField,
} from "./identity-fields";

export const INCOMPLETE = "Toutes les informations doivent être remplies";

const NAME_LENGTH = { least: 2, most: 15 };
/** What a name had at most where an account was made. */
const MADE_LENGTH = 200;

const NAMES = { name: "prénom", lastname: "nom" } as const;
type Names = Record<keyof typeof NAMES, string>;

/** A name. Whether it has the length of one that is changed is asked where the recorded one is known (`wrongName`). */
function nameField(called: string) {
  const message = refusalMessage("name_length", called);
  const field = z
    .string({ required_error: INCOMPLETE })
    .max(MADE_LENGTH, message)
    .transform((text) => oneLine(text) ?? "")
    .refine((text) => text !== "", message)
    .refine(...noWebAddress(`Le ${called}`));
  const { least, most } = NAME_LENGTH;
  return withFacts(field, {
    description: `${least} to ${most} characters, unless the account has it already`,
    example: "Camille",
  });
}

/**
 * The first of two names that is too short or too long, its length counted as people do. The recorded one is not refused
 * anew: it was given where names may be longer, and nothing else could be changed beside it.
 *
 * @returns the field, and what people call it; null when both are right
 */
export function wrongName(
  given: Names,
  recorded: Names,
): { field: keyof Names; limit: string } | null {
  const fields = Object.keys(NAMES) as (keyof Names)[];
  const field = fields.find((one) => given[one] !== recorded[one] && !hasLength(given[one]));
  return field ? { field, limit: NAMES[field] } : null;
}

function hasLength(name: string): boolean {
  const { length } = [...name];
  return length >= NAME_LENGTH.least && length <= NAME_LENGTH.most;
}

/** What only an identity form may leave empty. */
const REMOVABLE = ["siret", "INSEE", "phone"] as const;
type Removable = (typeof REMOVABLE)[number];

const STAYS_WITH_ROLE = "it stays while the role does";
const STAYS_WITH_ORGANISATION = "it stays while the organisation is the same";

function removable<T extends z.ZodTypeAny>(field: T, whenLeftOut = "it stays") {
  return withFacts(field.nullish(), {
    description: `Left out, ${whenLeftOut}; null or blank removes it.`,
  });
}

/** The identity form's fields; which of them a form has depends on the kind of account. */
const profileFields = {
  /** Of /api: the account, when it is not the caller's. */
  userId: shortText.optional(),
  /** The kind of account that the form was shown for; absent for administrators. */
  type: withFacts(choice(ACCOUNT_TYPES).optional(), {
    description: "The account's own, which never changes. Administrators alone have none.",
    example: "Entités privés",
  }),
  role: withFacts(choice(PRIVATE_ROLES, INCOMPLETE).optional(), { example: "Particulier" }),
  name: nameField(NAMES.name),
  lastname: nameField(NAMES.lastname),
  natureOfCollectivity: choice(AUTHORITY_NATURES, INCOMPLETE).optional(),
  entityName: entityName.optional(),
  siret: removable(siret(), STAYS_WITH_ROLE),
  INSEE: removable(siren, STAYS_WITH_ORGANISATION),
  RNA: rna(readLooseRna).optional(),
  withoutRna,
  vatRegime: withFacts(choice(VAT_REGIMES, INCOMPLETE).optional(), {
    description: `Of organisations. Left out, ${STAYS_WITH_ORGANISATION}.`,
  }),
  vatNumber: withFacts(vatNumber.optional(), {
    description: "Of those who are liable to VAT by `vatRegime`, said or recorded.",
  }),
  dateOfBirth: birthDate.optional(),
  phone: removable(phone),
  avatar: withFacts(z.union([z.string(), sentPicture]).optional(), {
    description:
      "A file of multipart/form-data, or a data: URL in JSON; any other text changes nothing.",
  }),
  removeAvatar: checkbox,
};

type ProfileFields = typeof profileFields;
type ProfileField = keyof ProfileFields;

/** What to write in either form of the profile. */
const missing = {
  sentences: [INCOMPLETE],
  fields: {
    role: "Choisissez Entreprise, Association ou Particulier.",
    name: "Saisissez votre prénom.",
    lastname: "Saisissez votre nom.",
    natureOfCollectivity: "Choisissez la nature de la collectivité.",
    entityName: "Saisissez le nom de la structure.",
    siret: "Saisissez le numéro SIRET, de 14 chiffres.",
    INSEE: "Saisissez le numéro INSEE, de 9 chiffres.",
    RNA: "Saisissez le numéro RNA.",
    vatRegime: "Choisissez le régime de TVA.",
    vatNumber: "Saisissez le numéro de TVA.",
    dateOfBirth: "Saisissez votre date de naissance.",
    phone: "Saisissez le numéro de téléphone.",
    street: "Saisissez la rue.",
    postalCode: "Saisissez le code postal.",
    city: "Saisissez la ville.",
    country: "Saisissez le pays.",
  },
};

/** The form as its page shows it. */
export const profilePageInput = input(profileFields, undefined, { missing });

/** What an identity has to have beside a first and a last name, by the kind of account. */
export const REQUIRED: Record<PrivateRole | AccountType, readonly ProfileField[]> = {
  Entreprise: ["siret", "entityName"],
  Association: ["RNA", "entityName"],
  Particulier: ["dateOfBirth"],
  "Entités privés": ["role"],
  Collectivité: ["entityName", "INSEE", "natureOfCollectivity", "siret", "phone"],
};

/** Whether the form of this kind of account may leave the field empty. */
export function isOptional(
  type: AccountType | undefined,
  role: PrivateRole | undefined,
  field: KindField,
): boolean {
  const required = type === "Collectivité" ? REQUIRED[type] : role ? REQUIRED[role] : [];
  return !required.includes(field);
}

/**
 * The identity form: first what must be there, then the names, then the numbers. Whether a name has the length of one, a date
 * of birth is a child's and a SIREN its SIRET's is asked where those are known that are recorded (`editProfile`).
 *
 * @param today in Paris
 */
export function profileInput(today: () => Day) {
  return input(
    profileFields,
    ({ required, valid, check }) => [
      required(requiredOf, INCOMPLETE),
      valid("role", "natureOfCollectivity", "name", "lastname"),
      valid("entityName", "siret", "INSEE", "RNA", "vatRegime", "vatNumber", "dateOfBirth"),
      birthDateRule(check, today),
    ],
    {
      isUsed: (field, { type, role, vatRegime }) =>
        hasField(readType(type), role, field) &&
        // Where no regime is said, the recorded one counts (`editProfile`).
        (field !== "vatNumber" || vatRegime === undefined || isLiable(vatRegime)),
    },
  );
}

export const isLiable = (regime: unknown) => regime === "assujetti";

function requiredOf({ type, role, withoutRna, vatRegime }: Typed<ProfileFields>): ProfileField[] {
  const known = PRIVATE_ROLES.find((one) => one === role);
  const ofType = readType(type);
  const required: ProfileField[] = [
    "name",
    "lastname",
    ...(ofType ? REQUIRED[ofType] : []),
    ...(known ? REQUIRED[known] : []),
    ...(isLiable(vatRegime) && hasField(ofType, known, "vatNumber") ? ["vatNumber" as const] : []),
  ];
  return required.filter((field) => field !== "RNA" || withoutRna !== true);
}

type ProfileData = InputData<ReturnType<typeof profileInput>>;

/** What a checked identity form says of the account. */
export interface ProfileEdit {
  /** The kind of account that the form was shown for; absent for administrators. */
  type?: AccountType;
  /** A field that the kind of account does not use is absent. */
  identity: Identity;
  /** Fields that are absent and yet stay as they are recorded. */
  kept?: readonly Removable[];
}
export type Identity = Omit<
  ProfileData,
  "type" | "withoutRna" | "userId" | "avatar" | "removeAvatar" | Removable
> &
  Partial<Record<Removable, string>>;

/** What the page's form says: a field that is left empty is taken away. */
export function profileEdit({
  type,
  withoutRna,
  userId,
  avatar,
  removeAvatar,
  ...said
}: ProfileData): ProfileEdit {
  const given = Object.entries(said).filter(([, value]) => value !== null);
  return { ...(type && { type }), identity: Object.fromEntries(given) as Identity };
}

/** What a call says: what it does not say stays. */
export function profileCallEdit(said: ProfileData): ProfileEdit {
  return { ...profileEdit(said), kept: REMOVABLE.filter((field) => isKept(field, said)) };
}

/** Whether what is recorded stands under the role that is said now: a company's numbers are not an association's. */
export function staysWithRole(field: string, said: unknown, recorded: string | undefined): boolean {
  return field === "phone" || said === recorded;
}

/** Whether a call about a profile leaves a field as it is recorded: it does not say it, and the kind of account has it. */
export function isKept(field: string, said: Readonly<Record<string, unknown>>): boolean {
  return (
    REMOVABLE.some((one) => one === field) &&
    said[field] === undefined &&
    hasField(readType(said.type), said.role, field)
  );
}

/** One that stands in what we write to others: of an organisation in the contract, of a customer on their receipt. */
const addressLine = (named: string, most?: number) => line({ missing: INCOMPLETE, named, most });

/** The address form: all of it must be there. */
export const addressInput = input(
  {
    /** Of /api: the account, when it is not the caller's. */
    userId: shortText.optional(),
    street: addressLine("Le nom de la rue"),
    // Abroad it is any text.
    postalCode: addressLine("Le code postal", 20),
    city: addressLine("Le nom de la ville"),
    country: addressLine("Le nom du pays"),
  },
  ({ required, valid, check }) => [
    required(["street", "postalCode", "city", "country"], INCOMPLETE),
    valid("street", "postalCode", "city", "country"),
    check(
      "postalCode",
      IDENTITY_MESSAGES.postalCode,
      ({ country, postalCode }) =>
        !isFrance(country) || !postalCode || readPostalCode(postalCode) !== null,
    ),
  ],
  { missing },
);

/** A checked address. */
export type Address = Omit<InputData<typeof addressInput>, "userId">;

/** The address as it is stored: a French postal code is five digits, and France has its capital. */
export function storedAddress({ street, postalCode, city, country }: Address): Address {
  if (!isFrance(country)) return { street, postalCode, city, country };
  return { street, postalCode: readPostalCode(postalCode) ?? postalCode, city, country: "France" };
}
