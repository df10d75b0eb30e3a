/** Tax identification numbers: the French ones by their rules, others by their shape. Pure. */
import { readSiren } from "~/accounts/identifiers";
import { withoutSpaces } from "~/platform/seen-text";

/** The member states, and neighbours from which owners come. ISO 3166. */
export const TAX_COUNTRIES = [
  ..."FR AT BE BG CY CZ DE DK EE ES FI GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
  ..."CH GB MC NO US".split(" "),
] as [string, ...string[]];

const names = new Intl.DisplayNames("fr", { type: "region" });

/** 'Belgique' for `BE`. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** Of people in France 13 digits, the last three the first ten modulo 511. */
const PERSON = /^([0-3]\d{9})(\d{3})$/;

/**
 * A number as it is stored, or null when a country gives none like it.
 *
 * @param isPerson in France people have 13 digits, organisations their SIREN
 */
export function readTaxId(text: string, country: string, isPerson: boolean): string | null {
  const bare = withoutSpaces(text).replace(/[-/]/g, "").toUpperCase();
  if (country !== "FR") return /^[\dA-Z]{5,20}$/.test(bare) && /\d/.test(bare) ? bare : null;
  if (!isPerson) return readSiren(bare);
  const [number, first, key] = PERSON.exec(bare) ?? [];
  return number && Number(first) % 511 === Number(key) ? number : null;
}
