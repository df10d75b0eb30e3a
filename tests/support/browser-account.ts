import mongoose from "mongoose";
import type { Page } from "playwright/test";
import type { User } from "@models/user";
import { hashCheaply } from "./password-hash";

export const BROWSER_PASSWORD = "Tilleuls-1911";

/** What a browser test logs in with. */
export interface BrowserAccount {
  email: string;
  password: string;
}

/** The demo's account with this name before the @. */
export function demoAccount(name: string): BrowserAccount {
  return { email: `${name}@exemple.fr`, password: "demonstration" };
}

/** A verified account that no other test, project or run uses, in the running stack's database. */
export async function newBrowserAccount(fields: Partial<User> = {}): Promise<BrowserAccount> {
  const unique = crypto.randomUUID();
  const email = `camille.${unique}@exemple.fr`;
  const passwordHash = await hashCheaply(BROWSER_PASSWORD);
  await inDatabase((connection) =>
    connection.collection("users").insertOne({
      tag: `camille-${unique}`,
      name: "Camille",
      lastname: "Durand",
      email,
      passwordHash,
      type: "Entités privés",
      role: "Particulier",
      dateOfBirth: "1989-07-14",
      isAdmin: false,
      isVerified: true,
      cookiesSet: false,
      createdAt: new Date(),
      ...fields,
    }),
  );
  return { email, password: BROWSER_PASSWORD };
}

/** Does something in the running stack's database. */
async function inDatabase(work: (connection: mongoose.Connection) => Promise<unknown>) {
  const uri = process.env.E2E_MONGODB_URI;
  if (!uri) throw new Error("E2E_MONGODB_URI is set by tests/support/global-setup");
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}

/**
 * Logs in through the form. All browsers of a run come from one address, whose logins are limited
 * (30 in a quarter of an hour): the count begins again each time.
 */
export async function logInAs(page: Page, { email, password }: BrowserAccount): Promise<void> {
  await inDatabase((connection) => connection.collection("ratelimits").deleteMany({}));
  await page.goto("/connexion");
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByLabel("Mot de passe").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Connexion" }).click();
  await page.waitForURL("/");
}
