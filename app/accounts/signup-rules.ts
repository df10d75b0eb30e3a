/** What each signup form asks, in the order in which it is told, and the account that comes of it. */
import type { Day } from "~/platform/days";
import { refusalMessage } from "~/platform/refusal";
import { input, type InputData, type Rule, type RuleBook } from "~/platform/web/input";
import { mayLackRna } from "~/rules/registry-number";
import { birthDateRules, hasField, IDENTITY_MESSAGES, numbersRule } from "./identity-fields";
import { isTooShort, ownPasswordRules, PASSWORD_MESSAGES } from "./password-rules";
import {
  isAuthority,
  isMaster,
  pageShape,
  REQUIRED,
  SIGNUP_MESSAGES,
  signupShape,
  typeOf,
  type SignupField,
  type SignupKind,
  type SignupShape,
} from "./signup-fields";

const MESSAGES = {
  confirmation: "Les mots de passe ne correspondent pas.",
  rna: "Veuillez entrer un numéro RNA.",
  terms: refusalMessage("terms_required"),
} as const;

/** What the rules need to know beside the fields. */
export interface SignupSurroundings {
  /** In Paris. */
  today: () => Day;
  isCommonPassword: (password: string) => boolean;
}

/** The form of one of the four pages. */
export function signupInput(kind: SignupKind, surroundings: SignupSurroundings) {
  return input(pageShape(kind), (book) => rulesOf(kind, REQUIRED[kind], surroundings, book), {
    isUsed: (field, { role }) => field !== "type" && hasField(typeOf(kind), role, field),
  });
}

/**
 * The payload of /api/auth/signup or signup-master, whose `type` says which form it is. It needs no
 * confirmation of the password: whoever calls has asked for it.
 */
export function signupPayload(account: "plain" | "master", surroundings: SignupSurroundings) {
  const kinds = KINDS_OF[account];
  const asked = (kind: SignupKind): readonly SignupField[] =>
    REQUIRED[kind].filter((field) => field !== "passwordConfirmation");
  const mustHave = (field: SignupField) =>
    field === "type" || field === "country" || kinds.every((kind) => asked(kind).includes(field));
  return input(
    signupShape(account, mustHave),
    (book) => [
      book.required(["type"], SIGNUP_MESSAGES.type),
      ...kinds.flatMap((kind) =>
        rulesOf(kind, asked(kind), surroundings, book).map((rule) => ofType(kind, rule)),
      ),
    ],
    {
      isUsed: (field, { type, role }) => {
        const kind = kinds.find((one) => typeOf(one) === type);
        return hasField(kind && typeOf(kind), role, field);
      },
    },
  );
}

/** A checked form or payload. `password` is plain and never stored. */
export type SignupData = InputData<ReturnType<typeof signupInput>>;

/** What the account of a checked form will hold, and its password. */
export type Signup = ReturnType<typeof signupFrom>;

/** What an account is made from; what its kind does not use is not in it. */
export function signupFrom(
  kind: SignupKind,
  { type: _type, passwordConfirmation, withoutRna, CGU, ...fields }: SignupData,
) {
  return { ...fields, isMaster: isMaster(kind), type: typeOf(kind) };
}

/** The same of a payload, by its `type`. */
export function signupFromPayload(account: "plain" | "master", data: SignupData): Signup {
  const [privateKind, authorityKind] = KINDS_OF[account];
  return signupFrom(data.type === typeOf(authorityKind) ? authorityKind : privateKind, data);
}

/** What of a signup is the account's own to read: all but the password. */
export function profileOf({ isMaster: _isMaster, password: _password, ...profile }: Signup) {
  return profile;
}

const KINDS_OF = {
  plain: ["private", "authority"],
  master: ["master-private", "master-authority"],
} as const satisfies Record<string, readonly SignupKind[]>;

type SignupRule = Rule<SignupShape>;

/** A rule of one form among those that a payload may be. */
function ofType(kind: SignupKind, rule: SignupRule): SignupRule {
  return (readings) => (readings.type.value === typeOf(kind) ? rule(readings) : []);
}

/** The rules that a form is known for, in their order, and then what every account must be. */
function rulesOf(
  kind: SignupKind,
  required: readonly SignupField[],
  surroundings: SignupSurroundings,
  book: RuleBook<SignupShape>,
): SignupRule[] {
  return [...specified(kind, required, book), ...further(kind, surroundings, book)];
}

function specified(
  kind: SignupKind,
  required: readonly SignupField[],
  book: RuleBook<SignupShape>,
): SignupRule[] {
  const { valid, check } = book;
  const complete = book.required(
    required,
    isMaster(kind) ? SIGNUP_MESSAGES.masterRequired : SIGNUP_MESSAGES.required,
  );
  const inFrance = [book.required(["country"], SIGNUP_MESSAGES.country), valid("country")];
  const longEnough = check(
    "password",
    PASSWORD_MESSAGES.short,
    (_read, { password }) => typeof password !== "string" || !isTooShort(password),
  );
  const confirmed = check(
    "passwordConfirmation",
    MESSAGES.confirmation,
    (_read, { password, passwordConfirmation: again }) => again === undefined || again === password,
  );
  const siretOfCompany = check(
    "siret",
    IDENTITY_MESSAGES.siret,
    ({ role }, { siret }) => role !== "Entreprise" || siret !== undefined,
  );
  const rnaOfAssociation = check(
    "RNA",
    MESSAGES.rna,
    ({ role, withoutRna, postalCode = "" }, { RNA }) =>
      role !== "Association" ||
      RNA !== undefined ||
      (withoutRna === true && mayLackRna(postalCode)),
  );
  const termsAccepted = check("CGU", MESSAGES.terms, ({ CGU }) => CGU === true);
  const orders: Record<SignupKind, SignupRule[]> = {
    private: [
      complete,
      ...inFrance,
      longEnough,
      confirmed,
      siretOfCompany,
      valid("siret"),
      rnaOfAssociation,
      termsAccepted,
    ],
    authority: [
      complete,
      valid("INSEE", "siret"),
      ...inFrance,
      longEnough,
      confirmed,
      termsAccepted,
    ],
    "master-private": [complete, valid("siret", "RNA"), ...inFrance, confirmed, termsAccepted],
    "master-authority": [complete, valid("siret", "INSEE"), ...inFrance, confirmed, termsAccepted],
  };
  return orders[kind];
}

function further(
  kind: SignupKind,
  { today, isCommonPassword }: SignupSurroundings,
  { required, valid, check }: RuleBook<SignupShape>,
): SignupRule[] {
  return [
    valid("email", "password"),
    ...ownPasswordRules(check, isCommonPassword),
    valid("postalCode"),
    ...(isAuthority(kind) ? [] : [required(["role"], SIGNUP_MESSAGES.role)]),
    valid("role", "natureOfCollectivity", "INSEE", "RNA", "phone", "dateOfBirth"),
    ...birthDateRules(check, today),
    numbersRule(check),
  ];
}
