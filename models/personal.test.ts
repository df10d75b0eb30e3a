import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { allModels } from "./all";

interface OfSomebody {
  /** Where the file has it that hands somebody all that is theirs. */
  inFile: readonly string[];
  /** What takes it, or whom it is about, when their account is closed, or once it is old; else why it stays. */
  goes: string;
}

const BOOKS = "stays for ten years, by ids: the books (decision 008)";
const SEALED = "stays for ten years as it was made: the law (decision 022)";
const CLOSING = "app/offboarding/close-account.server.ts";
const ADDRESS = "app/offboarding/address-data.server.ts";

const OF_SOMEBODY: Record<string, OfSomebody> = {
  User: { inFile: ["account"], goes: "app/accounts/anonymise-account.server.ts" },
  Session: { inFile: ["sessions"], goes: "app/platform/session.server.ts" },
  ApiToken: { inFile: ["tokens"], goes: "app/platform/api-token.server.ts" },
  Image: { inFile: ["images"], goes: "app/accounts/anonymise-account.server.ts" },
  Mail: { inFile: ["mails"], goes: ADDRESS },
  TaxFacts: { inFile: ["taxFacts", "statements"], goes: "app/offboarding/keep-declared.server.ts" },
  Venue: { inFile: ["venues"], goes: "app/venues/withdraw-venues.server.ts" },
  BookedSlot: { inFile: ["closedDays"], goes: "app/venues/forget-calendars.server.ts" },
  CalendarImport: { inFile: ["importedCalendars"], goes: "app/venues/forget-calendars.server.ts" },
  Reservation: {
    inFile: ["reservations", "reservationsOfVenues"],
    goes: "app/offboarding/finish-leftovers.server.ts",
  },
  Wish: { inFile: ["wishes"], goes: "app/bookings/waiting/forget-wishes.server.ts" },
  LedgerEntry: { inFile: ["payments"], goes: BOOKS },
  Receipt: { inFile: ["receipts"], goes: SEALED },
  Review: { inFile: ["reviews"], goes: CLOSING },
  ContactMessage: { inFile: ["messages"], goes: ADDRESS },
  Report: { inFile: ["reports"], goes: CLOSING },
  ModerationDecision: { inFile: ["decisions"], goes: CLOSING },
  PrivacyRequest: { inFile: ["privacyRequests"], goes: ADDRESS },
  AccessEntry: { inFile: ["looks"], goes: "app/admin/audit/forget-accesses.server.ts" },
  SavedFilter: { inFile: ["savedFilters"], goes: CLOSING },
};

/** What is not in the file, and why, and when it goes. */
const OF_NOBODY: Record<string, string> = {
  SecondFactor: "secrets alone, of no use to their holder; they go with the account",
  HoldGuard: "an account's id or a keyed hash, for a while: the database ends it",
  RateLimit: "keyed hashes, for a window: the database ends it",
  Leftover: "what a closing has left, until it is done",
  CallingOff: "what is being called off, until it is: its reason is the decision's",
  CaseCharge: "who in the office sees to a case, by ids, until it ends",
  CaseSettlement: "what the office put away, by ids, and why, in its own words: stays",
  AuditEntry: "what the office did, by ids, for good (decision 019)",
  LedgerDifference: "a movement of money, by the ids of the books",
  PaymentCase: "what a payment needs a person for, by the ids of the books",
  StripeEvent: "ids of Stripe's, which go by age",
  SpentKey: "ids of Stripe's",
  ReceiptCounter: "numbers",
  PictureRemoval: "ids of pictures that nothing shows, until their bytes are gone",
  Setting: "the site's",
  DayCount: "how many, never who (decision 032)",
  GalleryTile: "the site's; a venue's goes with the venue",
  GalleryRun: "the site's, for 90 days",
};

const textOf = (path: string) => readFile(new URL(`../${path}`, import.meta.url), "utf8");
const FILE = [
  "app/offboarding/export-personal-data.server.ts",
  "app/accounts/export-account.server.ts",
];

it("of each collection it is said whether it is somebody's, or why it is not", () => {
  const named = [...Object.keys(OF_SOMEBODY), ...Object.keys(OF_NOBODY)];
  expect(allModels.map(({ modelName }) => modelName).sort()).toEqual(named.sort());
});

it("what is somebody's is in the file of what is kept of them, and nothing else is", async () => {
  const file = (await Promise.all(FILE.map(textOf))).join("\n");
  const keys = [...file.matchAll(/^ {4}(\w+): /gm)].map(([, key]) => key);
  const told = Object.values(OF_SOMEBODY).flatMap(({ inFile }) => inFile);
  expect([...told, "exportedAt"].sort()).toEqual(keys.sort());
  const read = new Set([...file.matchAll(/(\w+)Model\.find/g)].map(([, name]) => name));
  expect(Object.keys(OF_SOMEBODY).sort()).toEqual([...read].sort());
});

const GOING = Object.entries(OF_SOMEBODY).filter(([, { goes }]) => goes.startsWith("app/"));

it.each(GOING)("what takes %s away, or whom it is about, knows it", async (name, { goes }) => {
  expect(await textOf(goes)).toContain(`${name}Model`);
});
