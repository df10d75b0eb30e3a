import { randomUUID } from "node:crypto";
import { trusted } from "mongoose";
import type { BrowserContext } from "playwright/test";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { todayInParis } from "~/platform/days";
import { RequestSession } from "~/platform/session.server";
import { createUser, createVenue } from "./fixtures";
import { PROVED } from "./members";
import { hashCheaply } from "./password-hash";
import { createAccount } from "./stripe-journeys";
import { sandboxClient } from "./stripe-sandbox";

/**
 * Accounts and venues of a browser test's own, put straight into the running stack's database, so
 * that no test depends on what another one, or a demo, leaves behind.
 */

export const PASSWORD = "Tilleuls-1911";
let passwordHash: Promise<string> | undefined;

/** A few letters that nothing else in the run has. */
export const unique = () => randomUUID().slice(0, 8);

/** The SDK, pointed at the stack's sandbox. */
export function stackStripe() {
  const url = process.env.E2E_SANDBOX_URL;
  if (!url) throw new Error("E2E_SANDBOX_URL is set by tests/support/global-setup");
  return sandboxClient(Number(new URL(url).port));
}

/** A verified account that opens with `PASSWORD` and has answered the cookie banner. */
export async function newAccount(fields: Partial<User> = {}): Promise<User> {
  const id = unique();
  passwordHash ??= hashCheaply(PASSWORD);
  return await createUser({
    tag: `camille-${id}`,
    email: `camille.${id}@exemple.fr`,
    passwordHash: await passwordHash,
    cookiesSet: false,
    cookiesSetOn: todayInParis(new Date()),
    createdAt: new Date("2024-03-09T10:00:00Z"),
    ...fields,
  });
}

/** An account whose payment account at the sandbox takes payments. */
export async function newOwner(fields: Partial<User> = {}): Promise<User> {
  const { id } = await createAccount(stackStripe());
  const switched = await fetch(`${process.env.E2E_SANDBOX_URL}/_sandbox/accounts/${id}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ state: "active" }),
  });
  if (!switched.ok) throw new Error(`The sandbox answered ${switched.status}`);
  return await newAccount({ accountId: id, stripeStats: "active", ...fields });
}

/** A venue at 480 € with five photos that exist; older than the demo's, so that it heads no list. */
export async function newVenue(
  owner: Pick<User, "_id">,
  fields: Partial<Venue> = {},
): Promise<Venue> {
  const model = await VenueModel.findOne({ "locationIMG.4": trusted({ $exists: true }) }).lean();
  if (!model) throw new Error("The demo has no venue with photos");
  return await createVenue(owner, {
    title: `Salle ${unique()}`,
    locationIMG: model.locationIMG.slice(0, 5),
    createdAt: new Date("2020-01-01T00:00:00Z"),
    city: `Montréal-${unique()}`,
    ...fields,
  });
}

/** Makes a browser someone's, without a login form: the limits on logins are the whole run's. */
export async function enterAs(
  context: BrowserContext,
  user: Pick<User, "_id">,
  proof: Partial<typeof PROVED> = PROVED,
): Promise<void> {
  let header = "";
  const session = new RequestSession(null, "playwright", (value) => (header = value));
  await session.start(user._id, proof);
  const [name = "", value = ""] = (header.split(";")[0] ?? "").split(/=(.*)/s);
  const url = process.env.E2E_APP_URL ?? "";
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
}

/** One of the demo's accounts. */
export async function demoAccount(email: string): Promise<User> {
  const user = await UserModel.findOne({ email }).lean();
  if (!user) throw new Error(`The demo has no ${email}`);
  return user;
}
