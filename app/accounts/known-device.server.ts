import { createHmac } from "node:crypto";
import { env } from "~/platform/env.server";
import { signedCookie } from "~/platform/signed-cookie.server";
import { makeToken } from "./secrets.server";

/**
 * A browser that has logged in before: wrong passwords are counted there by themselves, so that a
 * stranger's, wherever they come from, do not lock an account's holder out of their own devices (OWASP's
 * device cookies). It proves nothing else: the password is still asked for.
 */
interface Device {
  key: string;
  /** Keyed hashes of the addresses that have logged in here, the last one first. */
  accounts: string[];
}

const YEAR_SECONDS = 365 * 24 * 3_600;
/** People who share a computer. */
const MOST_ACCOUNTS = 3;

/** Sent with the login's form alone. */
const cookie = signedCookie("device", YEAR_SECONDS, "/connexion");

/** What counts the tries of this account on this device; null on one that never logged in to it. */
export async function knownDevice(request: Request, email: string): Promise<string | null> {
  const device = await readDevice(request);
  if (!device) return null;
  const account = accountOn(device.key, email);
  return device.accounts.includes(account) ? account : null;
}

/** The `Set-Cookie` of a browser that has just logged in to an account. */
export async function rememberDevice(request: Request, email: string): Promise<string> {
  const { key, accounts } = (await readDevice(request)) ?? { key: makeToken(), accounts: [] };
  const account = accountOn(key, email);
  const others = accounts.filter((other) => other !== account);
  const device: Device = { key, accounts: [account, ...others].slice(0, MOST_ACCOUNTS) };
  return await cookie.serialize(device);
}

async function readDevice(request: Request): Promise<Device | null> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  return isDevice(value) ? value : null;
}

function isDevice(value: unknown): value is Device {
  if (value === null || typeof value !== "object") return false;
  const { key, accounts } = value as Partial<Record<keyof Device, unknown>>;
  return typeof key === "string" && Array.isArray(accounts);
}

/** Of the pair, so that neither the cookie nor the count tells an address. */
function accountOn(key: string, email: string): string {
  return createHmac("sha256", env.SESSION_SECRET)
    .update(`device\n${key}\n${email}`)
    .digest("hex")
    .slice(0, 32);
}
