import type { StripeStatus } from "@models/enumerations";
import { Refusal } from "~/platform/web/refusal";
import type { Viewer } from "~/platform/session.server";
import { limit } from "~/platform/web/rate-limit.server";
import {
  accountLoginUrl,
  ensureConnectedAccount,
  onboardingUrl,
  syncAccount,
} from "./connected-account.server";

/** Where someone without a payment account makes one. */
const CREATION_PAGE = "/create-stripe-account";

export interface AccountPage {
  /** Absent: there is no account yet. */
  status: StripeStatus | undefined;
  /** The address of the onboarding was too old: it has to be asked for again. */
  hasLinkExpired: boolean;
}

/**
 * How far someone's payment account is. Whoever comes back from Stripe (`retour`) sees what Stripe
 * knows at this moment, however late its webhook is; without Stripe, what was known last.
 */
export async function accountPage(
  { accountId, stripeStats }: Pick<Viewer, "accountId" | "stripeStats">,
  query: URLSearchParams,
): Promise<AccountPage> {
  const isBack = query.has("retour") || query.has("expire");
  const status = accountId && isBack ? await currentStatus(accountId) : null;
  return { status: status ?? stripeStats, hasLinkExpired: query.has("expire") };
}

async function currentStatus(accountId: string): Promise<StripeStatus | null> {
  try {
    return await syncAccount(accountId);
  } catch (error) {
    if (error instanceof Refusal && error.code === "unavailable") return null;
    throw error;
  }
}

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
