import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** Who may know whom (docs/architecture.md). A room that is not listed for another is closed to it. */
const FEATURES = [
  "accounts",
  "venues",
  "payments",
  "bookings",
  "reviews",
  "gallery",
  "contact",
  "admin",
];
const ROOMS = [...FEATURES, "platform", "ui", "routes", "islands", "enhancers"];
const BASE = ["platform", "ui"];
const OPEN_TO = {
  ui: [],
  enhancers: [],
  islands: [...FEATURES, "platform", "ui"],
  platform: [],
  accounts: BASE,
  venues: [...BASE, "accounts"],
  payments: [...BASE, "accounts", "venues"],
  bookings: [...BASE, "accounts", "venues", "payments"],
  reviews: [...BASE, "accounts", "venues", "payments", "bookings"],
  gallery: [...BASE, "accounts", "venues", "payments", "bookings", "reviews"],
  contact: [...BASE, "accounts", "venues", "payments", "bookings"],
  admin: [...BASE, ...FEATURES],
  routes: [...FEATURES, "platform", "ui", "islands"],
};

/**
 * Pure rules of what is rented, by the day and at what price: venues show them and payments count
 * with them, so these files are open to every feature though the rest of bookings is not.
 */
const OPEN_RULES = "bookings/(?:calendar|price|policy)$";

/** Pure rules that enhancers apply while someone types; the server applies the same ones. */
const ENHANCER_RULES = "accounts/password-strength$";

/** `app/<room>` may import only the rooms open to it, by alias or by a relative path alike. */
function roomRule(room) {
  const closed = ROOMS.filter((other) => other !== room && !OPEN_TO[room].includes(other));
  const open = FEATURES.includes(room) ? OPEN_RULES : room === "enhancers" ? ENHANCER_RULES : "";
  const rules = open && `(?!${open})`;
  const patterns = [
    {
      regex: `^(~/|(\\.\\./)+)${rules}(${closed.join("|")})(/|$)`,
      message: `app/${room} may not know this room (docs/architecture.md).`,
    },
    {
      regex: "^(~/\\.\\./|(\\.\\./)+)(models|jobs|sandbox|scripts|tests)/",
      message: "Use the aliases @models, @jobs, @sandbox.",
    },
    { regex: "^@sandbox/", message: "The product does not know its sandbox." },
  ];
  if (["ui", "islands", "enhancers"].includes(room)) {
    patterns.push({ regex: "\\.server$", message: "Runs in browsers: no server module here." });
  }
  if (["ui", "enhancers"].includes(room)) {
    patterns.push({ regex: "^@(models|jobs)/", message: `app/${room} knows only its props.` });
  }
  if (["routes", "islands"].includes(room)) {
    patterns.push({
      regex: "^@models/(?!enumerations$)",
      message: "Pages ask a feature; only features and the platform know the models.",
    });
  }
  return {
    files: [`app/${room}/**/*.{ts,tsx}`],
    ignores: ["**/*.test.ts"],
    rules: { "no-restricted-imports": ["error", { patterns }] },
  };
}

const featuresPattern = {
  regex: `^(~/|(\\.\\./)+app/)(${[...FEATURES, "routes", "ui", "islands"].join("|")})/`,
  message: "Models know no feature.",
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
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        // Leaving a property out by destructuring is a use.
        { argsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "no-console": "error",
      eqeqeq: "error",
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
  ...Object.keys(OPEN_TO).map(roomRule),
  {
    files: ["models/**/*.ts"],
    rules: { "no-restricted-imports": ["error", { patterns: [featuresPattern] }] },
  },
  {
    // Programs that a person runs in a terminal, and the tests' own tools, may print.
    files: [
      "scripts/**/*.mjs",
      "tests/**/*.ts",
      "sandbox/**/main.ts",
      "app/admin/create-admin.ts",
      "models/setup.ts",
      "jobs/worker.ts",
    ],
    rules: { "no-console": "off" },
  },
);
