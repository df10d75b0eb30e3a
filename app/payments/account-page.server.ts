import type { StripeStatus } from "@models/enumerations";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/session.server";
import { syncAccount } from "./connected-account.server";

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
