import type { RequestHandler, Response } from "express";
import helmet from "helmet";
import { env } from "../env.server";
import { stripeJs } from "../stripe-js";
import { POLICY } from "./security-headers.server";

/** Hosts by the directive that they are added to. */
type Additions = Readonly<Record<string, readonly string[]>>;

/**
 * The pages that pay by card in the page, and the catalogue that shows how, by their pattern in app/routes.ts, as all
 * below.
 */
const CARD_FORM_PAGES = ["reservation/:id/paiement", "testpage"];

/** The pages with a search for an address. */
const ADDRESS_PAGES = [
  ...["inscription", "inscription-c", "inscription-master", "inscription-c-master"],
  ...["profil", "profil/location/:id", "ajouter-location"],
  ...["user", "user-c", "master", "master-c"].map((kind) => `admin/create-account/${kind}`),
];

/** The pages with a map. */
const MAP_PAGES = ["reservation/carte", "reservation/:id/carte"];

/** What the maps provider's search for addresses comes from and asks. */
const ADDRESSES: Additions = {
  "script-src": ["https://maps.googleapis.com"],
  "img-src": ["https://maps.googleapis.com", "https://maps.gstatic.com"],
  "connect-src": ["https://maps.googleapis.com", "https://places.googleapis.com"],
};

/** What its maps do beside: pictures of the ground, and letters and style elements of their own. */
const MAPS: Additions = {
  "script-src": ["https://maps.googleapis.com"],
  "img-src": ["https://*.googleapis.com", "https://*.gstatic.com"],
  "connect-src": ["https://*.googleapis.com"],
  "font-src": ["https://fonts.gstatic.com"],
};

/** A hash in it would make browsers pass over 'unsafe-inline'. */
const STYLE_OF_MAPS = ["'self'", "'unsafe-inline'", "https://fonts.googleapis.com"];

/**
 * Opens the policy to the outside services of a page, on that page alone: Stripe's where a card is typed, the
 * maps provider's where an address is searched or a map shown, and this only with a key of theirs.
 *
 * @param patternOf the pattern of the page that will answer
 */
export function pagePolicy(patternOf: (response: Response) => string): RequestHandler {
  const policies = new Map<string, RequestHandler>();
  const stripe = stripeJs(env);
  if (stripe) for (const page of CARD_FORM_PAGES) policies.set(page, cardFormPolicy(stripe.policy));
  if (env.GOOGLE_MAPS_API_KEY) {
    for (const page of ADDRESS_PAGES) policies.set(page, policyWith(ADDRESSES));
    for (const page of MAP_PAGES)
      policies.set(page, policyWith(MAPS, { "style-src": STYLE_OF_MAPS }));
  }
  return (request, response, next) => {
    const policy = policies.get(patternOf(response));
    if (policy) policy(request, response, next);
    else next();
  };
}

/** Wallets ask in windows of their own, which have to be able to tell the page that opened them what was said. */
function cardFormPolicy(additions: Additions): RequestHandler {
  const contents = policyWith(additions);
  const windows = helmet.crossOriginOpenerPolicy({ policy: "same-origin-allow-popups" });
  return (request, response, next) => {
    windows(request, response, () => contents(request, response, next));
  };
}

function policyWith(additions: Additions, instead: Record<string, string[]> = {}): RequestHandler {
  const directives = { ...POLICY, ...instead };
  for (const [name, hosts] of Object.entries(additions)) {
    directives[name] = [...(POLICY[name] ?? ["'self'"]), ...hosts];
  }
  return helmet.contentSecurityPolicy({ useDefaults: false, directives });
}
