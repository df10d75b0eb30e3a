import { withoutUnseen } from "~/platform/seen-text";
import { UNAMBIGUOUS } from "./unambiguous";

const LENGTH = 8;

/** A typed code as it is stored, whatever its case and spacing; null when it cannot be one. */
export function readLiaisonCode(text: string): string | null {
  const code = withoutUnseen(text)
    .replace(/[\s.-]/g, "")
    .toUpperCase();
  const isCode =
    code.length === LENGTH && [...code].every((letter) => UNAMBIGUOUS.includes(letter));
  return isCode ? code : null;
}

/**
 * A new code. The database says whether it is free; when it is not, make another.
 *
 * @param random answers a whole number from 0 up to (not including) its argument.
 */
export function makeLiaisonCode(random: (below: number) => number): string {
  return Array.from({ length: LENGTH }, () => UNAMBIGUOUS[random(UNAMBIGUOUS.length)]).join("");
}
