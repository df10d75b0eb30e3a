import type { Page } from "playwright/test";
import {
  cardFormPlace,
  cardFrame,
  CARDS,
  expect,
  inDays,
  payButton,
  paymentShown,
  press,
  reserve,
  reserveButton,
  test,
} from "../support/journey";
import { newAccount, newVenue } from "../support/browser-people";

/** What browsers other than the one that tests run in lack, or do to a page. */

/** Safari before 16, Chrome before 103. */
async function withoutNewest(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // @ts-expect-error every browser of today has it
    delete AbortSignal.timeout;
    // @ts-expect-error every browser of today has it
    delete HTMLFormElement.prototype.requestSubmit;
  });
}

async function typeCard(page: Page): Promise<void> {
  const fields = cardFrame(page);
  await fields.getByLabel("Numéro de carte").fill(CARDS.pays);
  await fields.getByLabel("Date d’expiration").fill("12/34");
  await fields.getByLabel("Code de sécurité").fill("123");
}

const paidTitle = (page: Page) => page.getByRole("heading", { name: "Paiement réussi" });

test.describe("a browser of some years ago", { tag: "@js" }, () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED/] });
  test.beforeEach(async ({ page }) => await withoutNewest(page));

  test("books and pays", async ({ page, enter, owner }) => {
    await enter(await newAccount());
    const venue = await newVenue(owner);
    await reserve(page, venue, inDays(30), inDays(31));
    await paymentShown(page);
    await typeCard(page);
    await press(payButton(page));
    await expect(paidTitle(page)).toBeVisible();
  });

  test("sends a form itself whose answer gets lost", async ({ page, enter, owner }) => {
    await enter(await newAccount());
    const path = `/reservation/${(await newVenue(owner))._id.toString()}`;
    let lost = 0;
    await page.route(/\/reservation\/|\/ajouter-location$/, async (route) => {
      if (route.request().resourceType() !== "fetch") return await route.continue();
      lost += 1;
      await route.abort();
    });
    await page.goto(path, { waitUntil: "networkidle" });
    await reserveButton(page).click();
    await expect(page.getByRole("alert")).toContainText("Veuillez sélectionner une date");
    await enter(owner);
    await page.goto("/ajouter-location", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Publier", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("Tous les champs doivent être remplis.");
    expect(lost).toBe(2);
  });
});

test("a page that its reader's browser has translated is paid on @js", async ({
  page,
  enter,
  owner,
}) => {
  await enter(await newAccount());
  await reserve(page, await newVenue(owner), inDays(30), inDays(31));
  await paymentShown(page);
  // As Chrome does: each text goes into elements of its own, and is another.
  await cardFormPlace(page).evaluate((place) => {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
  await typeCard(page);
  await press(payButton(page));
  await expect(paidTitle(page)).toBeVisible();
});
