import { compareDays, type Day } from "~/platform/days";
import { firstOfEachField, type Checked, type RuleIssue } from "~/platform/web/ordered-schema";
import { EMAIL_MESSAGES, isEmailAddress, readEmail } from "./email-address";
import { mayLackRna, readRna, readSiren, readSiret, withoutSpaces } from "./identifiers";
import { isTooShort, PASSWORD_MESSAGES, passwordProblem } from "./password-rules";
import {
  isAuthority,
  readBirthDate,
  readMasterRna,
  readNature,
  readPhone,
  readRole,
  signupFrom,
  uses,
  type Signup,
  type SignupField,
  type SignupFields,
  type SignupKind,
} from "./signup-fields";

const MESSAGES = {
  required: "Veuillez remplir tous les champs obligatoires.",
  masterRequired: "Tous les champs obligatoires doivent être remplis.",
  country: "Veuillez renseigner une adresse située en France.",
  confirmation: "Les mots de passe ne correspondent pas.",
  siret: "Veuillez entrer un numéro SIRET valide (14 chiffres).",
  masterSiret: "Le numéro de SIRET doit contenir exactement 14 chiffres.",
  insee: "Veuillez entrer un numéro INSEE valide (9 chiffres).",
  rna: "Veuillez entrer un numéro RNA.",
  masterRna: "Le numéro RNA doit contenir exactement 9 caractères.",
  terms: "Veuillez accepter les C.G.U.",
  role: "Choisissez Entreprise, Association ou Particulier.",
  nature: "Choisissez la nature de la collectivité.",
  postalCode: "Saisissez un code postal à 5 chiffres.",
  phone: "Saisissez un numéro de téléphone valide, par exemple 06 12 34 56 78.",
  rnaFormat: "Saisissez un numéro RNA valide\u00a0: W suivi de 9 caractères.",
  dateOfBirth: "Saisissez une date de naissance passée, au format JJ/MM/AAAA.",
  long: "Ce texte est trop long\u00a0: 200 caractères au plus.",
} as const;

/** What the rules need to know beside the fields. */
export interface SignupSurroundings {
  today: Day;
  isCommonPassword: (password: string) => boolean;
}

type Rule = (fields: SignupFields, surroundings: SignupSurroundings) => RuleIssue[];

const NAMES = ["name", "lastname", "email", "password", "passwordConfirmation"] as const;
const ADDRESS = ["street", "postalCode", "city"] as const;

const issue = (field: SignupField, message: string, isBroken: boolean): RuleIssue[] =>
  isBroken ? [{ field, message }] : [];

const required =
  (fields: readonly SignupField[], message: string): Rule =>
  (typed) =>
    fields.flatMap((field) => issue(field, message, !typed[field]?.trim()));

const inFrance: Rule = ({ country }) =>
  issue("country", MESSAGES.country, country?.trim().toLowerCase() !== "france");

const longEnough: Rule = ({ password = "" }) =>
  issue("password", PASSWORD_MESSAGES.short, isTooShort(password));

const confirmed: Rule = ({ password, passwordConfirmation }) =>
  issue("passwordConfirmation", MESSAGES.confirmation, password !== passwordConfirmation);

const termsAccepted: Rule = ({ CGU }) =>
  issue("CGU", MESSAGES.terms, CGU !== "on" && CGU !== "true");

/** A number that may be left out, but not be wrong; asked only of accounts that have it. */
const ifGiven =
  (
    kind: SignupKind,
    field: "siret" | "INSEE" | "RNA" | "phone" | "dateOfBirth",
    message: string,
    isValid: (text: string, surroundings: SignupSurroundings) => boolean,
  ): Rule =>
  (fields, surroundings) => {
    const text = fields[field];
    const isAsked = text !== undefined && uses(kind, readRole(fields.role), field);
    return issue(field, message, isAsked && !isValid(text, surroundings));
  };

const siretIfGiven = (kind: SignupKind, message: string) =>
  ifGiven(kind, "siret", message, (text) => readSiret(text) !== null);
const inseeIfGiven = (kind: SignupKind) =>
  ifGiven(kind, "INSEE", MESSAGES.insee, (text) => readSiren(text) !== null);

const siretOfCompany: Rule = ({ role, siret }) =>
  issue("siret", MESSAGES.siret, role === "Entreprise" && !siret);

const rnaOfAssociation: Rule = ({ role, RNA, withoutRna, postalCode = "" }) =>
  issue(
    "RNA",
    MESSAGES.rna,
    role === "Association" && !RNA && !(withoutRna && mayLackRna(postalCode)),
  );

/** The rules that the product's four forms are known for, in their order. */
const SPECIFIED: Record<SignupKind, readonly Rule[]> = {
  private: [
    required([...NAMES, ...ADDRESS, "country"], MESSAGES.required),
    inFrance,
    longEnough,
    confirmed,
    siretOfCompany,
    siretIfGiven("private", MESSAGES.siret),
    rnaOfAssociation,
    termsAccepted,
  ],
  authority: [
    required([...NAMES, ...ADDRESS, "country"], MESSAGES.required),
    inseeIfGiven("authority"),
    siretIfGiven("authority", MESSAGES.siret),
    inFrance,
    longEnough,
    confirmed,
    termsAccepted,
  ],
  "master-private": [
    required(NAMES, MESSAGES.masterRequired),
    siretIfGiven("master-private", MESSAGES.masterSiret),
    ifGiven("master-private", "RNA", MESSAGES.masterRna, (text) => readMasterRna(text) !== null),
    inFrance,
    confirmed,
    termsAccepted,
  ],
  "master-authority": [
    required([...NAMES, "entityName", ...ADDRESS, "INSEE"], MESSAGES.masterRequired),
    siretIfGiven("master-authority", MESSAGES.masterSiret),
    inseeIfGiven("master-authority"),
    inFrance,
    confirmed,
    termsAccepted,
  ],
};

/** What every account must hold beyond the specified rules; told after them. */
function further(kind: SignupKind): readonly Rule[] {
  return [
    ({ email }) => issue("email", EMAIL_MESSAGES.shape, !isEmailAddress(readEmail(email))),
    ({ password = "", email = "" }, { isCommonPassword }) => {
      const problem = passwordProblem(password, email, isCommonPassword);
      return problem ? [{ field: "password", message: problem }] : [];
    },
    ({ postalCode }) =>
      issue(
        "postalCode",
        MESSAGES.postalCode,
        postalCode !== undefined && !/^\d{5}$/.test(withoutSpaces(postalCode)),
      ),
    ({ role }) => issue("role", MESSAGES.role, !isAuthority(kind) && !readRole(role)),
    ({ natureOfCollectivity: nature }) =>
      issue(
        "natureOfCollectivity",
        MESSAGES.nature,
        isAuthority(kind) && nature !== undefined && !readNature(nature),
      ),
    inseeIfGiven(kind),
    ifGiven(
      kind,
      "RNA",
      MESSAGES.rnaFormat,
      (text) => (kind === "master-private" ? readMasterRna(text) : readRna(text)) !== null,
    ),
    ifGiven(kind, "phone", MESSAGES.phone, (text) => readPhone(text) !== null),
    ifGiven(kind, "dateOfBirth", MESSAGES.dateOfBirth, (text, { today }) => isPast(text, today)),
    (fields) =>
      (["name", "lastname", "street", "city", "entityName"] as const).flatMap((field) =>
        issue(field, MESSAGES.long, (fields[field]?.length ?? 0) > 200),
      ),
  ];
}

function isPast(text: string, today: Day): boolean {
  const day = readBirthDate(text);
  return day !== null && compareDays(day, today) < 0 && compareDays("1900-01-01", day) <= 0;
}

/**
 * Checks a signup form. Of the issues, the first is the first broken rule of the form's own order;
 * each field has one issue at most.
 */
export function checkSignup(
  kind: SignupKind,
  fields: SignupFields,
  surroundings: SignupSurroundings,
): Checked<Signup> {
  const issues = [...SPECIFIED[kind], ...further(kind)].flatMap((rule) =>
    rule(fields, surroundings),
  );
  return issues.length > 0
    ? { issues: firstOfEachField(issues) }
    : { data: signupFrom(kind, fields) };
}
