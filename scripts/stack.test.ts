import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../tests/support/eventually";
import { MALLOC, V8_OPTIONS } from "./lib/processes.mjs";
import { productionSign } from "./lib/production.mjs";
import { UserError, quietLog } from "./lib/log.mjs";
import { startStack } from "./stack.mjs";

/** One that is ready half a second after its start. */
const SLOW = "setTimeout(() => process.send({ listening: 1 }), 500); setInterval(() => {}, 1_000);";
const programs = vi.hoisted(() => ({ slow: "" }));
vi.mock("./lib/programs.mjs", () => ({
  builtProgram: () => programs.slow,
  runProgram: () => Promise.resolve(""),
}));

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

describe("the demo, while a program gets ready", () => {
  it("is given up once one that was started before has died", async () => {
    programs.slow = join(dataDir, "dies.cjs");
    // The sandbox tells where it listens and dies; the site never does.
    await writeFile(
      programs.slow,
      `if (process.env.STRIPE_SANDBOX_PORT === "0") {
        process.send({ listening: 1 });
        setTimeout(() => process.exit(3), 500);
      }
      setInterval(() => {}, 1_000);`,
    );
    const refused = await start({
      ...{ APP_MODE: "", NODE_ENV: "", STRIPE_SECRET_KEY: "" },
      MONGODB_URI: "mongodb://db.example/site",
    });
    expect(refused).toBeInstanceOf(UserError);
    expect((refused as Error).message).toContain("« sandbox » s'est arrêté (code 3)");
  });
});

/** One that tells its log what bounds its memory; it is ready where it is handed a port, and where it needs none. */
const TELLS_BOUNDS = `
  const { execArgv, env } = process;
  console.log(JSON.stringify({ execArgv, arenas: env.MALLOC_ARENA_MAX ?? null }));
  process.send({ listening: 1 });
  process.on("message", (_, listener) =>
    require("node:http").createServer((_, answer) => answer.end()).listen(listener));
  setInterval(() => {}, 1_000);
`;

describe("the programs that production runs as well", () => {
  it("have the bounds of memory that they have there, and the sandbox has none", async () => {
    programs.slow = join(dataDir, "tells.cjs");
    await writeFile(programs.slow, TELLS_BOUNDS);
    const env = { MONGODB_URI: "mongodb://db.example/site" };
    const stack = await startStack({ mode: "test", dataDir, log: quietLog(), worker: true, env });
    const boundsOf = async (name: string) => {
      const told = await readFile(join(dataDir, "logs", `${name}.log`), "utf8");
      const { execArgv, arenas } = JSON.parse(told) as { execArgv: string[]; arenas: unknown };
      return [execArgv.filter((option) => V8_OPTIONS.includes(option)), arenas];
    };
    await eventually(async () => {
      for (const name of ["web", "worker"]) {
        expect(await boundsOf(name), name).toEqual([V8_OPTIONS, MALLOC.MALLOC_ARENA_MAX]);
      }
    });
    expect((await boundsOf("sandbox"))[0]).toEqual([]);
    await stack.stop();
  });
});

describe("a program that is not ready within a minute", () => {
  let hours: NodeJS.Timeout;
  beforeEach(async () => {
    programs.slow = join(dataDir, "slow.cjs");
    await writeFile(programs.slow, SLOW);
    vi.useFakeTimers({ toFake: ["Date"] });
    hours = setInterval(() => vi.setSystemTime(Date.now() + 3_600_000), 50);
  });
  afterEach(() => {
    clearInterval(hours);
    vi.useRealTimers();
  });

  const started = (mode: "demo" | "test") =>
    startStack({
      ...{ mode, dataDir, log: quietLog(), web: false },
      env: {
        APP_MODE: "",
        NODE_ENV: "",
        STRIPE_SECRET_KEY: "",
        MONGODB_URI: "mongodb://db.example/site",
      },
    });

  it("is waited for by the demo, as long as it lives", async () => {
    const stack = await started("demo");
    expect(stack.sandboxUrl).toBe("http://127.0.0.1:1");
    await stack.stop();
  });

  it("fails a test, with a sentence", async () => {
    const refused: unknown = await started("test").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UserError);
    expect((refused as Error).message).toContain("« sandbox » n'était pas prêt après 60 s.");
  });
});
