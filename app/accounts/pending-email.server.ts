import { sameSecret } from "~/platform/constant-time.server";
import type { RequestSession } from "~/platform/session.server";
import { signedCookie } from "~/platform/signed-cookie.server";
import { hashToken, makeToken } from "~/platform/token.server";

/**
 * The e-mail that a browser waits to have verified. Both the holder of an account and somebody who
 * signed up with an unknown address get this cookie, so it tells nothing; a session starts once the
 * code was entered (docs/decisions/006-signup-without-disclosure.md).
 */
export interface PendingEmail {
  /** Where a code was last asked for, and the page says it went. */
  email: string;
  /** The address that this browser signed up with, if it did: a code asked for elsewhere does not change it. */
  signedUp?: string;
  /** Made at signup: tells the browser that signed up from any other that enters the code. */
  key: string;
  /** The page that was wanted before the signup, or the login, a path of this site: the code leads on there. Absent: home. */
  target?: string;
}

/** A cookie of more than 4 kB is dropped by browsers, and what tells whose signup it is with it. */
const MAX_TARGET = 1_000;

const cookie = signedCookie("pending-email", 24 * 3_600);

/** A signup's pending e-mail, with a key of its own. */
export function pendingSignup(email: string, target = "/"): PendingEmail {
  return { email, signedUp: email, key: makeToken(), ...kept(target) };
}

/** Home needs no mention, and what is too long is not worth the rest. */
function kept(target: string): Pick<PendingEmail, "target"> {
  return target !== "/" && target.length <= MAX_TARGET ? { target } : {};
}

/** The pending e-mail of a browser that asks for a code; what it signed up with stays. */
export function pendingCode(email: string, before: PendingEmail | null): PendingEmail {
  return { key: makeToken(), ...before, email };
}

/** What the request's cookie says, or null; our signature is on it. */
export async function readPendingEmail(request: Request): Promise<PendingEmail | null> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  return isPendingEmail(value) ? value : null;
}

function isPendingEmail(value: unknown): value is PendingEmail {
  if (value === null || typeof value !== "object") return false;
  const { email, key } = value as Partial<Record<keyof PendingEmail, unknown>>;
  return typeof email === "string" && typeof key === "string";
}

/** The `Set-Cookie` that keeps it. */
export async function pendingEmailCookie(pending: PendingEmail): Promise<string> {
  return await cookie.serialize(pending);
}

/** The `Set-Cookie` that forgets it. */
export async function forgetPendingEmail(): Promise<string> {
  return await cookie.serialize("", { maxAge: 0 });
}

/** Has the code lead on to what was wanted before a login whose address is not verified; what the browser signed up with stays. */
export async function keepTarget(
  email: string,
  target: string,
  { request, session }: { request: Request; session: RequestSession },
): Promise<void> {
  if (target === "/") return;
  const { target: _, ...same } = pendingCode(email, await readPendingEmail(request));
  session.setCookie(await pendingEmailCookie({ ...same, ...kept(target) }));
}

/** Whether the browser with this key is the one that signed up. */
export function isKeyOf(pending: PendingEmail | null, keyHash: string | undefined): boolean {
  return Boolean(pending && keyHash && sameSecret(hashToken(pending.key), keyHash));
}
