import { createHmac } from "node:crypto";
import { env } from "~/platform/env.server";
import { sameSecret } from "~/platform/constant-time.server";

const ID_LENGTH = 24;

/** The address, for a mail, at which whom a decision concerns appeals against it without logging in. */
export function appealLink(decisionId: string): string {
  return new URL(`/recours/${decisionId}${signature(decisionId)}`, env.APP_URL).href;
}

/** The decision that a token lets its holder appeal against; null when it is forged. */
export function readAppealToken(token: string): string | null {
  const id = token.slice(0, ID_LENGTH);
  return /^[0-9a-f]{24}$/.test(id) && sameSecret(token.slice(ID_LENGTH), signature(id)) ? id : null;
}

function signature(decisionId: string): string {
  return createHmac("sha256", env.SESSION_SECRET)
    .update(`appeal\n${decisionId}`)
    .digest("base64url");
}
