import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { productionSign } from "./lib/production.mjs";
import { UserError, quietLog } from "./lib/log.mjs";
import { startStack } from "./stack.mjs";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "stack-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const start = (env: Record<string, string>): Promise<unknown> =>
  startStack({ mode: "demo", dataDir, log: quietLog(), seed: true, env }).catch(
    (error: unknown) => error,
  );

describe("the demo, where the environment is a production's", () => {
  it.each([
    ["APP_MODE", { APP_MODE: "production" }],
    ["NODE_ENV", { APP_MODE: "", NODE_ENV: "production" }],
    ["STRIPE_SECRET_KEY", { APP_MODE: "demo", STRIPE_SECRET_KEY: "sk_live_1" }],
    ["STRIPE_SECRET_KEY", { APP_MODE: "", STRIPE_SECRET_KEY: "rk_live_1" }],
    ["STRIPE_PUBLISHABLE_KEY", { APP_MODE: "", STRIPE_PUBLISHABLE_KEY: "pk_live_1" }],
  ])("does not start, and names %s: %o", async (name, env) => {
    const refused = await start({ MONGODB_URI: "mongodb://127.0.0.1:1/x", ...env });
    expect(refused).toBeInstanceOf(UserError);
    expect((refused as Error).message).toContain(`${name}=`);
    expect((refused as Error).message).toContain("npm run web");
    // No value: it may be a secret.
    expect((refused as Error).message).not.toContain("live_1");
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each([
    {},
    { APP_MODE: "", NODE_ENV: "development" },
    { APP_MODE: "demo", NODE_ENV: "production" },
    // A real database of their own, mails and keys for tests are a demo's still.
    { MONGODB_URI: "mongodb+srv://u:p@cluster.example/demo", SMTP_URL: "smtp://mail.example" },
    { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
  ])("is not taken for one by %o", (env) => {
    expect(productionSign(env)).toBeUndefined();
  });
});
