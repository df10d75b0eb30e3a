import { addressKey } from "~/platform/web/address-key";
import { limit, resetLimit } from "~/platform/web/rate-limit.server";
import type { Viewer } from "~/platform/viewer.server";
import type { PendingEmail } from "./pending-email.server";
import type { MailedLink } from "./verification-link.server";

/** What is known of a browser that enters a code, or asks for one. */
export interface Asker {
  viewer: Pick<Viewer, "id" | "email"> | null;
  pending: PendingEmail | null;
  link: MailedLink | null;
  ip: string;
}

/**
 * Counts a try of a browser's own five, whose ever the code is and whether there is one: that they are spent is told, and
 * must tell nobody who has an account.
 *
 * @param email as it was typed
 * @throws Refusal("too_many"), with the seconds to wait
 */
export async function countCodeTry(asker: Asker, email: string | undefined): Promise<void> {
  await limit("code_browser", browserOf(asker, email));
}

/** Five tries again, as for a code that nobody has tried yet. */
export async function forgetCodeTries(asker: Asker, email: string): Promise<void> {
  await resetLimit("code_browser", browserOf(asker, email));
}

/** Nobody spends another's: who opened the mailed link, a browser that signed up or asked for a code, who is logged in. */
function browserOf({ viewer, pending, link, ip }: Asker, email: string | undefined): string {
  const isOpened = link !== null && (email === undefined || email === link.email);
  if (isOpened) return `mail\n${link.seed}`;
  return pending?.key ?? viewer?.id ?? `${addressKey(ip)}\n${email ?? ""}`;
}
