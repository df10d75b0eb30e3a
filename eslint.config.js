import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { boundariesConfig } from "./scripts/lint/boundaries.mjs";
import { withinTransaction } from "./scripts/lint/within-transaction.mjs";

/** What TypeScript's files and scripts are both held to. */
const SHARED = {
  "@typescript-eslint/require-await": "off",
  "@typescript-eslint/no-floating-promises": "error",
  "@typescript-eslint/only-throw-error": "off",
  "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
  "@typescript-eslint/no-unused-vars": [
    "error",
    // Leaving a property out by destructuring is a use.
    { argsIgnorePattern: "^_", ignoreRestSiblings: true },
  ],
  "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
  "no-duplicate-imports": "error",
  // An escape or an entity: nobody sees the character in an editor (docs/words.md).
  "no-irregular-whitespace": [
    "error",
    { skipStrings: false, skipTemplates: false, skipJSXText: false },
  ],
  eqeqeq: "error",
};

export default tseslint.config(
  { ignores: ["build/", ".data/", ".cache/", "coverage/", "public/", "test-results/"] },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [
      ...tseslint.configs.recommendedTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
      jsxA11y.flatConfigs.recommended,
    ],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      ...SHARED,
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "no-console": "error",
    },
  },
  {
    files: ["scripts/**/*.mjs"],
    extends: [...tseslint.configs.recommendedTypeChecked],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      ...SHARED,
      // What JSON and the product's own sources answer has no type here; `checkJs` holds all else.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      // They replace methods of others by their own.
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    files: ["app/**/*.tsx"],
    plugins: { "react-hooks": reactHooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      // Tables shown as cards on phones lose their semantics with `display: block`; roles restore them.
      "jsx-a11y/no-redundant-roles": "off",
      "jsx-a11y/no-interactive-element-to-noninteractive-role": "off",
    },
  },
  ...boundariesConfig,
  {
    files: ["app/**/*.server.ts", "models/*.ts", "jobs/*.ts"],
    plugins: { transactions: { rules: { "within-transaction": withinTransaction } } },
    rules: { "transactions/within-transaction": "error" },
  },
  {
    // Programs that a person runs in a terminal, and the tests' own tools, may print.
    files: [
      "tests/**/*.ts",
      "sandbox/**/main.ts",
      "app/admin/create-admin.ts",
      "app/admin/admins/reset-second-factor.ts",
      "app/admin/audit/check-audit.ts",
      "app/admin/backup/backup.ts",
      "app/admin/backup/keep-list.ts",
      "app/admin/backup/restore.ts",
      "app/platform/images/move-pictures.ts",
      "app/platform/connect-program.server.ts",
      "app/admin/site/announce-terms.ts",
      "app/admin/site/maintenance.ts",
      "models/setup.ts",
      "jobs/worker.ts",
    ],
    rules: { "no-console": "off" },
  },
  {
    files: ["**/*.test.{ts,tsx}"],
    rules: {
      // Inline snapshots have it as it is printed.
      "no-irregular-whitespace": "off",
      "no-restricted-properties": [
        "error",
        {
          object: "vi",
          property: "waitFor",
          message: "gives up after a second: tests/support/eventually.ts waits for slow machines",
        },
      ],
    },
  },
  {
    files: ["tests/e2e/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "playwright/test",
          importNames: ["test"],
          message: "tests/support/test.ts has the one that hears of violated policies and errors",
        },
      ],
    },
  },
);
