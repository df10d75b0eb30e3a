import type { Locator, Page } from "playwright/test";
import { MailModel } from "@models/mail";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { addDays, formatDay, todayInParis, type Day } from "~/platform/days";
import { enterAs, newOwner } from "./browser-people";
import { runsScripts } from "./screenshots";
import { expect, test as base } from "./test";

export { expect } from "playwright/test";

/** Makes the browser someone's; `proof` is what their session has proved: an administrator's second step. */
export type Enter = (
  user: Pick<User, "_id">,
  proof?: Parameters<typeof enterAs>[2],
) => Promise<void>;

interface TestFixtures {
  /** Logs the browser in, as someone else when it was somebody's already. */
  enter: Enter;
}

interface WorkerFixtures {
  database: void;
  /** Someone who can be paid, for venues of a test's own. */
  owner: User;
}

/** `test` with the stack's database at hand. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: [
    async ({}, use) => {
      await connectDatabase(process.env.E2E_MONGODB_URI);
      await use();
      await disconnectDatabase();
    },
    { scope: "worker", auto: true },
  ],
  owner: [async ({ database: _ }, use) => use(await newOwner()), { scope: "worker" }],
  enter: async ({ context }, use) => {
    await use((user, proof) => enterAs(context, user, proof));
  },
});

/** Counts what a booking takes: pages that come, fields that are filled in (by their labels), presses. */
export function countSteps(page: Page) {
  const steps = { pages: 0, fields: [] as string[], presses: 0 };
  page.on("response", (response) => {
    const isPage = response.request().isNavigationRequest() && response.status() === 200;
    if (isPage && response.frame() === page.mainFrame()) steps.pages += 1;
  });
  return {
    steps,
    fill: async (field: Locator, text: string) => {
      await field.fill(text);
      steps.fields.push(...(await labelsOf(field)));
    },
    press: async (target: Locator) => {
      steps.presses += 1;
      await target.click();
    },
  };
}

/** What fields are called, of those that are to be seen. */
export async function labelsOf(fields: Locator): Promise<string[]> {
  return await fields.locator("visible=true").evaluateAll((elements) =>
    elements.map((element) => {
      const [label] = (element as HTMLInputElement).labels ?? [];
      return label?.textContent.trim() ?? element.outerHTML;
    }),
  );
}

/** The day so many days from now, in Paris. */
export const inDays = (count: number): Day => addDays(todayInParis(new Date()), count);

/** The text field of a venue's days, where scripts run. */
export const daysField = (page: Page) => page.locator("#periode");

/** Presses the link of an error summary to a field; again, should it come before the script that leads to a calendar's. */
export async function follow(link: Locator, field: Locator): Promise<void> {
  await expect(async () => {
    await link.click();
    await expect(field).toBeFocused({ timeout: 1_000 });
  }).toPass();
}

/** The calendars that it opens. */
export const calendars = (page: Page) => page.getByRole("dialog", { name: "Choisir les dates" });

type Slot = "AM" | "PM";
const SLOT_NAMES = { AM: "Matin", PM: "Après-midi" } as const;

/** Fills in the days of a venue's page: in the calendar where scripts run, else in the plain fields. */
export async function chooseDays(
  page: Page,
  start: Day,
  end: Day,
  slots?: { start: Slot; end: Slot },
): Promise<void> {
  if (!(await runsScripts(page))) {
    await page.getByLabel("Arrivée", { exact: true }).fill(start);
    await page.getByLabel("Départ", { exact: true }).fill(end);
    if (!slots) return;
    await page.getByLabel("Créneau d’arrivée").selectOption(slots.start);
    await page.getByLabel("Créneau de départ").selectOption(slots.end);
    return;
  }
  await daysField(page).click();
  await expect(calendars(page)).toBeVisible();
  // Typing brings the month into sight; one day alone is two presses on it.
  await daysField(page).fill(
    `${formatDay(start)} - ${formatDay(addDays(end, start === end ? 1 : 0))}`,
  );
  for (const day of [start, end]) {
    await dayButton(page, day).click();
    const cell = calendars(page).locator(`[data-day="${day}"]:not([data-outside])`);
    await expect(cell).toHaveAttribute("aria-selected", "true");
  }
  const ends = calendars(page).getByRole("group");
  for (const [name, slot] of [
    ["Arrivée", slots?.start],
    ["Départ", slots?.end],
  ] as const) {
    if (slot) await ends.filter({ hasText: name }).getByText(SLOT_NAMES[slot]).click();
  }
  await calendars(page).getByRole("button", { name: "Réserver" }).click();
  await expect(calendars(page)).toBeHidden();
}

/** The button of a day in the open calendars, in its own month. */
const dayButton = (page: Page, day: Day) =>
  calendars(page).locator(`[data-day="${day}"]:not([data-outside]) button`);

/** Works the price out where that takes a press: with a calendar it has been all along. */
export async function updatePrice(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Mettre à jour le prix" });
  if (!(await runsScripts(page))) await button.click();
}

/** The booking form's own button: on phones another one leads to it, and the calendar has one. */
export const reserveButton = (page: Page) => page.locator("#reserver button[name='requestKey']");

/** From a venue's page to the last look before paying. */
export async function reserve(
  page: Page,
  venue: Pick<Venue, "_id">,
  start: Day,
  end: Day,
): Promise<void> {
  await page.goto(`/reservation/${venue._id.toString()}`);
  await chooseDays(page, start, end);
  await reserveButton(page).click();
  await page.waitForURL(/\/paiement\?demande=/);
}

export const payButton = (page: Page) => page.getByRole("button", { name: /^Payer/ });

/** The button that leads to the hosted page: below the card form, where there is one. */
export const hostedButton = (page: Page) =>
  page.locator("button[name='intent'][value='pay']:visible");

/** The card form's fields, in Stripe's frame; there only where scripts run. */
export const cardFrame = (page: Page) => page.frameLocator("iframe[title='Saisie de la carte']");

/** Where the card form comes; its code does once this is in view. */
export const cardFormPlace = (page: Page) => page.locator("[data-island='card-form']");

/** Waits until the last look shows all that it will: the card form, where scripts run. */
export async function paymentShown(page: Page): Promise<void> {
  await page.waitForURL(/\/paiement\?/);
  if (!(await runsScripts(page))) return;
  await cardFormPlace(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole("form", { name: "Paiement par carte" })).toContainText("Payer");
}

/**
 * Presses a button near a frame of another origin by the keyboard: right after the page scrolled, a busy
 * browser may still hand a click there to the frame.
 */
export async function press(button: Locator): Promise<void> {
  await button.press("Enter");
}

/** From the last look to the hosted payment page. */
export async function openPayment(page: Page): Promise<void> {
  await paymentShown(page);
  await press(hostedButton(page));
  await page.waitForURL(/\/pay\//);
}

export const CARDS = {
  pays: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  asks: "4000 0025 0000 3155",
} as const;

/** Fills in the hosted payment page and sends it. */
export async function payWith(page: Page, card: keyof typeof CARDS): Promise<void> {
  await page.getByLabel("Numéro de carte").fill(CARDS[card]);
  await page.getByLabel("Date d’expiration").fill("12/34");
  await page.getByLabel("Code de sécurité").fill("123");
  await page.getByLabel("Nom du titulaire de la carte").fill("Camille Durand");
  await payButton(page).click();
}

/** Text as a regular expression that takes any space, or none, where the text has one. */
export function spaced(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(escaped.replace(/\s+/g, "\\s*"));
}

/** The text of the newest mail to an address with this subject; what a payment tells comes after its page. */
export async function mailTo(email: string, subject: string): Promise<string> {
  let text: string | undefined;
  await expect
    .poll(
      async () => {
        const mails = await MailModel.find({ to: email }, "subject text").sort({ _id: -1 }).lean();
        text = mails.find((mail) => mail.subject.includes(subject))?.text;
        return text;
      },
      { message: `a mail to ${email} about ${subject}` },
    )
    .toBeTruthy();
  return text!;
}
