import { keyedHashes } from "~/platform/keyed-hash.server";
import { signedCookie } from "~/platform/signed-cookie.server";
import { makeToken } from "~/platform/token.server";

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

/**
 * Sent where somebody logs in or proves an address, and nowhere else: with every request it would keep pages from being
 * the same for everybody. Each path has a copy, since a browser gives another path's to nobody: written anew
 * without having been read it would forget the others who share the computer.
 */
const COPIES = ["/connexion", "/verification-email", "/api/auth"].map((path) =>
  signedCookie("device", YEAR_SECONDS, path),
);
/** All have one name and one form, and a request brings one of them. */
const [cookie] = COPIES as [(typeof COPIES)[number]];

/** What counts the tries of this account on this device; null on one that never logged in to it. */
export async function knownDevice(request: Request, email: string): Promise<string | null> {
  const device = await readDevice(request);
  if (!device) return null;
  return namesOf(device.key, email).find((name) => device.accounts.includes(name)) ?? null;
}

/** The `Set-Cookie`s of a browser that has just logged in to an account. */
export async function rememberDevice(request: Request, email: string): Promise<string[]> {
  const { key, accounts } = (await readDevice(request)) ?? { key: makeToken(), accounts: [] };
  const names = namesOf(key, email);
  const others = accounts.filter((other) => !names.includes(other));
  const device: Device = { key, accounts: [names[0]!, ...others].slice(0, MOST_ACCOUNTS) };
  return await Promise.all(COPIES.map((copy) => copy.serialize(device)));
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

/** What an account is called on a device, by each secret: of the pair, so that neither cookie nor count tells an address. */
function namesOf(key: string, email: string): string[] {
  return keyedHashes("device", `${key}\n${email}`).map((hash) => hash.toString("hex", 0, 16));
}
