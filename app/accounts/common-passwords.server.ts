import { dictionary } from "@zxcvbn-ts/language-common";
import { PASSWORD_MIN } from "./password-rules";

/**
 * What people in France try first and an international list leaves out; the same words with the
 * usual digits after them are refused too.
 */
const FRENCH = ["azerty", "azertyuiop", "motdepasse", "doudou", "loulou", "coucou", "marseille"];

/** The most used passwords of public leaks (tens of thousands, the 10,000 first among them). */
const COMMON = new Set(
  dictionary["passwords-common"].filter((password) => [...password].length >= PASSWORD_MIN),
);

/** Whether a password is one that everybody tries first; capitals make no difference. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return COMMON.has(text) || FRENCH.includes(text.replace(/\d{0,9}$/, ""));
}
