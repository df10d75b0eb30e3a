import { env } from "~/platform/env.server";
import { isSignature, keyedHash } from "~/platform/keyed-hash.server";
import type { User } from "@models/user";
import type { Verification } from "./verification-code.server";

const PURPOSE = "verification-link";

/** What the button of a code's mail says: whose code, and which one. */
export interface MailedLink {
  email: string;
  /** The beginning of the code (`verification.seed`): worth nothing without the session secret. */
  seed: string;
}

/**
 * The address behind the button of a code's mail. It carries the e-mail, signed, so that the page knows it
 * in any browser. Nothing but the mail holds it: who opens it reads the mailbox, and has tries of their own.
 */
export function verificationLink({ email }: Pick<User, "email">, { seed }: Verification): string {
  const payload = Buffer.from(JSON.stringify([email, seed])).toString("base64url");
  const link = new URL("/verification-email", env.APP_URL);
  const signature = keyedHash(PURPOSE, payload).toString("base64url");
  link.searchParams.set("lien", `${payload}.${signature}`);
  return link.href;
}

/** What a link says; null when the signature on it is not ours. */
export function readVerificationLink(lien: string | undefined): MailedLink | null {
  const [payload = "", signed = ""] = lien?.split(".") ?? [];
  if (!isSignature(signed, PURPOSE, payload)) return null;
  const [email, seed] = JSON.parse(Buffer.from(payload, "base64url").toString()) as [
    string,
    string,
  ];
  return { email, seed };
}
