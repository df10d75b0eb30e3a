import { limit } from "~/platform/rate-limit.server";
import { ensureConnectedAccount, onboardingUrl } from "./connected-account.server";

/**
 * Makes someone's payment account if there is none.
 *
 * @returns where Stripe asks the rest, an address that serves once
 * @throws Refusal("account_failed" | "unavailable" | "too_many")
 */
export async function openAccount(userId: string): Promise<string> {
  await limit("payment_account", userId);
  return await onboardingUrl(await ensureConnectedAccount(userId));
}
