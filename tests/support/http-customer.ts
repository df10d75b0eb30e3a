import type { User } from "@models/user";
import { createUser } from "./fixtures";
import { hashCheaply } from "./password-hash";

const PASSWORD = "Tilleuls-1911";
/** Longer than any answer of the product may take. */
const PATIENCE_MS = 30_000;
let passwordHash: Promise<string> | undefined;
let customers = 0;

export interface Answer {
  status: number;
  location: string | null;
  text: string;
}

/**
 * A customer with a browser that has no JavaScript, who speaks HTTP to a running web process. Keeps
 * cookies and follows no redirect. A connection that is cut rejects.
 */
export class HttpCustomer {
  #cookies = new Map<string, string>();
  #address: string;

  constructor(
    private readonly appUrl: string,
    readonly user: User,
  ) {
    customers += 1;
    this.#address = `198.51.${Math.floor(customers / 250)}.${(customers % 250) + 1}`;
  }

  /** The same browser, whose requests another process answers, as a balancer has it. */
  at(appUrl: string): HttpCustomer {
    const same = new HttpCustomer(appUrl, this.user);
    same.#cookies = this.#cookies;
    same.#address = this.#address;
    return same;
  }

  get id(): string {
    return this.user._id.toString();
  }

  async get(path: string): Promise<Answer> {
    return await this.#send(path, { method: "GET" });
  }

  /** Sends a form. */
  async post(path: string, fields: Record<string, string>): Promise<Answer> {
    return await this.#send(path, { method: "POST", body: new URLSearchParams(fields) });
  }

  async postJson(path: string, body: unknown): Promise<Answer> {
    return await this.#send(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  }

  /** Logs in with the form. */
  async login(): Promise<void> {
    const form = { email: this.user.email, password: PASSWORD };
    const { status, text } = await this.post("/connexion", form);
    if (status !== 303) throw new Error(`The login was answered ${status}\n${text}`);
  }

  /** The cookies, as a request carries them. */
  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(new URL(path, this.appUrl), {
      ...init,
      headers: {
        ...init.headers,
        cookie: this.cookieHeader,
        // Counts where the stack trusts a proxy: not everybody here shares one address then.
        "x-forwarded-for": this.#address,
      },
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      this.#cookies.set(name, value);
    }
    const location = response.headers.get("location");
    return { status: response.status, location, text: await response.text() };
  }
}

/** A verified account whose owner has just logged in with the form. */
export async function httpCustomer(
  appUrl: string,
  fields: Partial<User> = {},
): Promise<HttpCustomer> {
  passwordHash ??= hashCheaply(PASSWORD);
  const user = await createUser({ passwordHash: await passwordHash, ...fields });
  const customer = new HttpCustomer(appUrl, user);
  await customer.login();
  return customer;
}
