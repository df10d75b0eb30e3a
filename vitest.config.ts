import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = {
  "~": at("./app"),
  "@models": at("./models"),
  "@jobs": at("./jobs"),
  "@sandbox": at("./sandbox"),
};

/**
 * `unit`: rules beside the files they test, without a database. `integration`: against one real
 * database engine, each file in a database of its own. `stripe-mock`: the same, with Stripe's own judge of
 * requests beside it, which `npm test` installs where Go is there.
 */
const withDatabase = {
  environment: "node",
  globalSetup: ["tests/support/database-engine.ts"],
  setupFiles: ["tests/support/no-console-errors.ts", "tests/support/own-database.ts"],
  env: { APP_MODE: "test", LOG_LEVEL: "silent", CALENDAR_TEST_HOSTS: "localhost" },
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    minWorkers: 1,
    projects: [
      {
        resolve: { alias },
        esbuild: { jsx: "automatic" },
        test: {
          name: "unit",
          environment: "node",
          include: ["{app,jobs,models,sandbox,scripts}/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/no-console-errors.ts"],
          env: { APP_MODE: "test" },
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        esbuild: { jsx: "automatic" },
        test: {
          ...withDatabase,
          name: "integration",
          include: ["tests/{integration,faults}/**/*.test.{ts,tsx}"],
        },
      },
      {
        resolve: { alias },
        esbuild: { jsx: "automatic" },
        test: { ...withDatabase, name: "stripe-mock", include: ["tests/stripe-mock/**/*.test.ts"] },
      },
    ],
  },
});
