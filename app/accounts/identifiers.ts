/**
 * The numbers that French organisations go by. Each reader drops spaces and dots, and answers the
 * number as it is stored, or null when there is no such number.
 */

import { withoutSpaces } from "~/platform/seen-text";

/** The SIREN of La Poste, whose many establishments do not all have a SIRET with a valid Luhn key. */
const LA_POSTE = "356000000";

/** A telephone without the zero in brackets that is dialled within its country alone: '+33 (0)6 12 34 56 78'. */
export function withoutTrunk(text: string): string {
  return text.replace(/^\s*((?:\+|00)\s*\d{1,3})\s*\(\s*0\s*\)/, "$1");
}

/** SIRET: 14 digits, an establishment. */
export function readSiret(text: string): string | null {
  const digits = withoutSpaces(text);
  if (!/^\d{14}$/.test(digits) || /^0+$/.test(digits)) return null;
  const isValid = passesLuhn(digits) || (digits.startsWith(LA_POSTE) && digitSum(digits) % 5 === 0);
  return isValid ? digits : null;
}

/** SIREN, the 9-digit number that forms call INSEE: an organisation. */
export function readSiren(text: string): string | null {
  const digits = withoutSpaces(text);
  return /^\d{9}$/.test(digits) && !/^0+$/.test(digits) && passesLuhn(digits) ? digits : null;
}

/** RNA, an association's number: `W`, a digit, a digit or letter, 7 digits. The `W` may be left out. */
export function readRna(text: string): string | null {
  const match = /^W?(\d[\dA-Z]\d{7})$/.exec(withoutSpaces(text).toUpperCase());
  return match ? `W${match[1]}` : null;
}

/** A French VAT number: `FR`, a key of two characters, a SIREN. A key of digits is made of the SIREN. */
export function readVatNumber(text: string): string | null {
  const match = /^FR([\dA-HJ-NP-Z]{2})(\d{9})$/.exec(withoutSpaces(text).toUpperCase());
  if (!match) return null;
  const [number, key = "", digits = ""] = match;
  const siren = readSiren(digits);
  return siren !== null && (!/^\d{2}$/.test(key) || key === vatKey(siren)) ? number : null;
}

/** The two digits before the SIREN in a VAT number. */
export function vatKey(siren: string): string {
  return String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, "0");
}

/** Luhn's check: every second digit from the right doubled, the sum a multiple of ten. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function digitSum(digits: string): number {
  return [...digits].reduce((total, digit) => total + Number(digit), 0);
}
