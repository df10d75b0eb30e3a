/** How far back any comparison of the ledger with Stripe's books goes. */
export const MOST_DAYS = 180;
