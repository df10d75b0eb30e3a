import { limit } from "~/platform/rate-limit.server";
import type { Viewer } from "~/platform/session.server";
import { accountLoginUrl, onboardingUrl } from "./connected-account.server";

/** Where someone without a payment account makes one. */
const CREATION_PAGE = "/create-stripe-account";

/**
 * Where someone consults their payment account: their page at Stripe, the onboarding while Stripe
 * has not been told all, or this site's own page while there is no account.
 *
 * @throws Refusal("account_failed" | "unavailable" | "too_many")
 */
export async function ownAccountUrl({
  id,
  accountId,
  stripeStats,
}: Pick<Viewer, "id" | "accountId" | "stripeStats">): Promise<string> {
  if (!accountId) return CREATION_PAGE;
  await limit("payment_account", id);
  return await (stripeStats === "pending" ? onboardingUrl(accountId) : accountLoginUrl(accountId));
}
