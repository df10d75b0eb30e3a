import { env } from "~/platform/env.server";
import { isSignature, keyedHash } from "~/platform/keyed-hash.server";

const ID_LENGTH = 24;
const PURPOSE = "appeal";

/** The address, for a mail, at which whom a decision concerns appeals against it without logging in. */
export function appealLink(decisionId: string): string {
  const signature = keyedHash(PURPOSE, decisionId).toString("base64url");
  return new URL(`/recours/${decisionId}${signature}`, env.APP_URL).href;
}

/** The decision that a token lets its holder appeal against; null when it is forged. */
export function readAppealToken(token: string): string | null {
  const id = token.slice(0, ID_LENGTH);
  const isOurs = /^[0-9a-f]{24}$/.test(id) && isSignature(token.slice(ID_LENGTH), PURPOSE, id);
  return isOurs ? id : null;
}
