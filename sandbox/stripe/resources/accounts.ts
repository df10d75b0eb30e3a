import type Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../core/context";
import { StripeProblem, invalidRequest, missing } from "../core/errors";
import { emit } from "../core/events";
import { bool, integer, list, metadata, oneOf, text, webUrl } from "../core/params";
import { route } from "../http/route";
import {
  buildAccount,
  capabilityOf,
  capabilityStatuses,
  withState,
  type AccountState,
} from "./account-object";

const LINK_SECONDS = 5 * 60;

/**
 * The connected account that a URL or a parameter names.
 * @throws StripeProblem 403 when its holder has cut the platform off, 404 or 400 when unknown
 */
export function findAccount(ctx: Context, id: string, param?: string): Stripe.Account {
  if (ctx.store.get(".revoked", id) !== undefined) {
    throw new StripeProblem(403, {
      type: "invalid_request_error",
      code: "account_invalid",
      message: `The provided key 'sk_test_****' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    });
  }
  const account = ctx.store.get("account", id);
  if (account === undefined)
    throw missing(param === undefined ? "account" : "destination", id, param);
  return account;
}

/**
 * Makes sure that money can be sent on to an account.
 * @throws StripeProblem 400 when the account is unknown or its transfers are not active
 */
export function requireTransfers(ctx: Context, destination: string, param: string): void {
  const account = findAccount(ctx, destination, param);
  if (account.capabilities?.transfers === "active") return;
  throw invalidRequest(
    "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
    { code: "insufficient_capabilities_for_transfer", param },
  );
}

/** Moves an account to a state and tells the platform, as when Stripe has looked at it again. */
export function setAccountState(ctx: Context, id: string, state: AccountState): Stripe.Account {
  const before = findAccount(ctx, id);
  const account = ctx.store.put("account", withState(before, state));
  emit(ctx, "account.updated", account, {
    account: id,
    previous: {
      charges_enabled: before.charges_enabled,
      details_submitted: before.details_submitted,
      payouts_enabled: before.payouts_enabled,
    },
  });
  for (const [name, status] of capabilityStatuses(before)) {
    const capability = capabilityOf(account, name);
    if (capability.status !== status) {
      emit(ctx, "capability.updated", capability, { account: id, previous: { status } });
    }
  }
  return account;
}

/** What happens when the holder of an account removes the platform from it. */
export function revokeAccount(ctx: Context, id: string): void {
  findAccount(ctx, id);
  ctx.store.put(".revoked", { id });
  const application = { id: "ca_sandbox", object: "application", name: "Place de marché" };
  emit(ctx, "account.application.deauthorized", application, { account: id });
}

const capability = z.object({ requested: bool }).strict();

const createParams = z
  .object({
    country: oneOf("FR").optional(),
    email: text.optional(),
    controller: z
      .object({
        fees: z.object({ payer: oneOf("application") }).strict(),
        losses: z.object({ payments: oneOf("application") }).strict(),
        stripe_dashboard: z.object({ type: oneOf("express") }).strict(),
        requirement_collection: oneOf("stripe").optional(),
      })
      .strict(),
    capabilities: z
      .object({ transfers: capability, card_payments: capability.optional() })
      .strict(),
    business_profile: z
      .object({ mcc: text.optional(), product_description: text.optional() })
      .strict()
      .optional(),
    metadata: metadata.optional(),
  })
  .strict();

const WORKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const;
const weekday = oneOf(...WORKDAYS, "saturday", "sunday");
const monthday = integer.pipe(z.number().min(1).max(31));

const schedule = z
  .object({
    interval: oneOf("daily", "manual", "weekly", "monthly"),
    weekly_anchor: weekday.optional(),
    weekly_payout_days: list(oneOf(...WORKDAYS)).optional(),
    monthly_anchor: monthday.optional(),
    monthly_payout_days: list(monthday).optional(),
  })
  .strict()
  .superRefine(({ interval, ...days }, ctx) => {
    // Of the days those of the interval, as one or as several.
    const given = Object.keys(days).filter((name) => days[name as keyof typeof days] !== undefined);
    const isOf = given.every((name) => name.startsWith(interval));
    const isNeeded = interval === "weekly" || interval === "monthly";
    if (isOf && given.length === (isNeeded ? 1 : 0)) return;
    ctx.addIssue({ code: "custom", message: `Days that are not those of a schedule: ${interval}` });
  });

const updateParams = z
  .object({
    email: text.optional(),
    metadata: metadata.optional(),
    settings: z
      .object({ payouts: z.object({ schedule }).strict() })
      .strict()
      .optional(),
  })
  .strict();

/** The same account, paid out by itself on the days that are asked for, or by hand alone. */
function withSchedule(
  account: Stripe.Account,
  asked: z.output<typeof schedule> | undefined,
): Stripe.Account {
  const { payouts } = account.settings ?? {};
  if (!asked || !payouts) return account;
  const { delay_days } = payouts.schedule;
  const changed = { ...payouts, schedule: { delay_days, ...asked } };
  return { ...account, settings: { ...account.settings!, payouts: changed } };
}

const linkParams = z
  .object({
    account: text,
    type: oneOf("account_onboarding"),
    return_url: webUrl,
    refresh_url: webUrl,
    collection_options: z
      .object({
        fields: oneOf("currently_due", "eventually_due").optional(),
        future_requirements: oneOf("include", "omit").optional(),
      })
      .strict()
      .optional(),
  })
  .strict();

export const accountRoutes = [
  route("POST", "/v1/accounts", createParams, (ctx, input) =>
    ctx.store.put(
      "account",
      buildAccount({
        id: ctx.ids("acct", 16),
        created: ctx.clock.now(),
        email: input.email,
        country: input.country,
        capabilities: Object.entries(input.capabilities)
          .filter(([, asked]) => asked?.requested === true)
          .map(([name]) => name),
        business: input.business_profile,
        metadata: input.metadata,
      }),
    ),
  ),
  route("POST", "/v1/accounts/:id", updateParams, (ctx, input, id) => {
    const account = findAccount(ctx, id);
    return ctx.store.put("account", {
      ...withSchedule(account, input.settings?.payouts.schedule),
      email: input.email ?? account.email,
      metadata: { ...account.metadata, ...input.metadata },
    });
  }),
  route("GET", "/v1/accounts/:id", z.object({}).strict(), (ctx, _input, id) =>
    findAccount(ctx, id),
  ),
  route("POST", "/v1/account_links", linkParams, (ctx, input) => {
    const account = findAccount(ctx, input.account, "account");
    const created = ctx.clock.now();
    const link = ctx.store.put(".link", {
      id: ctx.ids("link", 32),
      account: account.id,
      expiresAt: created + LINK_SECONDS,
      used: false,
      returnUrl: input.return_url,
      refreshUrl: input.refresh_url,
    });
    return {
      object: "account_link",
      created,
      expires_at: link.expiresAt,
      url: `${ctx.publicUrl}/connect/${account.id}?link=${link.id}`,
    } satisfies Stripe.AccountLink;
  }),
  route("POST", "/v1/accounts/:id/login_links", z.object({}).strict(), (ctx, _input, id) => {
    const account = findAccount(ctx, id);
    if (!account.details_submitted) {
      throw invalidRequest(
        "Cannot create a login link for an account that has not completed onboarding.",
      );
    }
    return {
      object: "login_link",
      created: ctx.clock.now(),
      url: `${ctx.publicUrl}/express/${account.id}`,
    } satisfies Stripe.LoginLink;
  }),
];
