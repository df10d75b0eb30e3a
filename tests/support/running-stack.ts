import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import mongoose from "mongoose";
import { afterAll, beforeAll } from "vitest";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { SANDBOX_CREDENTIALS } from "../../scripts/lib/stripe-sandbox.mjs";
import { createUser, createVenue } from "./fixtures";
import { hashCheaply } from "./password-hash";
import { startTestStack, type Stack } from "./stack";
import { createAccount } from "./stripe-journeys";
import { sandboxClient, type SandboxState } from "./stripe-sandbox";

/**
 * The built product, running, for tests that end its programs; the jobs in a process of their own when
 * TEST_JOBS_APART is set. Each customer has an address of their own (`HttpCustomer`). Import this first in a test file: use
 * cases that the test calls itself read the environment once, and are to meet the same database and
 * sandbox as the web process.
 */
export const stack: Stack = await startTestStack({
  worker: process.env.TEST_JOBS_APART !== undefined,
  env: { LOG_LEVEL: "warn", TRUST_PROXY: "1", PAYMENT_PATIENCE_MS: "5000" },
});
process.env.MONGODB_URI = stack.mongoUri;
Object.assign(process.env, SANDBOX_CREDENTIALS, { STRIPE_SANDBOX_URL: stack.sandboxUrl });

// Not through the product's own module, which would read the environment too early.
beforeAll(async () => void (await mongoose.connect(stack.mongoUri, { autoIndex: false })));
afterAll(async () => {
  await mongoose.disconnect();
  await stack.stop();
});

/** The web process. */
export const web = stack.web!;

/** What the web process has logged that nobody expected: the story of every 500. */
export async function unexpectedErrors(): Promise<string[]> {
  const log = await readFile(web.logFile, "utf8");
  return log.split("\n").filter((line) => line.includes('"unexpected error"'));
}

/** The SDK, pointed at the stack's sandbox. */
export const stripe = sandboxClient(Number(new URL(stack.sandboxUrl!).port));

/** Turns one of the sandbox's switches, as `sandbox/stripe/controls.ts` lists them. */
export async function control(name: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${stack.sandboxUrl}/_sandbox/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${name}`);
}

export async function sandboxState(): Promise<SandboxState> {
  return (await (await fetch(`${stack.sandboxUrl}/_sandbox/state`)).json()) as SandboxState;
}

/** What makes a user an owner who can be paid. */
export async function payable(): Promise<Partial<User>> {
  const { id } = await createAccount(stripe);
  await control(`accounts/${id}`, { state: "active" });
  return { accountId: id, stripeStats: "active" };
}

/** A venue at 480 € a day of an owner who can be paid. */
export async function createOpenVenue(): Promise<Venue> {
  // Whoever tries to log in to it is refused, as of any account: what `createUser` makes up is no hash that can be read.
  const passwordHash = await hashCheaply(randomUUID());
  return await createVenue(await createUser({ passwordHash, ...(await payable()) }));
}

/**
 * Asks again until the answer is there.
 *
 * @param what for the error, when it is not there in time
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | null | undefined>,
  timeoutMs = 120_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Not in ${timeoutMs} ms: ${what}`);
}
