/** What every password must be, on every form. */
import { z } from "zod";
import { withFacts } from "~/platform/web/field-facts";
import { refusalMessage } from "~/platform/refusal";
import { storedEmail } from "~/platform/stored-email";
import { PASSWORD_MIN, passwordLength } from "./password-strength";

const PASSWORD_MAX = 128;

export const PASSWORD_MESSAGES = {
  short: `Le mot de passe doit contenir au moins ${PASSWORD_MIN} caractères.`,
  long: `Le mot de passe ne peut pas dépasser ${PASSWORD_MAX} caractères.`,
  email: refusalMessage("password_is_email"),
  common: "Ce mot de passe est trop courant. Choisissez-en un autre.",
  different: "Les mots de passe ne correspondent pas",
} as const;

/** Whether a password is shorter than any that can be chosen. */
export function isTooShort(password: string): boolean {
  return passwordLength(password) < PASSWORD_MIN;
}

/** Whether a password is longer than any that can be chosen; nothing so long is ever hashed. */
function isTooLong(password: string): boolean {
  return passwordLength(password) > PASSWORD_MAX;
}

/** Whether a password is the account's own e-mail. */
export function isEmail(password: string, email: string): boolean {
  return storedEmail(password) === storedEmail(email);
}

/**
 * Why a password cannot be chosen, the first reason only; null when it can.
 *
 * @param isCommon whether it is among the passwords that everybody tries first.
 */
export function passwordProblem(
  password: string,
  email: string,
  isCommon: (password: string) => boolean,
): string | null {
  if (isTooShort(password)) return PASSWORD_MESSAGES.short;
  if (isTooLong(password)) return PASSWORD_MESSAGES.long;
  if (isEmail(password, email)) return PASSWORD_MESSAGES.email;
  return isCommon(password) ? PASSWORD_MESSAGES.common : null;
}

/**
 * The rules about the password of an account that is made, in their order: that it is not the e-mail, and not common.
 *
 * @param check of the form's rules
 */
export function ownPasswordRules<R>(
  check: (
    field: "password",
    message: string,
    isKept: (read: { readonly password?: string; readonly email?: string }) => boolean,
  ) => R,
  isCommon: (password: string) => boolean,
): R[] {
  return [
    check(
      "password",
      PASSWORD_MESSAGES.email,
      ({ password, email }) => !password || !email || !isEmail(password, email),
    ),
    check("password", PASSWORD_MESSAGES.common, ({ password }) => !password || !isCommon(password)),
  ];
}

/**
 * The field of a password that an account has already. Its length is a refinement, not zod's `max`, which
 * would become the input's `maxlength`: browsers cut off what is pasted and say nothing, and people would
 * choose another password than they know.
 *
 * @param missing told when there is nothing in it
 * @param long told of one that no account can have
 */
export function knownPassword(missing: string, long: string = PASSWORD_MESSAGES.long) {
  return withFacts(
    z.string({ required_error: missing }).refine((password) => !isTooLong(password), long),
    { maxLength: PASSWORD_MAX, example: "Tilleuls-et-marronniers" },
  );
}

/** The field of a password to choose. That it is not common is the server's to say. */
export const newPassword = withFacts(
  knownPassword(PASSWORD_MESSAGES.short).refine(
    (password) => !isTooShort(password),
    PASSWORD_MESSAGES.short,
  ),
  { minLength: PASSWORD_MIN },
);

/** The field of the same password again; that it is the same is a rule of its form. */
export const passwordAgain = withFacts(
  z
    .string({ required_error: PASSWORD_MESSAGES.different })
    .refine((password) => !isTooLong(password), PASSWORD_MESSAGES.long),
  { maxLength: PASSWORD_MAX },
);
