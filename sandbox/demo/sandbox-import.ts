import type { PaidIntent } from "@sandbox/stripe/paid-intent";
import { buildAccount } from "@sandbox/stripe/resources/account-object";
import { buildCustomer } from "@sandbox/stripe/resources/customers";
import type { StripeStatus } from "@models/enumerations";
import type { User } from "@models/user";
import { logger } from "~/platform/log.server";

/** Objects sent at once, so that no request grows large. */
const AT_ONCE = 100;
const TIMEOUT_MS = 15_000;

/** How far an account has come at the provider, for each status that the product tells apart. */
const ACCOUNT_STATES = {
  pending: "new",
  active: "active",
  restricted: "restricted",
} as const satisfies Record<StripeStatus, string>;

type ImportedObject =
  | PaidIntent["objects"][number]
  | ReturnType<typeof buildAccount>
  | ReturnType<typeof buildCustomer>;

/** The connected account of an owner, or the customer that a buyer is, at the payment provider. */
export function paymentObjectsOf(user: User): ImportedObject[] {
  const created = Math.floor(user.createdAt.getTime() / 1000);
  const objects: ImportedObject[] = [];
  const metadata = { user: user._id.toHexString() };
  if (user.accountId) {
    const { accountId: id, email } = user;
    const state = ACCOUNT_STATES[user.stripeStats ?? "pending"];
    objects.push(buildAccount({ id, created, email, state, metadata }));
  }
  if (user.stripeCustomerId) {
    const { stripeCustomerId: id, email } = user;
    const name = `${user.name} ${user.lastname}`;
    objects.push(buildCustomer({ id, created, email, name, metadata }));
  }
  return objects;
}

/**
 * Makes the Stripe sandbox know the demo's accounts and payments, so that they can be refunded and
 * cancelled like any other. Without a sandbox this says so in the log and does nothing else.
 *
 * @throws Error when the sandbox is there and refuses
 */
export async function importIntoSandbox(
  objects: readonly ImportedObject[],
  sandboxUrl: string | undefined,
): Promise<void> {
  if (!sandboxUrl) {
    logger.info("no Stripe sandbox: the demo's payments are in the books alone");
    return;
  }
  for (let start = 0; start < objects.length; start += AT_ONCE) {
    const response = await fetch(new URL("/_sandbox/import", sandboxUrl), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ objects: objects.slice(start, start + AT_ONCE) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      throw new Error(
        `The Stripe sandbox refused the demo: ${response.status} ${await response.text()}`,
      );
    }
  }
}
