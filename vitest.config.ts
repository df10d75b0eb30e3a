import { readFileSync, readdirSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What imports call the rooms. */
export const alias = {
  "~": at("./app"),
  "@models": at("./models"),
  "@jobs": at("./jobs"),
  "@sandbox": at("./sandbox"),
};

/** Files that take a minute or two: begun last, they would leave the other workers idle. */
const LONG = /faults\/(many-kills|simulation\/|race|page-answers)|api-matrix/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const ROOMS = ["app", "jobs", "models", "sandbox", "scripts"];
const UNIT = ROOMS.flatMap((room) =>
  readdirSync(at(room), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${room}/${file.replaceAll(sep, "/")}`),
);
/** Those that put something in a module's place, read one anew, or act the database: they have the modules to themselves. */
const REPLACES_MODULES = /vi\.(?:mock|doMock|hoisted|resetModules)\(/;
const has = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(at(file), "utf8"));
const isAlone = has(new RegExp(`${REPLACES_MODULES.source}|mongoose\\.connection`));

const AT_A_DATABASE = ["tests/integration", "tests/faults"].flatMap((folder) =>
  readdirSync(at(folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file.replaceAll(sep, "/")}`),
);
/** What the product reads or makes once is not the same for these: its environment, its client of Stripe. */
const HAS_ANOTHER_PRODUCT =
  /process\.env|support\/(?:asked-of-stripe|judged-sandbox|running-stack|stack)"/;
const isAloneAtDatabase = has(
  new RegExp(`${REPLACES_MODULES.source}|${HAS_ANOTHER_PRODUCT.source}`),
);

/** What hangs ends: no test is told by this that it was slow, whatever else the machine does. */
const PATIENCE_MS = 240_000;

const unit = {
  environment: "node",
  setupFiles: ["tests/support/no-console-errors.ts", "tests/support/as-found.ts"],
  env: { APP_MODE: "test" },
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
};

/**
 * `unit`: rules beside the files they test, without a database, all files of a worker over the same modules: reading them
 * anew for each took more than half of the time. `unit-alone`: the few that need them anew. `integration` and
 * `integration-alone`: the same against one real database engine, each worker with a database and a sandbox of Stripe's
 * that are emptied before each file. `stripe-mock`: the same, with Stripe's own judge of
 * requests beside it, which `npm test` installs where Go is there. `s3`: the same, with a stand-in for buckets
 * that it installs where Python is there. `schemathesis`: a stranger's program against
 * the running product, which it installs where Python is there. `crawl`: every page of the demo that a link leads to, for
 * `npm run proof`.
 */
export const withDatabase = {
  environment: "node",
  globalSetup: ["tests/support/database-engine.ts"],
  setupFiles: [
    "tests/support/no-console-errors.ts",
    "tests/support/own-database.ts",
    "tests/support/as-found.ts",
  ],
  env: {
    APP_MODE: "test",
    LOG_LEVEL: "silent",
    CALENDAR_TEST_HOSTS: "localhost",
    PAYMENT_PATIENCE_MS: "60000",
    // Nobody here listens to the time; answer-step.test.ts and signup.test.ts do, to that of the product.
    ANSWER_STEP_MS: "10",
  },
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
};

export default defineConfig({
  test: {
    // One more than cores: tests that wait (for a deadline, a restart, a slow sender) leave a third of two idle.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        esbuild: { jsx: "automatic" },
        test: {
          ...unit,
          name: "unit",
          include: [`{${ROOMS.join(",")}}/**/*.test.{ts,tsx}`],
          exclude: UNIT.filter(isAlone),
          isolate: false,
        },
      },
      {
        resolve: { alias },
        esbuild: { jsx: "automatic" },
        test: { ...unit, name: "unit-alone", include: UNIT.filter(isAlone) },
      },
      {
        resolve: { alias },
        esbuild: { jsx: "automatic" },
        test: {
          ...withDatabase,
          name: "integration",
          include: ["tests/{integration,faults}/**/*.test.{ts,tsx}"],
          exclude: AT_A_DATABASE.filter(isAloneAtDatabase),
          setupFiles: [...withDatabase.setupFiles, "tests/support/own-sandbox.ts"],
          isolate: false,
        },
      },
      {
        resolve: { alias },
        esbuild: { jsx: "automatic" },
        test: {
          ...withDatabase,
          name: "integration-alone",
          include: AT_A_DATABASE.filter(isAloneAtDatabase),
        },
      },
      {
        resolve: { alias },
        esbuild: { jsx: "automatic" },
        test: { ...withDatabase, name: "stripe-mock", include: ["tests/stripe-mock/**/*.test.ts"] },
      },
      {
        resolve: { alias },
        test: { ...withDatabase, name: "s3", include: ["tests/s3/**/*.test.ts"] },
      },
      {
        resolve: { alias },
        test: {
          ...withDatabase,
          name: "schemathesis",
          include: ["tests/schemathesis/**/*.test.ts"],
        },
      },
      {
        resolve: { alias },
        test: { ...withDatabase, name: "crawl", include: ["tests/crawl/**/*.test.ts"] },
      },
    ],
  },
});
