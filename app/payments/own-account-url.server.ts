import type { Viewer } from "~/platform/session.server";
import { accountLoginUrl, onboardingUrl } from "./connected-account.server";

/** Where someone without a payment account makes one. */
const CREATION_PAGE = "/create-stripe-account";

/**
 * Where someone consults their payment account: their page at Stripe, the onboarding while Stripe
 * has not been told all, or this site's own page while there is no account.
 *
 * @throws Refusal("account_failed" | "unavailable")
 */
export async function ownAccountUrl({
  accountId,
  stripeStats,
}: Pick<Viewer, "accountId" | "stripeStats">): Promise<string> {
  if (!accountId) return CREATION_PAGE;
  return await (stripeStats === "pending" ? onboardingUrl(accountId) : accountLoginUrl(accountId));
}
