/**
 * The rooms of the house and who may know whom: docs/architecture.md as data. `boundaries.mjs` makes
 * ESLint hold it. A folder of app/ that is not named here fails, and a room knows itself and what
 * stands beside it here, nothing else.
 */

/** The one way between features: each knows those before it. */
const CHAIN = ["accounts", "venues", "payments", "bookings", "offboarding"];
/** Above the chain, and strangers to each other. */
const SIDE_BY_SIDE = ["reviews", "reports", "gallery", "contact", "declarations"];
/** Pure, at the bottom, and open to every feature: what a day is, what it costs, what a state allows. */
const RULES = "rules";
export const FEATURES = [RULES, ...CHAIN, ...SIDE_BY_SIDE, "admin"];

/** The wings that bookings is made of, from the bottom to the top; each knows those below. */
const BOOKINGS = [
  ...[
    "mail",
    "record",
    "reserve",
    "payment",
    "cancel",
    "answer",
    "change",
    "waiting",
    "calendars",
    "lists",
    "components",
  ],
].map((wing) => `bookings/${wing}`);
const PLATFORM = ["platform"].concat(
  ["web", "mail", "images", "concurrency", "address"].map((wing) => `platform/${wing}`),
);

/** @param {string} feature @returns {string[]} the rooms that it is made of */
const roomsOf = (feature) => (feature === "bookings" ? BOOKINGS : [feature]);

const BASE = [...PLATFORM, "models", "ui", RULES];
const EVERY_FEATURE = FEATURES.flatMap(roomsOf);

/**
 * Room → the rooms that it may know. `platform` stands for the files that lie directly in it. What is finer than a room (pure files, use cases, types) is in `boundaries.mjs`.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const MAY_KNOW = {
  models: PLATFORM,
  ...Object.fromEntries(PLATFORM.map((wing) => [wing, [...PLATFORM, "models"]])),
  // The Express side: server.ts and the files of app/ itself stand on it, nobody else does.
  "platform/http": [...PLATFORM, "models"],

  ui: [],
  enhancers: [],
  islands: ["ui"],

  // Nothing of bookings lies outside its wings.
  ...Object.fromEntries(
    CHAIN.filter((feature) => feature !== "bookings").map((feature) => [
      feature,
      [...BASE, ...CHAIN.slice(0, CHAIN.indexOf(feature)).flatMap(roomsOf)],
    ]),
  ),
  [RULES]: [...PLATFORM, "models"],
  ...Object.fromEntries(
    BOOKINGS.map((wing, at) => [
      wing,
      [...BASE, "accounts", "venues", "payments", ...BOOKINGS.slice(0, at)],
    ]),
  ),
  ...Object.fromEntries(
    SIDE_BY_SIDE.map((feature) => [feature, [...BASE, ...CHAIN.flatMap(roomsOf)]]),
  ),
  admin: [...BASE, ...EVERY_FEATURE],

  routes: [...EVERY_FEATURE, ...PLATFORM, "ui", "islands"],
  app: [...EVERY_FEATURE, ...PLATFORM, "platform/http", "ui", "islands", "enhancers"],
  jobs: [...EVERY_FEATURE, ...PLATFORM],
  // Starts and stops all that answers.
  "server.ts": [...EVERY_FEATURE, ...PLATFORM, "platform/http", "jobs"],

  // Beside the product: these may look at all of it, and it knows none of them.
  sandbox: [...EVERY_FEATURE, ...PLATFORM, "models"],
};
