import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "vite";
import { SANDBOX_CREDENTIALS } from "../../scripts/lib/stripe-sandbox.mjs";
import { createAccount, openCheckout } from "../../tests/support/stripe-journeys";
import { sandboxClient } from "../../tests/support/stripe-sandbox";
import { mayRun, readEnvironment } from "./environment";

const SETTINGS = {
  ...SANDBOX_CREDENTIALS,
  STRIPE_SANDBOX_PORT: "0",
  STRIPE_SANDBOX_DATA: "/tmp/x",
  STRIPE_SANDBOX_WEBHOOK_URL: "http://127.0.0.1:9/webhook",
  STRIPE_SANDBOX_CONNECT_WEBHOOK_URL: "http://127.0.0.1:9/webhook-connect",
};

describe("where it may run", () => {
  it.each([
    [{}, true],
    [{ NODE_ENV: "development" }, true],
    [{ NODE_ENV: "production", APP_MODE: "demo" }, true],
    [{ NODE_ENV: "production", APP_MODE: "test" }, true],
    [{ NODE_ENV: "production" }, false],
    [{ NODE_ENV: "production", APP_MODE: "production" }, false],
    [{ NODE_ENV: "production", APP_MODE: "staging" }, false],
    [{ APP_MODE: "production" }, false],
  ])("%o → %s", (env, allowed) => {
    expect(mayRun(env)).toBe(allowed);
  });

  it("needs every setting", () => {
    expect(readEnvironment(SETTINGS)).toMatchObject({ port: 0, dataDir: "/tmp/x" });
    expect(() => readEnvironment({ ...SETTINGS, STRIPE_SANDBOX_DATA: "" })).toThrow(
      "STRIPE_SANDBOX_DATA",
    );
    expect(() => readEnvironment({ ...SETTINGS, STRIPE_WEBHOOK_SECRET: undefined })).toThrow(
      "STRIPE_WEBHOOK_SECRET",
    );
    expect(() => readEnvironment({ ...SETTINGS, STRIPE_SANDBOX_PORT: "x" })).toThrow("port");
  });
});

describe("the process", () => {
  let directory: string;
  let program: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "sandbox-main-"));
    await build({
      configFile: false,
      logLevel: "error",
      build: {
        ssr: "sandbox/stripe/main.ts",
        outDir: directory,
        target: "node20",
        copyPublicDir: false,
        rollupOptions: { output: { entryFileNames: "main.mjs" } },
      },
      ssr: { noExternal: true },
    });
    program = join(directory, "main.mjs");
  }, 60_000);

  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await rm(directory, { recursive: true });
  });

  function launch(env: Record<string, string>): ChildProcess {
    // What time it is here it is there (scripts/test-at.mjs).
    const { NODE_OPTIONS, SHIFT_MS } = process.env;
    const child = spawn(process.execPath, [program], {
      env: { NODE_OPTIONS, SHIFT_MS, NODE_ENV: "development", ...SETTINGS, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    return child;
  }

  async function start(): Promise<{ child: ChildProcess; port: number }> {
    const child = launch({ STRIPE_SANDBOX_DATA: join(directory, "data") });
    for await (const line of createInterface({ input: child.stdout! })) {
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (port !== undefined) return { child, port: Number(port) };
    }
    throw new Error("The sandbox did not start");
  }

  it("refuses production", async () => {
    const child = launch({ NODE_ENV: "production" });
    const [code] = (await once(child, "exit")) as [number];
    expect(code).not.toBe(0);
  });

  it("loses nothing that it answered when it is killed", async () => {
    const first = await start();
    const stripe = sandboxClient(first.port);
    const account = await createAccount(stripe);
    await fetch(`http://127.0.0.1:${first.port}/_sandbox/accounts/${account.id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ state: "active" }),
    });
    const session = await openCheckout(stripe, account.id);
    const made: string[] = [];
    const create = async () => {
      made.push((await stripe.customers.create({ email: "a@example.org" })).id);
    };
    while (made.length <= 20) await create();
    const busy = (async () => {
      for (;;) await create();
    })();
    const gone = once(first.child, "exit");
    first.child.kill("SIGKILL");
    await expect(busy).rejects.toThrow();
    await gone;

    const second = await start();
    const again = sandboxClient(second.port);
    for (const id of made) expect((await again.customers.retrieve(id)).id).toBe(id);
    const found = await again.checkout.sessions.retrieve(session.id);
    expect(found.url).toBe(`http://127.0.0.1:${second.port}/pay/${session.id}`);
    expect((await fetch(found.url ?? "")).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${second.port}/healthz`)).status).toBe(200);

    const stopped = once(second.child, "exit");
    second.child.kill("SIGTERM");
    expect(((await stopped) as [number])[0]).toBe(0);
  }, 30_000);
});
