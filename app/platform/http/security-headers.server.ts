import { createHash } from "node:crypto";
import type { RequestHandler, Response } from "express";
import helmet from "helmet";
import { env, isProduction } from "../env.server";
import { stripeJs } from "../stripe-js";
import { pageStyles, styleSheet } from "../web/style-sheet";

const styleHashes = [styleSheet, ...Object.values(pageStyles)].map(
  (style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
);

/** Where a posted form may be redirected to: browsers hold redirections to `form-action` too. */
const paymentPages = env.STRIPE_SANDBOX_URL
  ? [new URL(env.STRIPE_SANDBOX_URL).origin]
  : ["https://checkout.stripe.com", "https://connect.stripe.com", "https://hooks.stripe.com"];

/** Where the maps provider's script comes from, and what it asks; only with a key of theirs. */
const maps = env.GOOGLE_MAPS_API_KEY
  ? {
      scripts: ["https://maps.googleapis.com"],
      images: ["https://maps.googleapis.com", "https://maps.gstatic.com"],
      connections: ["https://maps.googleapis.com", "https://places.googleapis.com"],
    }
  : { scripts: [], images: [], connections: [] };

/** What every page allows. No inline script at all; the inline styles are allowed by their hashes. */
const POLICY: Record<string, string[]> = {
  "default-src": ["'self'"],
  "script-src": ["'self'", ...maps.scripts],
  "style-src": ["'self'", ...styleHashes],
  "img-src": ["'self'", "data:", ...maps.images],
  "connect-src": ["'self'", ...maps.connections],
  "form-action": ["'self'", ...paymentPages],
  "frame-ancestors": ["'none'"],
  "base-uri": ["'none'"],
  "object-src": ["'none'"],
  ...(isProduction ? { "upgrade-insecure-requests": [] } : {}),
};

/** The pages that pay by card in the page, by their pattern in app/routes.ts. */
const CARD_FORM_PAGES: ReadonlySet<string> = new Set(["reservation/:id/paiement"]);

/** Security headers. In development Vite serves modules and styles its own way: no policy there. */
export function securityHeaders(development: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: development ? false : { useDefaults: false, directives: POLICY },
    strictTransportSecurity: isProduction ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  });
}

/**
 * Opens the policy to Stripe's script, on the pages with the card form alone.
 *
 * @param patternOf the pattern of the page that will answer
 */
export function cardFormPolicy(patternOf: (response: Response) => string): RequestHandler {
  const stripe = stripeJs(env);
  if (!stripe) return (_request, _response, next) => next();
  const directives = { ...POLICY };
  for (const [name, hosts] of Object.entries(stripe.policy)) {
    directives[name] = [...(POLICY[name] ?? ["'self'"]), ...hosts];
  }
  const open = helmet.contentSecurityPolicy({ useDefaults: false, directives });
  return (request, response, next) => {
    if (CARD_FORM_PAGES.has(patternOf(response))) open(request, response, next);
    else next();
  };
}
