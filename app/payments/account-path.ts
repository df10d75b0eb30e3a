/** An owner's page about their payment account, where the onboarding leads back to. */
export const ACCOUNT_PATH = "/create-stripe-account";
