import boundaries from "eslint-plugin-boundaries";
import { FEATURES, MAY_KNOW } from "./rooms.mjs";

const SEE = "See docs/architecture.md, 'Who may know whom'.";

const ROOMS = Object.keys(MAY_KNOW);
const FEATURE_ROOMS = ROOMS.filter((room) => FEATURES.includes(room.split("/")[0] ?? ""));
/** Those that ask Stripe for nothing: it is spoken to by one of the house, and played by the sandbox. */
const STRANGERS_TO_STRIPE = ROOMS.filter((room) => !["payments", "sandbox"].includes(room));
const BROWSER_ROOMS = ["ui", "islands", "enhancers"];

/** @param {string} room */
const folderOf = (room) =>
  ["app", "models", "jobs", "sandbox"].includes(room) ? room : `app/${room}`;

/** @param {string} room @returns {string} its files; of a room with wings those that lie in it directly */
const filesOf = (room) =>
  room === "server.ts"
    ? room
    : `${folderOf(room)}/${["app", "platform"].includes(room) ? "" : "**/"}*.{ts,tsx}`;

const ANY_FEATURE = `app/@(${FEATURES.join("|")})`;

/** What a file is, whatever its room; one file can be several. */
const FILES = {
  server: "**/*.server.{ts,tsx}",
  feature: `${ANY_FEATURE}/**`,
  html: [`${ANY_FEATURE}/**/components/**`, `${ANY_FEATURE}/**/*.tsx`],
  // What a person runs in a terminal, and what is run as a thread.
  program: [
    "app/admin/create-admin.ts",
    "app/admin/admins/reset-second-factor.ts",
    "app/admin/audit/check-audit.ts",
    "app/admin/backup/backup.ts",
    "app/admin/backup/keep-list.ts",
    "app/admin/backup/restore.ts",
    "app/admin/site/announce-terms.ts",
    "app/admin/site/maintenance.ts",
    "app/bookings/calendars/reader-thread.ts",
  ],
  // A hash of what it is given, and nothing of the machine.
  hashing: "app/admin/audit/chain.ts",
  style: [
    "app/bookings.css",
    "app/tailwind.css",
    "app/home.css",
    "app/notices.css",
    "app/photo.css",
    "app/tables.css",
    "app/venue.css",
  ],
  "while-typing": "app/accounts/password-strength.ts",
  enumerations: "models/enumerations.ts",
  queue: "jobs/queue.ts",
  start: "server.ts",
};

const room = (/** @type {string | readonly string[]} */ type) => ({ element: { type } });
const file = (/** @type {keyof typeof FILES} */ categories) => ({ file: { categories } });
const packages = (/** @type {string[]} */ ...source) => ({ module: { source } });
const anyPackage = { module: { origin: ["external", "core"] } };

/** Reads, and what changes something. */
const useCase = { file: { categories: { allOf: ["feature", "server"] } } };
/** Rules and forms: all of a feature that is neither a use case nor HTML. */
const pure = {
  file: { categories: { allOf: ["feature"], noneOf: ["server", "html", "program"] } },
};

/**
 * What is finer than a room, and the rooms that it is said of. The last that matches decides.
 * @type {readonly { of: readonly string[], from?: object, allow?: object, disallow?: object, message?: string }[]}
 */
const SENTENCES = [
  // Single doors into rooms that are closed otherwise.
  { of: FEATURE_ROOMS, from: useCase, allow: { to: file("queue") } },
  { of: ["routes", "islands"], allow: { to: file("enumerations") } },
  { of: ["islands"], allow: { to: [pure, room("platform"), room("platform/!(http)")] } },
  { of: ["enhancers"], allow: { to: file("while-typing") } },
  { of: ["platform/web"], allow: { to: file("style") } },

  {
    of: STRANGERS_TO_STRIPE,
    disallow: { to: packages("stripe"), dependency: { kind: "value" } },
    message: `Stripe is asked by payments alone. ${SEE}`,
  },
  {
    of: ["routes"],
    disallow: { to: packages("stripe", "mongoose") },
    message: `A route is HTTP only: it asks a feature. ${SEE}`,
  },
  {
    of: ["ui"],
    disallow: { to: anyPackage },
    message: `ui knows nothing but props. ${SEE}`,
  },
  { of: ["ui"], allow: { to: packages("react", "react-dom", "tailwindcss") } },
  {
    of: BROWSER_ROOMS,
    disallow: { to: [file("server"), packages("mongoose", "stripe")] },
    message: `This runs in browsers: nothing of the server here. ${SEE}`,
  },
  {
    of: FEATURE_ROOMS,
    from: pure,
    disallow: { to: file("server") },
    message: `Rules and forms are pure: no .server file, so no environment and no I/O. ${SEE}`,
  },
  {
    of: FEATURE_ROOMS,
    from: pure,
    disallow: { to: room("models"), dependency: { kind: "value" } },
    message: `Rules and forms are pure: of models they know types and enumerations only. ${SEE}`,
  },
  {
    of: FEATURE_ROOMS,
    from: pure,
    disallow: {
      to: [{ module: { origin: "core" } }, packages("@remix-run/*", "react", "react-dom")],
    },
    message: `Rules and forms are pure: nothing of the machine, of HTTP or of React. ${SEE}`,
  },
  { of: FEATURE_ROOMS, from: file("hashing"), allow: { to: packages("node:crypto") } },
  {
    of: FEATURE_ROOMS,
    from: pure,
    disallow: { to: packages("mongoose", "stripe"), dependency: { kind: "value" } },
    message: `Rules and forms are pure: of mongoose and Stripe they know types only. ${SEE}`,
  },
  {
    of: FEATURE_ROOMS,
    from: useCase,
    disallow: { to: packages("@remix-run/*", "react", "react-dom") },
    message: `A use case knows neither HTTP nor React. ${SEE}`,
  },
  {
    of: FEATURE_ROOMS,
    from: [useCase, pure],
    disallow: { to: room("ui") },
    message: `Reads and rules give plain data; ui takes it by shape. ${SEE}`,
  },
  {
    of: FEATURE_ROOMS,
    from: file("html"),
    disallow: {
      to: [file("server"), room("models"), packages("mongoose", "stripe")],
      dependency: { kind: "value" },
    },
    message: `Components know the types of a read, not the read. ${SEE}`,
  },
  { of: FEATURE_ROOMS, from: [pure, file("html")], allow: { to: file("enumerations") } },
];

/** Wings before the room around them, rooms before `app`: a file belongs to the first that matches. */
const INNERMOST_FIRST = ROOMS.filter((room) => room !== "server.ts").toSorted(
  (a, b) => folderOf(b).length - folderOf(a).length,
);

/** @param {string} name of a room */
const policiesOf = (name) => [
  { allow: { to: [room([name, ...(MAY_KNOW[name] ?? [])]), anyPackage] } },
  {
    disallow: {
      to: { file: { path: null } },
      dependency: { source: ["~/**", "@{models,jobs,sandbox}/**", "../**"] },
    },
    message: `There is no {{dependency.source}}, so nothing says whose it is. ${SEE}`,
  },
  ...SENTENCES.filter(({ of }) => of.includes(name)).map(({ of: _of, ...policy }) => policy),
];

const TESTS = "**/*.test.{ts,tsx}";

/** What a pure file would read the clock by; an instant is an argument there. */
const CLOCK = [
  "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.name='Date']",
].map((selector) => ({
  selector,
  message: `Rules and forms are pure: the time it is comes in as an argument. ${SEE}`,
}));
const PLAIN_IMPORT = {
  selector: "ImportExpression[source.type!='Literal']",
  message: `Name the module as plain text, so that lint can see which it is. ${SEE}`,
};
const ENVIRONMENT = `The environment is read in app/platform/env.server.ts alone. ${SEE}`;

/** ESLint's part of the plan; `boundaries.test.ts` breaks each sentence of it. */
export const boundariesConfig = [
  {
    name: "rooms",
    files: ["{app,jobs,models,sandbox}/**/*.{ts,tsx}", "server.ts"],
    ignores: [TESTS],
    plugins: { boundaries },
    settings: {
      "import/resolver": { typescript: { project: "tsconfig.json" } },
      "boundaries/elements": INNERMOST_FIRST.map((type) => ({
        type,
        pattern: folderOf(type),
        partialMatch: false,
      })),
      "boundaries/files": Object.entries(FILES).map(([category, pattern]) => ({
        category,
        pattern,
      })),
      "boundaries/additional-dependency-nodes": [
        { selector: "TSImportType Literal", kind: "type", name: "import-type" },
        { selector: "TSExternalModuleReference > Literal", kind: "value", name: "require" },
      ],
      "boundaries/legacy-templates": false,
    },
  },
  ...ROOMS.map((name) => ({
    name: `rooms/${name}`,
    files: [filesOf(name)],
    ignores: [TESTS],
    rules: {
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          checkAllOrigins: true,
          checkUnknownLocals: true,
          checkInternals: true,
          message: `${name} may not know {{dependency.source}}. ${SEE}`,
          policies: policiesOf(name),
        },
      ],
    },
  })),
  {
    name: "rooms/ways around",
    files: ["{app,jobs,models}/**/*.{ts,tsx}", "server.ts"],
    ignores: [TESTS],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: ["process", "node:process"].map((name) => ({ name, message: ENVIRONMENT })),
          patterns: [
            {
              regex: "^(~/\\.\\./|(\\.\\./)+)(app|models|jobs|sandbox)/",
              message: "Use the aliases ~, @models, @jobs, @sandbox.",
            },
          ],
        },
      ],
      "no-restricted-properties": [
        "error",
        {
          object: "process",
          property: "env",
          message: ENVIRONMENT,
        },
      ],
      "no-restricted-syntax": ["error", PLAIN_IMPORT],
    },
  },
  {
    name: "rooms/no clock",
    files: [FILES.feature + "/*.ts"],
    ignores: [TESTS, FILES.server, ...FILES.html, ...FILES.program],
    rules: { "no-restricted-syntax": ["error", PLAIN_IMPORT, ...CLOCK] },
  },
  {
    files: ["app/platform/env.server.ts"],
    rules: { "no-restricted-properties": "off" },
  },
  {
    name: "rooms/unknown",
    files: ["app/**/*.{ts,tsx,js,jsx,mjs}"],
    ignores: ROOMS.map(filesOf),
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "Program",
          message:
            "No such room: name this folder in docs/architecture.md and scripts/lint/rooms.mjs first.",
        },
      ],
    },
  },
];
