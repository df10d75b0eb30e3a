/** What an administrator says of an account to create: a signup without its password and its terms. */
import { ACCOUNT_TYPES, ADMIN_ROLES, PRIVATE_ROLES, type AccountType } from "@models/enumerations";
import { emailField } from "~/accounts/email-address";
import { birthDateRules, hasField, numbersRule, readType } from "~/accounts/identity-fields";
import { mayLackRna } from "~/rules/registry-number";
import { newPassword, ownPasswordRules } from "~/accounts/password-rules";
import { pageShape } from "~/accounts/signup-fields";
import type { SignupSurroundings } from "~/accounts/signup-rules";
import { choice, line } from "~/platform/web/fields";
import { input, type InputData, type Typed } from "~/platform/web/input";
import { currentPassword } from "../audit/decision-fields";

const MESSAGES = {
  required: "Veuillez remplir tous les champs obligatoires.",
  country: "Veuillez renseigner une adresse située en France",
  role: "Choisissez un rôle.",
  type: "Choisissez Entités privées ou Collectivité.",
} as const;

const {
  password: _password,
  passwordConfirmation: _again,
  CGU: _CGU,
  ...identity
} = pageShape("private");

const accountFields = {
  ...identity,
  /** The forms are of one type each; a call says which. */
  type: choice(ACCOUNT_TYPES, MESSAGES.type),
  role: identity.role,
  /** Of calls alone: the forms leave it to the person, who is sent a link to choose one. */
  password: newPassword.optional(),
};
type AccountFields = typeof accountFields;
type AccountField = keyof AccountFields;

const EVERY: readonly AccountField[] = [
  "name",
  "lastname",
  "email",
  "street",
  "postalCode",
  "city",
  "country",
];

/** What each kind has to have beside that. */
const OF_KIND: Record<string, readonly AccountField[]> = {
  Entreprise: ["entityName", "siret"],
  Association: ["entityName", "RNA"],
  Particulier: ["dateOfBirth"],
  Collectivité: ["phone", "INSEE", "siret", "entityName"],
};

/** The fields that some or all accounts of a type need beside those of every account. */
export const neededByType = (type: AccountType): ReadonlySet<string> =>
  new Set(
    (type === "Collectivité" ? [type] : PRIVATE_ROLES).flatMap((kind) => OF_KIND[kind] ?? []),
  );

/** The account to create, its `type` among what is said. */
export function accountInput({ today, isCommonPassword }: SignupSurroundings) {
  return input(
    accountFields,
    ({ required, valid, check }) => [
      required(["type"], MESSAGES.type),
      valid("type"),
      required(requiredOf, MESSAGES.required),
      check("country", MESSAGES.country, ({ country }) => country !== undefined),
      valid("email", "role", "siret", "INSEE", "RNA", "postalCode", "dateOfBirth"),
      ...birthDateRules(check, today),
      valid("password"),
      ...ownPasswordRules(check, isCommonPassword),
      numbersRule(check),
    ],
    { isUsed: (field, { type, role }) => hasField(readType(type), role, field) },
  );
}

function requiredOf({ type, role, withoutRna, postalCode }: Typed<AccountFields>): AccountField[] {
  const kind = type === "Collectivité" ? type : typeof role === "string" ? role : "";
  const needed = [
    ...EVERY,
    ...(type === "Collectivité" ? [] : (["role"] as const)),
    ...(OF_KIND[kind] ?? []),
  ];
  const hasRna = withoutRna !== true || !(typeof postalCode === "string" && mayLackRna(postalCode));
  return needed.filter((field) => field !== "RNA" || hasRna);
}

/** What to write about somebody else. */
const missing = {
  sentences: [MESSAGES.required],
  fields: {
    name: "Saisissez le prénom.",
    lastname: "Saisissez le nom.",
    email: "Saisissez l’adresse e-mail.",
    street: "Saisissez le numéro et la rue.",
    postalCode: "Saisissez le code postal.",
    city: "Saisissez la ville.",
    country: "Saisissez le pays.",
    role: "Choisissez Entreprise, Association ou Particulier.",
    entityName: "Saisissez le nom de la structure.",
    siret: "Saisissez le numéro SIRET, de 14 chiffres.",
    INSEE: "Saisissez le numéro INSEE, de 9 chiffres.",
    RNA: "Saisissez le numéro RNA.",
    dateOfBirth: "Saisissez la date de naissance.",
    phone: "Saisissez le numéro de téléphone.",
  },
};

/** The same as a page shows it. */
export const accountPage = input(accountFields, undefined, { missing });

/** A checked account. */
export type NewAccount = InputData<ReturnType<typeof accountInput>>;

/** An administrator to create. */
const adminFields = {
  name: line({ missing: MESSAGES.required }),
  lastname: line({ missing: MESSAGES.required }),
  email: emailField(),
  password: newPassword.optional(),
  adminRole: choice(ADMIN_ROLES, MESSAGES.role).optional(),
  /** Of whoever makes the account, as for a change of role. */
  currentPassword,
};
export const adminPage = input(adminFields, undefined, { missing });

export function adminInput({ isCommonPassword }: Pick<SignupSurroundings, "isCommonPassword">) {
  return input(adminFields, ({ required, valid, check }) => [
    required(["name", "lastname", "email"], MESSAGES.required),
    valid("name", "lastname", "email", "password", "adminRole", "currentPassword"),
    ...ownPasswordRules(check, isCommonPassword),
  ]);
}
