import { createHash } from "node:crypto";
import type { RequestHandler } from "express";
import helmet from "helmet";
import { env, isProduction } from "../env.server";
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

/**
 * Security headers. No inline script at all; the inline styles are allowed by their hashes. In
 * development Vite serves modules and styles its own way, so there the policy is left out.
 */
export function securityHeaders(development: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: development
      ? false
      : {
          useDefaults: false,
          directives: {
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
          },
        },
    strictTransportSecurity: isProduction ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  });
}
