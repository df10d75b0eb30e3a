import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { alias } from "../../vitest.config";

/** The unit tests of what `npm run mutate` changes: pure rules, money and days. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  resolve: { alias },
  test: {
    environment: "node",
    include: [
      "app/{rules,platform}/*.test.ts",
      "app/payments/{account-status,balance,ledger-sums,movements,shares,snapshot,stripe-books}.test.ts",
      "app/declarations/*.test.ts",
    ],
    // They load modules anew and ask nothing of days or money: what runs once, as a module is loaded, would be asked of them alone.
    exclude: ["app/platform/{content-version,database-outage,log}.test.ts"],
    env: { APP_MODE: "test" },
    testTimeout: 30_000,
  },
});
