import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The unit tests of what `npm run mutate` changes: pure rules, money and days. */
export default defineConfig({
  root: at("."),
  resolve: {
    alias: {
      "~": at("app"),
      "@models": at("models"),
      "@jobs": at("jobs"),
      "@sandbox": at("sandbox"),
    },
  },
  test: {
    environment: "node",
    include: [
      "app/{rules,platform}/*.test.ts",
      "app/payments/{account-status,shares,snapshot,ledger-sums,stripe-books}.test.ts",
      "app/declarations/*.test.ts",
    ],
    env: { APP_MODE: "test" },
    testTimeout: 30_000,
  },
});
