import { randomInt } from "node:crypto";
import { derivableSecrets } from "./secrets.server";
import { UNAMBIGUOUS } from "./unambiguous";

const COUNT = 10;
/** 31^10 is 49 bits: with ten tries in a quarter of an hour, enough. */
const LENGTH = 10;

/** New recovery codes, as they are told once: `ABCDE-FGH23`. */
export function makeRecoveryCodes(): string[] {
  const letter = () => UNAMBIGUOUS[randomInt(UNAMBIGUOUS.length)]!;
  return Array.from({ length: COUNT }, () => {
    const code = Array.from({ length: LENGTH }, letter).join("");
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
  });
}

/** A code as the database keeps it; keyed, so that the database alone tells nothing. */
export function hashRecoveryCode(code: string, userId: string): string {
  return recoveryHashesOf(code, userId)[0]!;
}

/** What the database may keep of a code, however it was typed: by each session secret, the newest first. */
export function recoveryHashesOf(code: string, userId: string): string[] {
  const bare = code.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return derivableSecrets("recovery-code", userId, bare).map((hash) => hash.toString("hex"));
}
