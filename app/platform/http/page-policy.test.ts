import type { Request, Response } from "express";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterAll, beforeAll, expect, it } from "vitest";
import routes from "~/routes";
import { env } from "../env.server";
import { pagePolicy } from "./page-policy.server";
import { POLICY } from "./security-headers.server";

/** Which page of the product is opened to which hosts of others, and to nothing more. */

const before = { ...env };
beforeAll(() => {
  env.STRIPE_PUBLISHABLE_KEY = "pk_live_x";
  delete env.STRIPE_SANDBOX_URL;
  env.GOOGLE_MAPS_API_KEY = "key";
});
afterAll(() => {
  Object.assign(env, before);
});

const patternsOf = (entries: readonly RouteConfigEntry[], above = ""): string[] =>
  entries.flatMap(({ path, children }) => {
    const pattern = [above, path].filter(Boolean).join("/");
    return [pattern, ...patternsOf(children ?? [], pattern)];
  });
const patterns = [...new Set(patternsOf(routes))];

/** What a page's policy has that all pages' has not, by directive; undefined where it has none of its own. */
function added(policy: ReturnType<typeof pagePolicy>): string[] | undefined {
  let header = "";
  const response = {
    setHeader: (_name: string, value: string) => (header = value),
    removeHeader: () => undefined,
  } as unknown as Response;
  policy({} as Request, response, () => undefined);
  if (header === "") return undefined;
  const told = header.split(";").map((directive) => {
    const [name = "", ...hosts] = directive.split(" ");
    const more = hosts.filter((host) => !(POLICY[name] ?? []).includes(host));
    return [name, ...more].join(" ");
  });
  // All that others have stays, but the hashes of styles where these may be any.
  const kept = Object.keys(POLICY).filter((name) => told.some((one) => one.split(" ")[0] === name));
  expect(kept).toEqual(Object.keys(POLICY));
  return told.filter((directive) => directive.includes(" "));
}

const opened = () =>
  Object.fromEntries(
    patterns.flatMap((pattern) => {
      const more = added(pagePolicy(() => pattern));
      return more ? [[pattern, more]] : [];
    }),
  );

const stripe = [
  "script-src https://js.stripe.com https://*.js.stripe.com",
  "img-src https://*.link.com",
  "connect-src https://api.stripe.com https://link.com https://*.link.com",
  "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://link.com https://*.link.com",
];
const addresses = [
  "script-src https://maps.googleapis.com",
  "img-src https://maps.googleapis.com https://maps.gstatic.com",
  "connect-src https://maps.googleapis.com https://places.googleapis.com",
];
const maps = [
  "script-src https://maps.googleapis.com",
  "style-src 'unsafe-inline' https://fonts.googleapis.com",
  "img-src https://*.googleapis.com https://*.gstatic.com",
  "connect-src https://*.googleapis.com",
  "font-src 'self' https://fonts.gstatic.com",
];

it("where cards are typed, wallets may open windows that tell the page what was said in them", () => {
  const openerPolicy = (pattern: string) => {
    const headers = new Map<string, string>();
    const response = {
      setHeader: (name: string, value: string) => headers.set(name, value),
      removeHeader: () => undefined,
    } as unknown as Response;
    pagePolicy(() => pattern)({} as Request, response, () => undefined);
    return headers.get("Cross-Origin-Opener-Policy");
  };
  const told = patterns.filter((pattern) => openerPolicy(pattern));
  expect(told.sort()).toEqual(["reservation/:id/paiement", "testpage"]);
  for (const pattern of told) expect(openerPolicy(pattern)).toBe("same-origin-allow-popups");
});

it("cards are typed, addresses searched and maps shown on these pages alone", () => {
  expect(opened()).toEqual({
    ...{ "reservation/:id/paiement": stripe, testpage: stripe },
    ...{ "reservation/carte": maps, "reservation/:id/carte": maps },
    ...{ inscription: addresses, "inscription-c": addresses },
    ...{ "inscription-master": addresses, "inscription-c-master": addresses },
    ...{ profil: addresses, "profil/location/:id": addresses, "ajouter-location": addresses },
    ...{ "admin/create-account/user": addresses, "admin/create-account/user-c": addresses },
    ...{ "admin/create-account/master": addresses, "admin/create-account/master-c": addresses },
  });
});

it("without keys of theirs nothing is opened", () => {
  delete env.GOOGLE_MAPS_API_KEY;
  expect(Object.values(opened())).toEqual([stripe, stripe]);
  delete env.STRIPE_PUBLISHABLE_KEY;
  expect(opened()).toEqual({});
});
