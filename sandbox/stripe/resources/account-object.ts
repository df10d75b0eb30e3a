import type Stripe from "stripe";

/** How far an account has come with Stripe. */
export type AccountState = "new" | "pending" | "verifying" | "reviewed" | "active" | "restricted";

export interface AccountFields {
  id: string;
  created: number;
  email?: string | undefined;
  country?: string | undefined;
  state?: AccountState | undefined;
  /** Names of the capabilities that were asked for; `transfers` when left out. */
  capabilities?: string[] | undefined;
  /** What it sells; the onboarding asks for a website where it is not told. */
  business?: { mcc?: string | undefined; product_description?: string | undefined } | undefined;
  metadata?: Record<string, string> | undefined;
}

const WEBSITE = "business_profile.url";
const BEFORE_ONBOARDING = [
  WEBSITE,
  "external_account",
  "individual.first_name",
  "individual.last_name",
  "tos_acceptance.date",
  "tos_acceptance.ip",
];
const DOCUMENT = ["individual.verification.document"];

/** What is still asked for, and whether money can move, in each state. */
const STATES = {
  new: { due: BEFORE_ONBOARDING, disabled: "requirements.past_due", submitted: false },
  pending: { due: DOCUMENT, disabled: "requirements.past_due", submitted: true },
  // All is told, and Stripe looks at it.
  verifying: { due: [], disabled: "requirements.pending_verification", submitted: true },
  // It looks at the account itself.
  reviewed: { due: [], disabled: "under_review", submitted: true },
  active: { due: [], disabled: null, submitted: true },
  restricted: { due: DOCUMENT, disabled: "requirements.past_due", submitted: true },
} as const satisfies Record<
  AccountState,
  { due: string[]; disabled: string | null; submitted: boolean }
>;

const NO_REQUIREMENTS: Stripe.Account.FutureRequirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
};

/** The capabilities that were asked for, by name, and how each stands. */
export function capabilityStatuses(account: Stripe.Account): [string, string][] {
  return Object.entries(account.capabilities ?? {}) as [string, string][];
}

/** The same account, with everything that its state decides. */
export function withState(account: Stripe.Account, state: AccountState): Stripe.Account {
  const { disabled, submitted } = STATES[state];
  const isDescribed = Boolean(account.business_profile?.product_description);
  const due = STATES[state].due.filter((name) => !(isDescribed && name === WEBSITE));
  const active = state === "active";
  const capabilities = Object.fromEntries(
    capabilityStatuses(account).map(([name]) => [name, active ? "active" : "inactive"]),
  );
  return {
    ...account,
    capabilities,
    // Charges of its own: what is sent on to it asks for none of them, and Stripe tells the two apart.
    charges_enabled: active && "card_payments" in capabilities,
    payouts_enabled: active,
    details_submitted: submitted,
    requirements: {
      ...NO_REQUIREMENTS,
      currently_due: [...due],
      disabled_reason: disabled,
      eventually_due: [...due],
      past_due: [...due],
      pending_verification: state === "verifying" ? [...DOCUMENT] : [],
    },
  };
}

/** A whole connected account object, ready to be stored or imported. */
export function buildAccount(fields: AccountFields): Stripe.Account {
  const names = fields.capabilities ?? ["transfers"];
  const account: Stripe.Account = {
    id: fields.id,
    object: "account",
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: fields.business?.mcc ?? null,
      minority_owned_business_designation: null,
      name: null,
      product_description: fields.business?.product_description ?? null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities: Object.fromEntries(names.map((name) => [name, "inactive"])),
    charges_enabled: false,
    controller: {
      fees: { payer: "application" },
      is_controller: true,
      losses: { payments: "application" },
      requirement_collection: "stripe",
      stripe_dashboard: { type: "express" },
      type: "application",
    },
    country: fields.country ?? "FR",
    created: fields.created,
    default_currency: "eur",
    details_submitted: false,
    email: fields.email ?? null,
    external_accounts: {
      object: "list",
      data: [],
      has_more: false,
      url: `/v1/accounts/${fields.id}/external_accounts`,
    },
    future_requirements: NO_REQUIREMENTS,
    groups: { payments_pricing: null },
    metadata: fields.metadata ?? {},
    payouts_enabled: false,
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: null, timezone: "Europe/Paris" },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 7, interval: "daily" },
        statement_descriptor: null,
      },
    },
    tos_acceptance: { date: null },
    type: "none",
  };
  return withState(account, fields.state ?? "new");
}

/** The capability object that `capability.updated` speaks of. */
export function capabilityOf(account: Stripe.Account, name: string): Stripe.Capability {
  const requirements = account.requirements;
  const status = capabilityStatuses(account).find(([key]) => key === name)?.[1];
  return {
    id: name,
    object: "capability",
    account: account.id,
    requested: status !== undefined,
    requested_at: account.created ?? null,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: requirements?.currently_due ?? [],
      disabled_reason: requirements?.disabled_reason ?? null,
      errors: [],
      eventually_due: requirements?.eventually_due ?? [],
      past_due: requirements?.past_due ?? [],
      pending_verification: requirements?.pending_verification ?? [],
    },
    status: status ?? "unrequested",
  };
}
