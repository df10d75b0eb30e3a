import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { alias, withDatabase } from "../../vitest.config";

/** The integration tests of money that comes and goes back, which `npm run mutate:payments` asks. */
const ASKED = [
  ...["refunds", "money-back", "money-given-up", "take-back", "closing-money", "finance"],
  ...["payment", "payments-api", "card-form", "close-payment", "orphan-payments", "lifecycle"],
  ...["card-answers", "ledger", "told"],
];

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  resolve: { alias },
  esbuild: { jsx: "automatic" },
  test: {
    ...withDatabase,
    setupFiles: [
      "scripts/mutate/hear-stripe.ts",
      ...withDatabase.setupFiles,
      "tests/support/own-sandbox.ts",
    ],
    isolate: false,
    include: ASKED.map((name) => `tests/integration/${name}.test.ts`),
  },
});
