import { createRequire } from "node:module";
import type { dictionary as Dictionary } from "@zxcvbn-ts/language-common";
import { PASSWORD_MIN } from "./password-strength";

/**
 * What people in France try first and an international list leaves out; the same words with the
 * usual digits after them are refused too.
 */
const FRENCH = ["azerty", "azertyuiop", "motdepasse", "doudou", "loulou", "coucou", "marseille"];

const require = createRequire(import.meta.url);
let common: ReadonlySet<string> | undefined;

/**
 * The most used passwords of public leaks (tens of thousands, the 10,000 first among them), read when somebody first chooses one:
 * a form's rules do not wait, and a process in which nobody does is 4 MB smaller.
 */
function commonPasswords(): ReadonlySet<string> {
  if (common) return common;
  const { dictionary } = require("@zxcvbn-ts/language-common") as { dictionary: typeof Dictionary };
  const known = dictionary["passwords-common"];
  return (common = new Set(known.filter((password) => [...password].length >= PASSWORD_MIN)));
}

/** Whether a password is one that everybody tries first; capitals make no difference. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return commonPasswords().has(text) || FRENCH.includes(text.replace(/\d{0,9}$/, ""));
}
