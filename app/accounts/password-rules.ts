/** What every password must be, on every form. */
import { refusalMessage } from "~/platform/web/refusal";

export const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

export const PASSWORD_MESSAGES = {
  short: "Le mot de passe doit contenir au moins 8 caractères.",
  long: "Le mot de passe ne peut pas dépasser 128 caractères.",
  email: refusalMessage("password_is_email"),
  common: "Ce mot de passe est trop courant. Choisissez-en un autre.",
} as const;

/** Length as people count it: an emoji or an accented letter is one. */
export function isTooShort(password: string): boolean {
  return [...password].length < PASSWORD_MIN;
}

/** Whether a password is longer than any that can be chosen; nothing so long is ever hashed. */
export function isTooLong(password: string): boolean {
  return [...password].length > PASSWORD_MAX;
}

/** Whether a password is the account's own e-mail. */
export function isEmail(password: string, email: string): boolean {
  return password.trim().toLowerCase() === email.trim().toLowerCase();
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
