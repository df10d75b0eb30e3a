import { createCookie, type Cookie } from "@remix-run/node";
import { env, isProduction } from "./env.server";

/**
 * A cookie of ours alone: signed, out of scripts' reach, sent back to this host only.
 *
 * @param maxAge seconds
 * @param path where it is sent; what a browser carries everywhere keeps it from the kept pages
 */
export function signedCookie(name: string, maxAge: number, path = "/"): Cookie {
  const prefix = path === "/" ? "__Host-" : "__Secure-";
  return createCookie(isProduction ? prefix + name : name, {
    httpOnly: true,
    sameSite: "lax",
    secure: isProduction,
    path,
    maxAge,
    secrets: env.SESSION_SECRET,
  });
}
