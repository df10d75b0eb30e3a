import type { StripeStatus } from "@models/enumerations";
import { UserModel, type User } from "@models/user";
import {
  identityErrors,
  REQUIRED_IDENTITY_FIELDS,
  type StatedIdentity,
} from "~/accounts/require-identity";
import { isVatUnconfirmed, vatText } from "~/accounts/vat-text";
import { isUnavailable, Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/viewer.server";
import { isWithinLimit } from "~/platform/web/rate-limit.server";
import { ACCOUNT_PATH } from "./account-path";
import { wasLookedAt } from "./account-status";
import {
  accountLoginUrl,
  ensureConnectedAccount,
  onboardingUrl,
  replaceGoneAccount,
  syncAccount,
} from "./connected-account.server";

export interface AccountPage {
  /** Absent: there is no account yet. */
  status: StripeStatus | undefined;
  /** Stripe looks at it, and its owner has nothing to send. */
  isLookedAt: boolean;
  /** The address of the onboarding was too old: it has to be asked for again. */
  hasLinkExpired: boolean;
  /** What receipts say of an organisation's VAT that it has to confirm; null: it did, or it has no regime. */
  assumedVat: string | null;
  /** What an organisation's profile lacks before it opens its first account, as `identityErrors` tells it. */
  lacking: Record<string, string>;
}

/**
 * How far someone's payment account is. Whoever comes back from Stripe (`retour`) sees what Stripe
 * knows at this moment, however late its webhook is; without Stripe, or past the limit of such questions, what was
 * known last.
 */
export async function accountPage(
  { id, accountId, stripeStats }: Pick<Viewer, "id" | "accountId" | "stripeStats">,
  query: URLSearchParams,
): Promise<AccountPage> {
  const isBack = query.has("retour") || query.has("expire");
  const mayAsk = accountId && isBack && (await isWithinLimit("payment_state", id));
  const status = mayAsk ? await currentStatus(accountId) : null;
  const known = await knownOf(id);
  return {
    status: status ?? stripeStats,
    isLookedAt: accountId !== undefined && wasLookedAt(known),
    hasLinkExpired: query.has("expire"),
    assumedVat: known && isVatUnconfirmed(known) ? vatText(known) : null,
    lacking: known && accountId === undefined ? identityErrors(known) : {},
  };
}

type Known = StatedIdentity & Pick<User, "vatRegime" | "vatRegimeAt" | "accountReadings">;

async function knownOf(userId: string): Promise<Known | null> {
  const fields = `${REQUIRED_IDENTITY_FIELDS} vatRegime vatRegimeAt accountReadings.isLookedAt`;
  return await UserModel.findById(userId, fields).lean();
}

async function currentStatus(accountId: string): Promise<StripeStatus | null> {
  try {
    return await syncAccount(accountId);
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

/**
 * Makes someone's payment account if there is none.
 *
 * @returns where Stripe asks the rest, an address that serves once
 * @throws Refusal("identity_incomplete" | "account_failed" | "unavailable")
 */
export async function openAccount(userId: string): Promise<string> {
  return await orAnew(userId, await ensureConnectedAccount(userId), onboardingUrl);
}

/** An address of somebody's account; where Stripe has that one no more, the onboarding of a new one. */
async function orAnew(
  userId: string,
  accountId: string,
  addressOf: (accountId: string) => Promise<string>,
): Promise<string> {
  try {
    return await addressOf(accountId);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "account_failed") throw error;
    const made = await replaceGoneAccount(userId, accountId);
    if (made === null) throw error;
    return await onboardingUrl(made);
  }
}

/**
 * Where someone consults their payment account: their page at Stripe, the onboarding while Stripe
 * has not been told all, or this site's own page while there is no account.
 *
 * @throws Refusal("identity_incomplete") where it is gone and the profile does not say whose the new one is,
 *   Refusal("account_failed" | "unavailable")
 */
export async function ownAccountUrl({
  id,
  accountId,
  stripeStats,
}: Pick<Viewer, "id" | "accountId" | "stripeStats">): Promise<string> {
  if (!accountId) return ACCOUNT_PATH;
  const isLacking = stripeStats === "pending" && !wasLookedAt(await knownOf(id));
  return await orAnew(id, accountId, isLacking ? onboardingUrl : accountLoginUrl);
}

/**
 * The address of Stripe's onboarding for someone's own account, which they name.
 *
 * @throws Refusal("forbidden") for another one, Refusal("account_failed" | "unavailable")
 */
export async function ownOnboardingUrl(
  { accountId }: Pick<Viewer, "accountId">,
  named: string,
): Promise<string> {
  if (named !== accountId) throw new Refusal("forbidden");
  return await onboardingUrl(named);
}
