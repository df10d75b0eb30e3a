import type { Page } from "playwright/test";
import { BookedSlotModel } from "@models/booked-slot";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel } from "@models/reservation";
import type { User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { WishModel } from "@models/wish";
import { offerWishes } from "~/bookings/waiting/offer-wishes.server";
import { formatDay, formatDayRange } from "~/platform/days";
import { morningAfter } from "~/rules/waiting-list";
import { expectAccessible } from "../support/axe";
import { newAccount, newVenue, PASSWORD, stackStripe, unique } from "../support/browser-people";
import { byDay } from "../support/by-day";
import { takeSlots } from "../support/fixtures";
import {
  calendars,
  chooseDays,
  countSteps,
  daysField,
  expect,
  follow,
  hostedButton,
  inDays,
  mailTo,
  openPayment,
  payButton,
  paymentShown,
  payWith,
  press,
  reserve,
  reserveButton,
  spaced,
  test,
  updatePrice,
} from "../support/journey";
import { runsScripts } from "../support/screenshots";

// Elsewhere nothing moves, for speed (playwright.config.ts): these pages do.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

/**
 * The main job, from a search to a paid reservation and back. What pages.test.ts holds to WCAG in the same state is
 * not held to it here again.
 */

const TAKEN =
  "Une réservation existe déjà entre vos dates sélectionnées. Veuillez choisir des dates disponibles.";

/** The row of a venue in the lists of buyers and owners. */
const rowOf = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

async function onlyReservation({ _id }: Venue) {
  const reservations = await ReservationModel.find({ venueId: _id }).lean();
  expect(reservations).toHaveLength(1);
  return reservations[0]!;
}

/** What Stripe has given back of a payment, in cents. */
async function refundedAtStripe(paymentIntentId: string | undefined): Promise<number> {
  const { data } = await stackStripe().refunds.list({ payment_intent: paymentIntentId ?? "" });
  return data.reduce((sum, { amount }) => sum + amount, 0);
}

test("search, reserve, pay after a refused card, find it again, cancel it", async ({
  page,
  owner,
}) => {
  // Some twenty pages.
  test.slow();
  const buyer = await newAccount();
  const venue = await newVenue(owner, { cancellationPolicy: "modérée", price: 48_000 });
  const [start, end] = [inDays(4), inDays(5)];
  const { steps, fill, press } = countSteps(page);

  await page.goto("/");
  const search = page.getByRole("search", { name: "Chercher un lieu" });
  await fill(search.getByLabel("Où"), venue.city.toLowerCase().replace("é", "e"));
  await fill(search.getByLabel("Arrivée"), start);
  await fill(search.getByLabel("Départ"), end);
  await press(search.getByRole("button", { name: "Rechercher" }));
  await expect(page.getByText("1 lieu libre à ces dates, toute la journée.")).toBeVisible();
  await press(page.getByRole("link", { name: venue.title, exact: true }));

  const card = page.locator("#reserver");
  await expect(card).toContainText(spaced("2 jours × 480,00 € 960,00 €"));
  await expect(card).toContainText(spaced("Frais de service (12,5 %) 120,00 €"));
  await expect(card).toContainText(spaced("Total 1 080,00 €"));
  await expect(card).toContainText(`de moitié jusqu’au ${formatDay(inDays(2))}`);
  await press(reserveButton(page));

  await fill(page.getByLabel("Adresse e-mail"), buyer.email);
  await fill(page.getByLabel("Mot de passe"), PASSWORD);
  await press(page.getByRole("main").getByRole("button", { name: "Connexion" }));
  // The login leads on to what was asked for before it.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vérifiez puis payez");
  await expect(page.getByRole("main")).toContainText(spaced("Total 1 080,00 €"));
  await expect(page.getByRole("main")).toContainText(formatDayRange(start, end));
  await openPayment(page);
  // This press and that of 'Payer' to come.
  steps.presses += 2;
  expect(steps.pages).toBeLessThanOrEqual(6);
  expect(steps.fields.length).toBeLessThanOrEqual(6);
  expect(steps.presses).toBeLessThanOrEqual(6);
  await payWith(page, "declined");
  await expect(page.getByRole("alert")).toContainText("Votre carte a été refusée.");
  await payWith(page, "pays");

  await expect(page).toHaveURL(/\/success\?demande=/);
  await expect(page).toHaveTitle("Place des Salles | Paiement réussi\u00a0!");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paiement réussi\u00a0!");
  await expect(page.getByText("Confirmée", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(venue.title).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Mes demandes" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  const paid = await onlyReservation(venue);
  expect(paid).toMatchObject({ status: "confirmed", total: 108_000, ownerShare: 84_000 });
  const mail = await mailTo(buyer.email, `Réservation confirmée\u00a0: ${venue.title}`);
  expect(mail).toMatch(spaced("1 080,00 €"));
  expect(mail).toContain(paid.reference);

  await page.getByRole("link", { name: "Voir ma réservation" }).click();
  await expect(page).toHaveTitle(
    `Place des Salles | Réservation ${paid.reference}, ${venue.title} (${venue.city})`,
  );
  await page.getByRole("main").getByRole("link", { name: "Mes demandes" }).click();
  await expect(rowOf(page, venue.title)).toContainText("Confirmée");
  await rowOf(page, venue.title).getByRole("link", { name: "Annuler la réservation" }).click();
  await expect(page.getByRole("main")).toContainText(
    spaced("Vous serez remboursé(e) de 540,00 € sur les 1 080,00 € payés."),
  );
  expect(await refundedAtStripe(paid.paymentIntentId)).toBe(0);
  await page.getByRole("button", { name: "Annuler la réservation" }).click();

  await expect(page).toHaveURL("/mes-demandes");
  await expect(page.getByText("Paiement remboursé")).toBeVisible();
  await expect(rowOf(page, venue.title)).toContainText("Annulée");
  await expect(rowOf(page, venue.title)).toContainText(spaced("dont 540,00 € remboursés"));
  expect(await refundedAtStripe(paid.paymentIntentId)).toBe(54_000);
  expect(await BookedSlotModel.countDocuments({ venue: venue._id })).toBe(0);
  expect(await mailTo(buyer.email, `annulée\u00a0: ${venue.title}`)).toMatch(spaced("540,00 €"));

  await rowOf(page, venue.title).getByRole("link", { name: "Supprimer" }).click();
  await page.getByRole("button", { name: "Supprimer la demande" }).click();
  await expect(page.getByText("Aucune réservation pour le moment")).toBeVisible();
  expect((await onlyReservation(venue)).hiddenByBuyer).toBe(true);
});

test.describe("a venue whose owner validates", () => {
  /** Reserves and pays as a new buyer; the request awaits its owner afterwards. */
  async function request(page: Page, enter: (user: User) => Promise<void>, owner: User) {
    test.slow();
    const buyer = await newAccount();
    const venue = await newVenue(owner, { needValidation: true, price: 20_000 });
    await enter(buyer);
    await reserve(page, venue, inDays(30), inDays(30));
    await openPayment(page);
    await payWith(page, "pays");
    await expect(page).toHaveURL(/\/success\?demande=/);
    await expect(page.getByText("En attente", { exact: true })).toBeVisible();
    expect((await onlyReservation(venue)).status).toBe("pending");
    return { buyer, venue };
  }

  test("is confirmed once they accept", async ({ page, enter, owner }) => {
    const { buyer, venue } = await request(page, enter, owner);
    await enter(owner);
    await page.goto("/mes-locations");
    const waiting = page
      .getByRole("region", { name: "Demandes à valider" })
      .getByRole("listitem")
      .filter({ hasText: venue.title });
    await expect(waiting).toContainText(spaced("175,00 €"));
    await waiting.getByRole("link", { name: "Accepter" }).click();
    // Asked by a page of its own or, once that has its script, over this one.
    const yes = page.getByRole("button", { name: "Accepter la demande" });
    await expect(yes).toBeVisible();
    expect((await onlyReservation(venue)).status).toBe("pending");
    await yes.click();
    await expect(page.getByText("La réservation est confirmée.")).toBeVisible();
    const toCome = page.getByRole("table", { name: "Réservations à venir" });
    await expect(toCome.getByRole("row").filter({ hasText: venue.title })).toContainText(
      "Confirmée",
    );
    await expect(waiting).toHaveCount(0);

    await enter(buyer);
    await page.goto("/mes-demandes");
    await expect(rowOf(page, venue.title)).toContainText("Confirmée");
    const { paymentIntentId } = await onlyReservation(venue);
    const intent = await stackStripe().paymentIntents.retrieve(paymentIntentId ?? "");
    expect(intent).toMatchObject({ status: "succeeded", amount_received: 22_500 });
    await mailTo(buyer.email, `acceptée\u00a0: ${venue.title}`);
  });

  test("is given up once they refuse by the link of their mail", async ({
    page,
    context,
    enter,
    owner,
  }) => {
    const { buyer, venue } = await request(page, enter, owner);
    const mail = await mailTo(owner.email, `\u00a0: ${venue.title} (${venue.city}), `);
    const link = /https?:\/\/\S+\/refuser/.exec(mail)![0];
    await context.clearCookies();
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      spaced("Refuser cette demande ?"),
    );
    expect((await onlyReservation(venue)).status).toBe("pending");
    await page.getByLabel("Motif").fill("La salle est en travaux.");
    await page.getByRole("button", { name: "Refuser la demande" }).click();
    await expect(page.getByText("La demande est refusée.")).toBeVisible();
    await expect(page).toHaveURL(link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Vous avez refusé cette demande.",
    );
    await expectAccessible(page);

    await enter(buyer);
    await page.goto("/mes-demandes");
    await expect(rowOf(page, venue.title)).toContainText("Annulée");
    const { paymentIntentId } = await onlyReservation(venue);
    const intent = await stackStripe().paymentIntents.retrieve(paymentIntentId ?? "");
    expect(intent).toMatchObject({ status: "canceled", amount_received: 0 });
    expect(await BookedSlotModel.countDocuments({ venue: venue._id })).toBe(0);
    expect(await mailTo(buyer.email, venue.title)).toContain("en travaux");
  });
});

test("the price worked out, or why not, is in sight on a phone @no-js", async ({ page, owner }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const venue = await newVenue(owner, { time: "Half", price: 10_000 });
  await takeSlots(venue, [inDays(45), "PM"]);
  const update = page.getByRole("button", { name: "Mettre à jour le prix" });
  await page.goto(`/reservation/${venue._id.toString()}`);
  await chooseDays(page, inDays(40), inDays(41));
  await update.click();
  await expect(
    page.locator("#reserver .breakdown .total").locator("visible=true"),
  ).toBeInViewport();
  await expect(page).toHaveTitle(/^Place des Salles/);

  await chooseDays(page, inDays(44), inDays(45));
  await update.click();
  const summary = page.getByRole("alert");
  await expect(summary).toContainText(TAKEN);
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport();
  await expect(page).toHaveTitle(/^Erreur\u00a0: /);
  await expect(page.getByLabel("Départ", { exact: true })).toHaveValue(inDays(45));
  await expect(summary).toContainText("1 champ est à corriger");
  await summary.getByRole("link", { name: TAKEN }).click();
  await expect(page.getByLabel("Arrivée", { exact: true })).toBeFocused();

  await page.goto(`/reservation/${venue._id.toString()}`);
  await update.click();
  await expect(summary).toContainText("Veuillez sélectionner une date");
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Erreur\u00a0: /);
});

test(
  "days that cannot be had stay in the field, with why, when 'Réserver' is pressed all the same",
  { tag: "@js" },
  async ({ page, owner }) => {
    const venue = await newVenue(owner);
    await takeSlots(venue, [inDays(11), "AM"], [inDays(11), "PM"]);
    await page.goto(`/reservation/${venue._id.toString()}`);
    const text = `${formatDay(inDays(10))} - ${formatDay(inDays(12))}`;
    await daysField(page).focus();
    await expect(calendars(page)).toBeVisible();
    await daysField(page).fill(text);
    await page.keyboard.press("Enter");
    await reserveButton(page).click();
    await expect(daysField(page)).toBeFocused();
    await expect(daysField(page)).toHaveValue(text);
    await expect(daysField(page)).toHaveAccessibleDescription(new RegExp(TAKEN));
    await expect(page.getByRole("alert")).toHaveCount(0);
    await daysField(page).fill(`${formatDay(inDays(12))} - ${formatDay(inDays(13))}`);
    await page.keyboard.press("Enter");
    await reserveButton(page).click();
    await expect(page).toHaveURL(/\/connexion\?vers=/);
  },
);

test(
  "once other days are chosen, a phone is told nothing any more of those that the page was asked for",
  { tag: "@js" },
  async ({ page, owner }) => {
    await page.setViewportSize({ width: 390, height: 740 });
    const venue = await newVenue(owner, { price: 48_000 });
    await takeSlots(venue, [inDays(41), "AM"]);
    const path = `/reservation/${venue._id.toString()}`;
    const bar = page.locator(".sticky-bar p").locator("visible=true");
    const choose = async () => {
      await daysField(page).fill(`${formatDay(inDays(20))} - ${formatDay(inDays(22))}`);
      await page.keyboard.press("Enter");
    };
    await page.goto(`${path}?start=${inDays(20)}&end=${inDays(20)}`);
    await expect(bar).toHaveText(spaced("540,00 € frais de service compris"));
    await choose();
    await expect(page.locator("#reserver .total").locator("visible=true")).toHaveText(
      spaced("Total1 620,00 €"),
    );
    await expect(bar).toHaveText(spaced("480 € par jour540,00 € frais compris"));

    const summary = page.locator(".error-summary");
    const waiting = page.getByRole("link", { name: "Me prévenir si ces dates se libèrent" });
    await page.goto(`${path}?start=${inDays(40)}&end=${inDays(42)}`);
    await expect(summary).toContainText(TAKEN);
    await expect(waiting).toBeVisible();
    await choose();
    await expect(summary).toBeHidden();
    await expect(waiting).toBeHidden();
  },
);

test(
  "while the answer to 'Réserver' is on its way, its button says so and nothing else can be done",
  { tag: "@js" },
  async ({ page, owner }) => {
    const venue = await newVenue(owner);
    const path = `/reservation/${venue._id.toString()}`;
    let answer = () => {};
    const gate = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === "POST") await gate;
      await route.continue();
    });
    // A press before the script is there is answered as without it.
    await page.goto(path, { waitUntil: "networkidle" });
    await reserveButton(page).click();
    await expect(reserveButton(page)).toHaveText("Envoi en cours…");
    await expect(reserveButton(page)).toHaveAttribute("aria-disabled", "true");
    await expect(reserveButton(page)).toBeFocused();
    // What was typed now would be lost with the card that is to be replaced.
    await daysField(page).focus();
    await expect(reserveButton(page)).toBeFocused();
    answer();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(reserveButton(page)).toHaveText("Réserver");
    await daysField(page).focus();
    await expect(daysField(page)).toBeFocused();
  },
);

test("'Réserver' without days says so to a visitor too, and leads to the field", async ({
  page,
  owner,
}) => {
  const venue = await newVenue(owner);
  await page.goto(`/reservation/${venue._id.toString()}`);
  await reserveButton(page).click();
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("1 champ est à corriger");
  await expect(summary).toBeFocused();
  const field = (await runsScripts(page))
    ? daysField(page)
    : page.getByLabel("Arrivée", { exact: true });
  await follow(summary.getByRole("link", { name: "Veuillez sélectionner une date" }), field);
  await expect(field).toHaveAccessibleDescription(/Veuillez sélectionner une date/);
});

test.describe("with scripts, the card without its calendar", { tag: "@js" }, () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED|dynamically imported module/] });

  test("is answered in its place; Back and a lost answer find the page", async ({
    page,
    enter,
    owner,
  }) => {
    await page.route(/\/assets\/date-range-/, (route) => route.abort());
    const venue = await newVenue(owner, { time: "Half", price: 10_000 });
    await takeSlots(venue, [inDays(45), "PM"]);
    const path = `/reservation/${venue._id.toString()}`;
    const update = page.getByRole("button", { name: "Mettre à jour le prix" });
    const choose = async (start: number, end: number) => {
      await daysField(page).focus();
      await page.getByLabel("Arrivée", { exact: true }).fill(inDays(start));
      await page.getByLabel("Départ", { exact: true }).fill(inDays(end));
    };
    await enter(await newAccount());
    // A press before the script is there would bring the page anew.
    await page.goto(path, { waitUntil: "networkidle" });
    await choose(40, 41);
    await page.evaluate("window.isStill = true");
    await update.click();
    await expect(page.getByRole("status")).toHaveText(spaced("Total : 450,00 €"));
    await expect(page.locator("#prix .total")).toBeInViewport();
    await expect(update).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`${path}\\?start=${inDays(40)}&`));
    await expect(page.locator(".sticky-bar")).toContainText(spaced("450,00 €"));

    await page.getByLabel("Arrivée", { exact: true }).fill(inDays(44));
    await page.getByLabel("Départ", { exact: true }).fill(inDays(45));
    await reserveButton(page).click();
    const summary = page.getByRole("alert");
    await expect(summary).toContainText(TAKEN);
    await expect(summary).toBeFocused();
    await expect(summary).toBeInViewport();
    await expect(page).toHaveTitle(/^Erreur\u00a0: /);
    await expect(page).toHaveURL(new RegExp(`start=${inDays(44)}&`));
    await expect(page.getByLabel("Départ", { exact: true })).toHaveValue(inDays(45));
    await expectAccessible(page);
    // Neither press has left the page.
    expect(await page.evaluate("window.isStill")).toBe(true);

    // The page comes anew, and a press before its scripts would be answered as without them.
    await Promise.all([page.waitForEvent("load"), page.goBack()]);
    await page.waitForLoadState("networkidle");
    await expect(page).toHaveURL(new RegExp(`start=${inDays(40)}&`));
    await expect(page).toHaveTitle(/^Place des Salles/);
    await expect(page.locator("#reserver")).toContainText(spaced("450,00 €"));
    // Nor does a page that has answered nothing yet say one address and show another card.
    const shows = async (start: number, text: string | RegExp) => {
      await page.waitForLoadState("networkidle");
      await expect(page).toHaveURL(new RegExp(`start=${inDays(start)}&`));
      await expect(page.locator("#reserver")).toContainText(text);
    };
    await Promise.all([page.waitForEvent("load"), page.goForward()]);
    await shows(44, TAKEN);
    await page.reload({ waitUntil: "networkidle" });
    await Promise.all([page.waitForEvent("load"), page.goBack()]);
    await shows(40, spaced("450,00 €"));
    await choose(42, 43);
    let isLost = false;
    await page.route(`**${path}`, async (route) => {
      isLost ||= route.request().resourceType() === "fetch";
      await (route.request().resourceType() === "fetch" ? route.abort() : route.continue());
    });
    await reserveButton(page).click();
    await expect(page).toHaveURL(/\/paiement\?demande=/);
    expect(isLost).toBe(true);
  });
});

test("each price on the way is the price of what comes next", async ({ page, enter, owner }) => {
  const buyer = await newAccount();
  const city = `Fontaine-${unique()}`;
  const half = await newVenue(owner, { city, time: "Half", price: 14_551 });
  const day = await newVenue(owner, { city, price: 48_050 });
  await enter(buyer);
  const [start, end] = [inDays(60), inDays(61)];
  const search = new URLSearchParams({ city, start, end });
  for (const [venue, total] of [
    [half, "654,80 €"],
    [day, "1 081,13 €"],
  ] as const) {
    await page.goto(`/reservation?${search.toString()}`);
    const card = page.locator(".venue-card").filter({ hasText: venue.title });
    await expect(card.locator(".card-total")).toContainText(spaced(total));
    await card.getByRole("link", { name: venue.title, exact: true }).click();
    await expect(page.locator("#reserver .total").locator("visible=true")).toContainText(
      spaced(total),
    );
    await reserveButton(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vérifiez puis payez");
    await expect(page.getByRole("main").locator(".total")).toContainText(spaced(total));
    await expect(payButton(page)).toContainText(spaced(total));
    const cents = Number(total.replace(/\D/g, ""));
    expect(await onlyReservation(venue)).toMatchObject({ total: cents });
    await openPayment(page);
    await payWith(page, "pays");
    await page.waitForURL(/\/success\?demande=/);
    expect(await mailTo(buyer.email, `Réservation confirmée\u00a0: ${venue.title}`)).toMatch(
      spaced(total),
    );
    const { _id } = await onlyReservation(venue);
    const paid = await LedgerEntryModel.find({ reservation: _id, type: "captured" }).lean();
    expect(paid.map(({ amount }) => amount)).toEqual([cents]);
    await page.goto("/mes-paiments");
    await expect(rowOf(page, venue.title)).toContainText(spaced(total));
  }
});

/** The amounts of a text, in cents and in order. */
const centsIn = (text: string) =>
  [...text.matchAll(/([\d\s]+)(?:,(\d\d))?\s€/g)].map(([, euros = "", cents = "00"]) =>
    Number(euros.replace(/\s/g, "") + cents),
  );

for (const [what, fields, slots, amounts] of [
  [
    "a half day",
    { time: "Half", price: 14_551 },
    { startSlot: "PM", endSlot: "PM" },
    [14_551, 16_370],
  ],
  ["a whole day", { time: "Day", price: 48_050 }, {}, [48_050, 54_056]],
] as const) {
  test(`the price of ${what}, wherever it is shown, is what ${what} costs`, async ({
    page,
    enter,
    owner,
  }) => {
    const city = `Fontaine-${unique()}`;
    const venue = await newVenue(owner, { city, ...fields });
    await enter(await newAccount());
    const path = `/reservation/${venue._id.toString()}`;
    const [unitPrice, total] = amounts;

    await page.goto(`/reservation?city=${city}`);
    const card = page.locator(".venue-card").filter({ hasText: venue.title });
    expect(centsIn(await card.innerText())).toEqual(amounts);
    await card.getByRole("link", { name: venue.title, exact: true }).click();
    expect(centsIn(await page.locator("#reserver").innerText())).toEqual(amounts);
    // The bar of a phone is in the page, whatever its width.
    expect(centsIn((await page.locator(".sticky-bar").textContent()) ?? "")).toEqual(amounts);

    const day = inDays(60);
    await page.goto(
      `${path}?${new URLSearchParams({ start: day, end: day, ...slots }).toString()}`,
    );
    // One unit, the fee, and both together: what the page said before any day was chosen.
    const lines = [unitPrice, unitPrice, total - unitPrice, total];
    const breakdown = page.locator("#reserver .breakdown").locator("visible=true");
    expect(centsIn(await breakdown.innerText())).toEqual(lines);
    await reserveButton(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vérifiez puis payez");
    expect(centsIn(await page.getByRole("main").locator(".breakdown").innerText())).toEqual(lines);
    expect(centsIn(await payButton(page).innerText())).toEqual([total]);
    expect(await onlyReservation(venue)).toMatchObject({ units: 1, subtotal: unitPrice, total });
  });
}

test("a venue rented by the half day: an afternoon and a morning", async ({
  page,
  enter,
  owner,
}) => {
  const venue = await newVenue(owner, { time: "Half", price: 10_000 });
  await enter(await newAccount());
  await page.goto(`/reservation/${venue._id.toString()}`);
  await expect(page.locator("#reserver")).toContainText("par demi-journée");
  await chooseDays(page, inDays(40), inDays(41), { start: "PM", end: "AM" });
  await updatePrice(page);
  await expect(page.locator("#reserver")).toContainText(spaced("2 demi-journées × 100,00 €"));
  await expect(page.locator("#reserver")).toContainText(spaced("Total 225,00 €"));
  await expect(page.getByLabel("Créneau d’arrivée")).toHaveValue("PM");
  await reserveButton(page).click();
  await openPayment(page);
  await payWith(page, "pays");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paiement réussi\u00a0!");
  const slots = await BookedSlotModel.find({ venue: venue._id }).sort({ _id: 1 }).lean();
  expect(slots.map(({ day, slot }) => `${day} ${slot}`)).toEqual([
    `${inDays(40)} PM`,
    `${inDays(41)} AM`,
  ]);
});

test("a card that asks for the bank's consent: refused, then given", async ({
  page,
  enter,
  owner,
}) => {
  const venue = await newVenue(owner);
  await enter(await newAccount());
  await reserve(page, venue, inDays(12), inDays(12));
  await openPayment(page);
  await payWith(page, "asks");
  await page.getByRole("button", { name: "Refuser le paiement" }).click();
  await expect(page.getByRole("alert")).toContainText("Nous n’avons pas pu vous authentifier");
  expect((await onlyReservation(venue)).status).toBe("hold");
  await payWith(page, "asks");
  await page.getByRole("button", { name: "Accepter le paiement" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paiement réussi\u00a0!");
  expect((await onlyReservation(venue)).status).toBe("confirmed");
});

test("leaving the payment page keeps the days, and the payment can be made later", async ({
  page,
  enter,
  owner,
}) => {
  const venue = await newVenue(owner);
  await enter(await newAccount());
  await reserve(page, venue, inDays(14), inDays(15));
  await openPayment(page);
  await page.getByRole("link", { name: "Retour" }).click();
  await expect(page).toHaveURL(/\/error\?/);
  await expect(page).toHaveTitle("Place des Salles | Échec du paiement\u00a0!");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Échec du paiement\u00a0!");
  await expect(page.getByText("Votre paiement n’a pas pu aboutir.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Retour", exact: true })).toHaveAttribute(
    "href",
    "/",
  );

  await page.goto("/mes-demandes");
  await expect(rowOf(page, venue.title)).toContainText("Paiement en cours");
  await page.goBack();
  await page.getByRole("link", { name: "Réessayer le paiement" }).click();
  await openPayment(page);
  await payWith(page, "pays");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paiement réussi\u00a0!");
  expect((await onlyReservation(venue)).status).toBe("confirmed");
});

test("giving up before paying frees the days at once", async ({ page, enter, owner }) => {
  const venue = await newVenue(owner);
  await enter(await newAccount());
  await reserve(page, venue, inDays(16), inDays(16));
  // The card form comes above the button and moves it: a click in that moment falls beside it.
  await paymentShown(page);
  await press(page.getByRole("button", { name: "Annuler cette demande" }));
  await expect(
    page.getByText("Votre demande est annulée. Aucun débit n’est enregistré."),
  ).toBeVisible();
  expect(await BookedSlotModel.countDocuments({ venue: venue._id })).toBe(0);
  await page.goto("/mes-demandes");
  await expect(page.getByText("Aucune réservation pour le moment")).toBeVisible();
});

test("two presses make one reservation, and one payment", async ({ page, enter, owner }) => {
  const venue = await newVenue(owner);
  await enter(await newAccount());
  const path = `/reservation/${venue._id.toString()}`;
  await page.goto(path);
  const requestKey = (await reserveButton(page).getAttribute("value")) ?? "";
  await chooseDays(page, inDays(18), inDays(19));
  await reserveButton(page).dblclick();
  await page.waitForURL(/\/paiement\?demande=/);
  // A form's fragment stays in the address that its answer leads to.
  const recap = page.url().replace(/#.*/, "");
  // The very form once more, twice at once, as by someone who went back and pressed on.
  const form = { start: inDays(18), end: inDays(19), requestKey };
  const answers = await Promise.all(
    [1, 2].map(() => page.request.post(path, { form, maxRedirects: 0 })),
  );
  for (const answer of answers) {
    expect(new URL(answer.headers().location ?? "", recap).href).toBe(recap);
  }

  await paymentShown(page);
  await hostedButton(page).evaluate((button: HTMLElement) => [button.click(), button.click()]);
  await page.waitForURL(/\/pay\//);
  await payWith(page, "pays");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paiement réussi\u00a0!");
  const reservation = await onlyReservation(venue);
  expect(reservation.attempt).toBe(1);
  const { data } = await stackStripe().paymentIntents.list({ limit: 100 });
  const ours = data.filter(({ metadata }) => metadata.reservation === reservation._id.toString());
  expect(ours.map(({ amount_received }) => amount_received)).toEqual([reservation.total]);
});

test("days that someone took meanwhile are refused, and everything typed stays", async ({
  page,
  enter,
  owner,
}) => {
  const venue = await newVenue(owner);
  await enter(await newAccount());
  await page.goto(`/reservation/${venue._id.toString()}`);
  await chooseDays(page, inDays(20), inDays(22));
  await takeSlots(venue, [inDays(21), "AM"]);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await reserveButton(page).click();
  expect((await answer).status()).toBe(409);
  await expect(page.getByRole("alert").first()).toContainText(TAKEN);
  await expect(page.getByLabel("Arrivée", { exact: true })).toHaveValue(inDays(20));
  await expect(page.getByLabel("Départ", { exact: true })).toHaveValue(inDays(22));
  await expect(page.getByText(`le ${formatDay(inDays(21))}`)).toHaveCount(1);
  expect(await ReservationModel.countDocuments({ venueId: venue._id })).toBe(0);

  await chooseDays(page, inDays(22), inDays(23));
  await reserveButton(page).click();
  await expect(page).toHaveURL(/\/paiement\?demande=/);
});

/** Asked for by the test: counted as the file is read, they would be yesterday's after a midnight in between. */
const badDays = (): [start: string, end: string, sentence: string][] => [
  ["2027-02-30", "2027-03-01", "Saisissez des dates qui existent, au format JJ/MM/AAAA."],
  [inDays(10), inDays(9), "La seconde date ne peut pas précéder la première."],
  [inDays(-1), inDays(3), "La première date possible est demain."],
  [inDays(0), inDays(0), "La première date possible est demain."],
  [inDays(30), inDays(600), "Les réservations sont ouvertes jusqu’à 18\u00a0mois à l’avance."],
  [
    inDays(1),
    inDays(32),
    "31\u00a0jours au plus se réservent à la fois. Choisissez une période plus courte.",
  ],
  [inDays(1), inDays(367), "Choisissez 366\u00a0jours au plus."],
  [inDays(10), "", "Veuillez sélectionner une date"],
];

// What the server says, whether or not scripts run.
test("days that make no sense are refused with the reason, and change nothing @no-js", async ({
  page,
  enter,
  owner,
}) => {
  const venue = await newVenue(owner);
  await enter(await newAccount());
  const path = `/reservation/${venue._id.toString()}`;
  for (const [start, end, sentence] of badDays()) {
    await page.goto(`${path}?${new URLSearchParams({ start, end }).toString()}`);
    await expect(page.locator("#reserver")).toContainText(sentence);
    await expect(page.locator("#reserver")).not.toContainText("Total");
    const refused = await page.request.post(path, { form: { start, end, requestKey: "essai" } });
    expect(refused.status(), `${start} ${end}`).toBe(422);
    expect(await refused.text()).toContain(sentence);
  }
  expect(await ReservationModel.countDocuments({ venueId: venue._id })).toBe(0);
  expect(await BookedSlotModel.countDocuments({ venue: venue._id })).toBe(0);
});

const CLOSED = "Ce lieu n’accepte pas les réservations pour le moment.";

test("a venue whose owner cannot be paid yet says so at its top, and has neither form nor price", async ({
  page,
}) => {
  const owner = await newAccount({ accountId: `acct_${unique()}`, stripeStats: "restricted" });
  const venue = await newVenue(owner);
  const days = new URLSearchParams({ start: inDays(30), end: inDays(31) });
  await page.goto(`/reservation/${venue._id.toString()}?${days.toString()}`);
  const said = page.getByRole("status").filter({ hasText: CLOSED });
  const photos = page.getByRole("list", { name: "Photos du lieu" });
  const [banner, gallery] = await Promise.all([said.boundingBox(), photos.boundingBox()]);
  expect(banner!.y).toBeLessThan(gallery!.y);
  await expect(page.getByRole("main").locator("form")).toHaveCount(0);
  await expect(page).toHaveTitle(/^Place des Salles/);
  // Those beside it have their prices: venues of other tests that run meanwhile may be among them.
  const [own = ""] = (await page.getByRole("main").innerText()).split("Lieux semblables");
  expect(own).toContain(CLOSED);
  expect(own).not.toMatch(/€ par jour|Total/);
  expect(await page.content()).not.toContain('"@type":"Offer"');
  await page.getByRole("link", { name: "Voir les autres lieux de cette ville" }).click();
  const asked = Object.fromEntries(new URL(page.url()).searchParams);
  expect(asked).toEqual({ start: inDays(30), end: inDays(31), city: venue.city });
});

test("a venue that closes while somebody chooses its days says so instead of reserving", async ({
  page,
  enter,
  owner,
}) => {
  await enter(await newAccount());
  const venue = await newVenue(owner);
  await page.goto(`/reservation/${venue._id.toString()}`);
  await chooseDays(page, inDays(12), inDays(13));
  await VenueModel.updateOne({ _id: venue._id }, { status: "unavailable", searchable: false });
  await reserveButton(page).click();
  await expect(page.getByRole("alert")).toContainText(CLOSED);
  await expect(page.getByText(CLOSED)).toHaveCount(1);
  await expect(reserveButton(page)).toHaveCount(0);
  expect(await ReservationModel.countDocuments({ venueId: venue._id })).toBe(0);
  await expectAccessible(page);
});

test("days that others have are waited for, held once they are free, and taken", async ({
  page,
  enter,
  owner,
}) => {
  test.slow();
  const person = await newAccount();
  const venue = await newVenue(owner, {});
  await takeSlots(venue, [inDays(30), "AM"], [inDays(30), "PM"]);
  const days = new URLSearchParams({ start: inDays(30), end: inDays(31) }).toString();
  await page.goto(`/reservation/${venue._id.toString()}?${days}`);
  await expect(page.getByRole("alert").first()).toContainText(TAKEN);
  await page.getByRole("link", { name: "Me prévenir si ces dates se libèrent" }).click();
  // The login leads back to the wish, with its days.
  await page.getByLabel("Adresse e-mail").fill(person.email);
  await page.getByLabel("Mot de passe").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Connexion" }).click();
  await expect(page.getByLabel("Départ", { exact: true })).toHaveValue(inDays(31));
  await page.getByRole("button", { name: "Me prévenir" }).click();
  await expect(page).toHaveURL("/mes-demandes");
  const list = page.getByRole("region", { name: "Liste d’attente" });
  await expect(list).toContainText(`${formatDayRange(inDays(30), inDays(31))}, en attente`);

  await enter(owner);
  await page.goto(`/profil/location/${venue._id.toString()}`);
  await expect(list).toContainText("1 demande attend des dates déjà prises");
  await page.getByRole("button", { name: /^Rouvrir (du|le) / }).click();
  await expect(page.getByText("Ces jours ne sont plus fermés par vous.")).toBeVisible();

  // By a job, which the opened days have asked for. It runs at the hour that it is: at night these wait, and its turn of the
  // morning is taken here.
  const present = new Date();
  if (morningAfter(present)) await offerWishes(byDay(present));
  const wishes = () => WishModel.distinct("state", { venue: venue._id });
  await expect.poll(wishes).toEqual(["offered"]);
  await enter(person);
  await page.goto("/mes-demandes");
  await expect(list).toContainText("gardées pour vous jusqu’au");
  const mail = await mailTo(person.email, `Vos dates se sont libérées\u00a0: ${venue.title}`);
  const held = await onlyReservation(venue);
  expect(mail).toContain(held.reference);
  await list.getByRole("link", { name: "Voir les dates gardées" }).click();
  await expect(page.getByRole("main")).toContainText(`Référence\u00a0: ${held.reference}`);
  await page.getByRole("button", { name: "Réserver ces dates" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vérifiez puis payez");
  await expect(page.getByRole("main")).toContainText(formatDayRange(inDays(30), inDays(31)));
  expect((await onlyReservation(venue)).offer).toBeUndefined();
});
