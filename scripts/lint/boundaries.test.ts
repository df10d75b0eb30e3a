import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { describe, expect, it } from "vitest";
import { at } from "../lib/paths.mjs";

/**
 * Breaks each sentence of docs/architecture.md, 'Who may know whom', in a file that is only thought
 * of, and reads what the project's own ESLint says. What is imported does exist, and a file that
 * moves takes its probe along: a name that nothing stands behind is refused for that alone.
 */
const eslint = new ESLint({
  cwd: at("."),
  // Files that are not on disk have no types.
  overrideConfig: [
    tseslint.configs.disableTypeChecked,
    { rules: { "transactions/within-transaction": "off" } },
  ],
});

const OURS = [
  "boundaries/dependencies",
  "no-restricted-imports",
  "no-restricted-properties",
  "no-restricted-syntax",
];

/** What the rules of the rooms say of `code` in `file`; anything else that lint minds is left out. */
async function said(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: at(file) });
  const fatal = result!.messages.filter((message) => message.fatal);
  if (fatal.length > 0) throw new Error(`${file}: ${fatal[0]!.message}`);
  return result!.messages
    .filter(({ ruleId }) => ruleId && OURS.includes(ruleId))
    .map(({ message }) => message);
}

const value = (name: string) => `import * as it from "${name}";\nexport const x = it;\n`;
const type = (name: string) => `import type * as It from "${name}";\nexport type X = typeof It;\n`;

type Probe = [file: string, code: string];

/** Sentence → what breaks it. */
const FORBIDDEN: Record<string, Probe[]> = {
  "routes → features → models, platform": [
    ["app/accounts/probe.server.ts", value("~/routes/contact")],
    ["app/platform/probe.server.ts", value("~/routes/contact")],
    ["app/accounts/probe.server.ts", value("~/platform/http/app.server")],
    ["app/accounts/probe.server.ts", value("~/islands/address-search")],
  ],
  "jobs → features": [
    ["jobs/probe.ts", value("@models/user")],
    ["jobs/probe.ts", type("@models/user")],
    ["jobs/probe.ts", value("~/root")],
    ["jobs/probe.ts", value("~/routes/contact")],
    ["jobs/probe.ts", value("~/ui/button")],
    ["jobs/probe.ts", value("@sandbox/demo/seed")],
  ],
  "ui knows nothing but props": [
    ["app/ui/probe.tsx", value("mongoose")],
    ["app/ui/probe.tsx", value("stripe")],
    ["app/ui/probe.tsx", value("node:fs")],
    ["app/ui/probe.tsx", value("@remix-run/react")],
    ["app/ui/probe.tsx", value("@models/enumerations")],
    ["app/ui/probe.tsx", value("~/platform/days")],
    ["app/ui/probe.tsx", type("~/venues/venue-shapes")],
    ["app/ui/probe.tsx", value("~/rules/price")],
  ],
  "islands know rules, forms and ui, never a .server file": [
    ["app/islands/probe.tsx", value("~/platform/env.server")],
    ["app/islands/probe.tsx", type("~/accounts/log-in.server")],
    ["app/islands/probe.tsx", value("~/venues/components/venue-facts")],
    ["app/islands/probe.tsx", value("@models/user")],
    ["app/islands/probe.tsx", value("mongoose")],
    ["app/islands/probe.tsx", value("~/platform/http/packed-encoding")],
  ],
  "enhancers know nothing but the rule that they apply while someone types": [
    ["app/enhancers/probe.ts", value("~/ui/class-names")],
    ["app/enhancers/probe.ts", value("~/accounts/password-rules")],
    ["app/enhancers/probe.ts", value("~/platform/env.server")],
  ],
  "accounts ← venues": [["app/accounts/probe.server.ts", value("~/venues/own-venue.server")]],
  "venues ← payments": [["app/venues/probe.server.ts", value("~/payments/refund.server")]],
  "payments ← bookings": [
    ["app/payments/probe.server.ts", value("~/bookings/record/reservation-view.server")],
    ["app/payments/probe.server.ts", value("~/bookings/reserve/forms")],
  ],
  "bookings ← offboarding": [
    ["app/bookings/probe.server.ts", value("~/offboarding/delete-venue.server")],
    ["app/bookings/lists/probe.server.ts", value("~/offboarding/delete-venue.server")],
  ],
  "bookings ← reviews, reports, gallery, contact, declarations": [
    ["app/venues/probe.server.ts", value("~/reports/send-report.server")],
    ["app/reports/probe.server.ts", value("~/reviews/list-reviews.server")],
    ["app/declarations/probe.server.ts", value("~/contact/forms")],
    ["app/bookings/cancel/probe.server.ts", value("~/gallery/home-page.server")],
    ["app/offboarding/probe.server.ts", value("~/contact/send-message.server")],
    ["app/gallery/probe.server.ts", value("~/contact/forms")],
    ["app/reviews/probe.server.ts", value("~/gallery/home-page.server")],
  ],
  "contact ← admin": [
    ["app/contact/probe.server.ts", value("~/admin/create-admin-account.server")],
  ],
  "rules know no feature": [
    ["app/rules/probe.ts", value("~/bookings/reserve/forms")],
    ["app/rules/probe.ts", value("~/venues/search-form")],
  ],
  "inside bookings no arrow climbs": [
    ["app/bookings/probe.server.ts", value("~/bookings/reserve/reserve.server")],
    ["app/bookings/mail/probe.server.ts", value("../record/transition.server")],
    ["app/bookings/mail/probe.server.ts", value("../record/payment-record.server")],
    ["app/bookings/record/probe.server.ts", value("../reserve/reserve.server")],
    ["app/bookings/reserve/probe.server.ts", value("../payment/charge.server")],
    ["app/bookings/payment/probe.server.ts", value("../cancel/cancel-reservation.server")],
    ["app/bookings/cancel/probe.server.ts", value("../answer/answer-request.server")],
    ["app/bookings/answer/probe.server.ts", value("../lists/list-my-requests.server")],
    ["app/bookings/reserve/probe.server.ts", type("../lists/list-my-requests.server")],
    ["app/bookings/lists/probe.server.ts", value("../components/refund-text")],
    ["app/bookings/calendars/probe.server.ts", value("../lists/reservation-file.server")],
  ],
  "components know the types of a read, not the read": [
    ["app/bookings/components/probe.tsx", value("../answer/answer-page.server")],
    ["app/accounts/components/probe.tsx", value("../log-in.server")],
    ["app/accounts/components/probe.tsx", value("@models/user")],
    ["app/venues/components/probe.ts", value("mongoose")],
    ["app/admin/probe.tsx", value("stripe")],
  ],
  "payments alone ask Stripe": [
    ["app/bookings/payment/probe.server.ts", value("stripe")],
    ["app/admin/probe.server.ts", value("stripe")],
    ["app/platform/probe.server.ts", value("stripe")],
    ["server.ts", value("stripe")],
  ],
  "server.ts starts the house, and knows neither models nor what stands beside the product": [
    ["server.ts", value("@models/user")],
    ["server.ts", value("@sandbox/demo/seed")],
    ["server.ts", value("./scripts/stack.mjs")],
    ["server.ts", value("./app/routes/contact")],
    ["server.ts", "export const x = process.env.PORT;\n"],
  ],
  "platform and models import no feature": [
    ["app/platform/probe.server.ts", value("~/accounts/log-in.server")],
    ["app/platform/mail/probe.server.ts", value("~/rules/price")],
    ["app/platform/web/probe.ts", value("~/ui/button")],
    ["models/probe.ts", value("~/accounts/identifiers")],
    ["models/probe.ts", value("~/rules/price")],
  ],
  "routes import no model": [
    ["app/routes/probe.tsx", value("@models/user")],
    ["app/routes/api/probe.ts", type("@models/user")],
  ],
  "routes import no Stripe, no mongoose": [
    ["app/routes/probe.tsx", value("stripe")],
    ["app/routes/api/probe.ts", value("mongoose")],
    ["app/routes/probe.tsx", type("mongoose")],
  ],
  "routes import not @jobs": [["app/routes/probe.tsx", value("@jobs/queue")]],
  "only use cases put work on the queue, through its one door": [
    ["app/accounts/probe.server.ts", value("@jobs/all")],
    ["app/accounts/probe-rules.ts", value("@jobs/queue")],
    ["app/platform/mail/probe.server.ts", value("@jobs/queue")],
  ],
  "a pure rules file imports no .server file": [
    ["app/accounts/probe-rules.ts", value("~/accounts/log-in.server")],
    ["app/venues/forms.ts", type("~/venues/own-venue.server")],
    ["app/rules/probe.ts", value("~/platform/log.server")],
  ],
  "a pure rules file imports no model value": [
    ["app/rules/probe.ts", value("@models/reservation")],
    ["app/venues/probe.ts", value("@models/venue")],
  ],
  "a pure rules file imports no env": [
    ["app/rules/probe.ts", value("~/platform/env.server")],
    ["app/accounts/probe-rules.ts", "export const x = process.env.PORT;\n"],
    ["models/probe.ts", 'import { env } from "node:process";\nexport const x = env;\n'],
    ["app/platform/probe.server.ts", value("process")],
  ],
  "a pure rules file does no I/O": [
    ["app/rules/probe.ts", value("node:fs")],
    ["app/rules/probe.ts", value("mongoose")],
    ["app/payments/probe.ts", value("stripe")],
    ["app/admin/probe.ts", value("node:crypto")],
    ["app/admin/audit/chain.ts", value("node:fs")],
    ["app/venues/forms.ts", value("@remix-run/react")],
    ["app/venues/forms.ts", type("react")],
  ],
  "a pure rules file reads no clock": [
    ["app/rules/probe.ts", "export const x = new Date();\n"],
    ["app/bookings/cancel/probe.ts", "export const x = () => Date.now();\n"],
    ["app/venues/forms.ts", "export const x = (now = Date()) => now;\n"],
  ],
  "a use case imports neither @remix-run/* nor React": [
    ["app/accounts/probe.server.ts", value("@remix-run/node")],
    ["app/bookings/cancel/probe.server.ts", value("@remix-run/react")],
    ["app/venues/probe.server.ts", value("react")],
    ["app/venues/probe.server.ts", value("react-dom/server")],
  ],
  "a read imports no type from ui": [
    ["app/venues/probe.server.ts", type("~/ui/picture")],
    ["app/bookings/lists/probe.server.ts", type("~/ui/tabs")],
    ["app/venues/probe.ts", type("~/ui/icons")],
  ],
  "platform/http is known by server.ts and the files of app itself alone": [
    ["app/routes/probe.tsx", value("~/platform/http/page-cache.server")],
    ["app/routes/api/probe.ts", value("~/platform/http/app.server")],
    ["app/platform/web/probe.server.ts", value("~/platform/http/guards.server")],
    ["jobs/probe.ts", value("~/platform/http/metrics.server")],
  ],
  "the product does not know sandbox, scripts and tests": [
    ["app/accounts/probe.server.ts", value("@sandbox/demo/seed")],
    ["app/accounts/probe.server.ts", value("../../scripts/stack.mjs")],
    ["app/accounts/probe.server.ts", value("../../tests/support/fixtures")],
    ["app/routes/probe.tsx", value("../../tests/support/fixtures")],
    ["app/platform/probe.server.ts", value("../../tests/support/fixtures")],
    ["models/probe.ts", value("../tests/support/fixtures")],
    ["jobs/probe.ts", value("../tests/support/fixtures")],
    ["server.ts", value("./tests/support/fixtures")],
  ],
  "a folder that the table does not name may not exist": [
    ["app/misc/probe.ts", "export {};\n"],
    ["app/misc/deep/probe.test.tsx", "export {};\n"],
    ["app/bookings/misc/probe.ts", "export {};\n"],
    ["app/platform/misc/probe.server.ts", "export {};\n"],
  ],
  "import(), export … from, require and types are held like import": [
    ["app/accounts/probe.server.ts", 'export const x = import("~/venues/own-venue.server");\n'],
    ["app/accounts/probe.server.ts", "export const x = (name: string) => import(name);\n"],
    ["app/accounts/probe.server.ts", "export const x = import(`~/venues/own-venue.server`);\n"],
    ["app/accounts/probe.server.ts", 'export * from "~/venues/own-venue.server";\n'],
    ["app/accounts/probe.server.ts", 'export { ownVenue } from "~/venues/own-venue.server";\n'],
    ["app/accounts/probe.server.ts", 'export const x = require("~/venues/own-venue.server");\n'],
    ["app/accounts/probe.server.ts", 'import x = require("~/venues/own-venue.server");\nx();\n'],
    ["app/accounts/probe.server.ts", type("~/venues/own-venue.server")],
    [
      "app/accounts/probe.server.ts",
      'export type X = import("~/venues/own-venue.server").OwnVenue;\n',
    ],
    ["app/accounts/probe.server.ts", 'import "../venues/own-venue.server";\n'],
  ],
};

/** One of each kind that must stay possible. */
const ALLOWED: Probe[] = [
  ["app/routes/probe.tsx", value("~/venues/own-venue.server")],
  ["app/routes/probe.tsx", value("~/bookings/cancel/cancel-reservation.server")],
  ["app/routes/probe.tsx", value("~/offboarding/delete-venue.server")],
  ["app/routes/probe.tsx", value("~/platform/web/page-action.server")],
  ["app/routes/probe.tsx", value("@models/enumerations")],
  ["app/routes/probe.tsx", value("@remix-run/react")],
  ["jobs/probe.ts", value("~/bookings/payment/expire-holds.server")],
  ["jobs/probe.ts", value("~/platform/log.server")],
  ["app/ui/probe.tsx", value("react")],
  ["app/ui/probe.tsx", value("./icons")],
  ["app/islands/probe.tsx", value("~/rules/calendar")],
  ["app/islands/probe.tsx", value("~/bookings/reserve/forms")],
  ["app/islands/probe.tsx", value("~/platform/days")],
  ["app/islands/probe.tsx", value("~/platform/address/found-address")],
  ["app/islands/probe.tsx", value("~/ui/combobox")],
  ["app/islands/probe.tsx", value("@models/enumerations")],
  ["app/enhancers/probe.ts", value("~/accounts/password-strength")],
  ["app/accounts/probe.server.ts", value("@models/user")],
  ["app/accounts/probe.server.ts", value("@jobs/queue")],
  ["app/accounts/probe.server.ts", value("mongoose")],
  ["app/accounts/components/probe.tsx", value("react")],
  ["app/accounts/components/probe.tsx", type("../profile-page.server")],
  ["app/accounts/components/probe.tsx", value("@models/enumerations")],
  ["app/accounts/components/probe.tsx", type("@models/user")],
  ["app/accounts/probe-rules.ts", type("@models/user")],
  ["app/accounts/probe-rules.ts", "export const x = (now: number) => new Date(now);\n"],
  ["app/accounts/probe.server.ts", "export const x = new Date();\n"],
  ["app/payments/probe.ts", type("stripe")],
  ["app/payments/probe.server.ts", value("stripe")],
  ["app/bookings/payment/probe.server.ts", type("stripe")],
  ["app/admin/audit/chain.ts", value("node:crypto")],
  ["app/bookings/calendars/reader-thread.ts", value("node:worker_threads")],
  ["server.ts", value("@jobs/queue")],
  ["server.ts", value("~/platform/http/app.server")],
  ["app/accounts/probe-rules.ts", value("@models/enumerations")],
  ["app/accounts/probe-rules.ts", value("~/platform/days")],
  ["app/accounts/probe.server.ts", value("~/rules/price")],
  ["app/venues/components/probe.tsx", value("~/rules/policy")],
  ["app/venues/probe.server.ts", value("~/accounts/log-in.server")],
  ["app/payments/probe.server.ts", value("~/venues/own-venue.server")],
  ["app/bookings/reserve/probe.server.ts", value("~/payments/refund.server")],
  ["app/bookings/reserve/probe.server.ts", value("../record/transition.server")],
  ["app/bookings/answer/probe.server.ts", value("../cancel/cancel-reservation.server")],
  ["app/bookings/components/probe.tsx", type("../answer/answer-page.server")],
  ["app/bookings/components/probe.tsx", value("~/rules/price")],
  ["app/offboarding/probe.server.ts", value("~/bookings/cancel/cancel-reservation.server")],
  ["app/gallery/probe.server.ts", value("~/venues/venue-shapes")],
  ["app/reviews/probe.server.ts", value("~/bookings/record/reservation-view.server")],
  ["app/admin/probe.server.ts", value("~/offboarding/close-account.server")],
  ["app/admin/probe.server.ts", value("~/contact/forms")],
  ["app/platform/mail/probe.server.ts", value("@models/mail")],
  ["app/platform/http/probe.server.ts", value("~/platform/web/context.server")],
  ["app/accounts/probe.server.ts", 'export const x = import("~/platform/days");\n'],
  ["models/probe.ts", value("~/platform/database.server")],
  ["app/probe.tsx", value("~/platform/http/route-groups.server")],
];

describe.each(Object.entries(FORBIDDEN))("%s", (_sentence, probes) => {
  it.each(probes)("%s: %j", async (file, code) => {
    const messages = await said(file, code);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain("docs/architecture.md");
    expect(messages[0]).not.toContain("There is no");
  });
});

it.each(["~/accounts/nothing", "@models/nothing", "../bookings/nothing"])(
  "refuses %s, which nothing stands behind",
  async (name) => {
    const messages = await said("app/accounts/probe.server.ts", value(name));
    expect(messages).toEqual([expect.stringContaining(`There is no ${name}`)]);
  },
);

describe("what stays possible", () => {
  it.each(ALLOWED)("%s: %j", async (file, code) => {
    expect(await said(file, code)).toEqual([]);
  });
});
