import { createCookie, type Cookie } from "@remix-run/node";
import { env, isProduction } from "./env.server";

/**
 * A cookie of ours alone: signed, out of scripts' reach, sent back to this host only.
 *
 * @param maxAge seconds
 */
export function signedCookie(name: string, maxAge: number): Cookie {
  return createCookie(isProduction ? `__Host-${name}` : name, {
    httpOnly: true,
    sameSite: "lax",
    secure: isProduction,
    path: "/",
    maxAge,
    secrets: [env.SESSION_SECRET],
  });
}
