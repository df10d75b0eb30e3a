import { createHash } from "node:crypto";
import type { RequestHandler } from "express";
import helmet from "helmet";
import { env, isProduction } from "../env.server";
import { pageStyles, styleSheet } from "../web/style-sheet";

const styleHashes = [styleSheet, ...Object.values(pageStyles)].map(
  (style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
);

/**
 * Where a posted form may be redirected to, and on from there: browsers hold redirections to `form-action` too. The last
 * three are where Stripe's documentation has the links to an owner's account.
 */
const paymentPages = env.STRIPE_SANDBOX_URL
  ? [new URL(env.STRIPE_SANDBOX_URL).origin]
  : [
      ...["https://checkout.stripe.com", "https://hooks.stripe.com"],
      ...["https://connect.stripe.com", "https://stripe.com", "https://express.stripe.com"],
    ];

/** What every page allows (single ones more: page-policy.server.ts). No inline script at all; the inline styles are allowed by their hashes. */
export const POLICY: Record<string, string[]> = {
  "default-src": ["'self'"],
  "script-src": ["'self'"],
  "style-src": ["'self'", ...styleHashes],
  "img-src": ["'self'", "data:"],
  "connect-src": ["'self'"],
  "form-action": ["'self'", ...paymentPages],
  "frame-ancestors": ["'none'"],
  "base-uri": ["'none'"],
  "object-src": ["'none'"],
  ...(isProduction ? { "upgrade-insecure-requests": [] } : {}),
};

/** Security headers. In development Vite serves modules and styles its own way: no policy there. */
export function securityHeaders(development: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: development ? false : { useDefaults: false, directives: POLICY },
    // Of this host alone: what else stands under the domain is its owner's to say, and browsers would hold to it for two years.
    strictTransportSecurity: isProduction && { maxAge: 63_072_000, includeSubDomains: false },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  });
}
