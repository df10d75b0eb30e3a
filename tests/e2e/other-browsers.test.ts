import type { Locator, Page } from "playwright/test";
import sharp from "sharp";
import {
  cardFormPlace,
  cardFrame,
  CARDS,
  expect,
  hostedButton,
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

/** Serves pages with a style in which `known` is something that no browser knows. */
async function withoutStyle(page: Page, known: string): Promise<void> {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return await route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    delete headers["content-security-policy"];
    const body = (await response.text()).replaceAll(known, "-x-unknown");
    await route.fulfill({ response, headers, body });
  });
}

/** Takes the rules that begin like this out of each style as it comes. The page is the server's own: it may ask for Stripe's. */
async function withoutRules(page: Page, beginning: string): Promise<void> {
  await page.addInitScript((begun) => {
    if (window.top !== window) return;
    const takeOut = () => {
      for (const sheet of document.styleSheets) {
        for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1) {
          if (sheet.cssRules[at]!.cssText.startsWith(begun)) sheet.deleteRule(at);
        }
      }
    };
    new MutationObserver(takeOut).observe(document, { childList: true, subtree: true });
  }, beginning);
}

/** As Chrome does: each text goes into elements of its own, and is another. */
async function translate(part: Locator): Promise<void> {
  await part.evaluate((place) => {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = `${text.data} (translated)`;
      outer.append(inner);
      text.replaceWith(outer);
    }
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

test("a browser that cannot say whether scripts run shows what they bring @js", async ({
  page,
  enter,
  owner,
}) => {
  await withoutRules(page, "@media screen and (scripting");
  await page.goto("/testpage?exemple=with-all");
  await expect(page.locator(".with-script").first()).toBeVisible();
  await enter(await newAccount());
  await reserve(page, await newVenue(owner), inDays(30), inDays(31));
  await paymentShown(page);
  await typeCard(page);
  await press(payButton(page));
  await expect(paidTitle(page)).toBeVisible();
});

test("a page whose card form no style shows leads to the hosted one @js", async ({
  page,
  enter,
  owner,
}) => {
  await enter(await newAccount());
  await withoutRules(page, "@media screen");
  await reserve(page, await newVenue(owner), inDays(30), inDays(31));
  await cardFormPlace(page).scrollIntoViewIfNeeded();
  await expect(page.locator("form[aria-label='Paiement par carte']")).toContainText("Payer");
  await expect(hostedButton(page)).toBeVisible();
});

test.describe("a low window of a browser that cannot place a menu at its button", () => {
  test.use({ viewport: { width: 375, height: 400 } });

  test("has all of the menu in its reach @js", async ({ page, enter }) => {
    await enter(await newAccount());
    await withoutStyle(page, "anchor(");
    await page.goto("/contact");
    await page.getByRole("button", { name: "Menu" }).click();
    const last = page.getByRole("button", { name: "Déconnexion" });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  });
});

test("a table that cannot go by its room moves within its frame @js", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await withoutStyle(page, "container");
  await page.goto("/CGV");
  const frame = page.locator(".table-frame").first();
  await expect(frame.getByRole("columnheader").first()).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(375);
  const label = await frame
    .locator("td[data-label]")
    .first()
    .evaluate((cell) => getComputedStyle(cell, "::before").display);
  expect(label).toBe("none");
});

test("a page that its reader's browser has translated is paid on @js", async ({
  page,
  enter,
  owner,
}) => {
  await enter(await newAccount());
  await reserve(page, await newVenue(owner), inDays(30), inDays(31));
  await paymentShown(page);
  await translate(cardFormPlace(page));
  await typeCard(page);
  await press(payButton(page));
  await expect(paidTitle(page)).toBeVisible();
});

test.describe("a page that its reader's browser has translated", { tag: "@js" }, () => {
  // What React draws anew is other text than it finds.
  test.use({ expectedConsoleErrors: [/Minified React error/] });

  /** The calendar's code comes no sooner than what is given back is called. */
  async function heldBack(page: Page): Promise<() => void> {
    let letThrough = () => {};
    const gate = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(/\/assets\/date-range-/, async (route) => {
      await gate;
      await route.continue();
    });
    return letThrough;
  }

  test("keeps what is typed before the calendar is there, and where", async ({ page }) => {
    const letThrough = await heldBack(page);
    await page.goto("/testpage?exemple=french");
    await translate(page.locator("[data-control]"));
    const field = page.locator("#french");
    await field.focus();
    await page.keyboard.type("07/06/2027 - 09/06/2027");
    letThrough();
    await expect(page.locator("[name='start']")).toHaveValue("2027-06-07");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("07/06/2027 - 09/06/2027");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("start=2027-06-07 end=2027-06-09")).toBeVisible();
  });

  test("repeats the press that the calendar's code came for", async ({ page }) => {
    // Between the finger's way down and up React would put another button below it, and nobody hears the press.
    const letThrough = await heldBack(page);
    await page.goto("/testpage?exemple=chosen");
    await translate(page.locator("[data-control]"));
    await page.locator(".unit button").click();
    letThrough();
    await expect(page.locator("#chosen")).toHaveValue("");
    await expect(page.locator(".unit button")).toHaveAccessibleName("Open the calendar");
  });

  test("searches the address that was typed before its code was there", async ({
    page,
    enter,
    owner,
  }) => {
    await enter(owner);
    await page.goto("/ajouter-location", { waitUntil: "networkidle" });
    let letThrough = () => {};
    const gate = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(/\/assets\/address-search-/, async (route) => {
      await gate;
      await route.continue();
    });
    const field = page.locator("#recherche-adresse");
    await translate(page.locator("[data-control]", { has: field }));
    await field.focus();
    await page.keyboard.type("12 tilleuls");
    letThrough();
    await expect(page.getByRole("option").first()).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("12 tilleuls");
  });
});

test("photos are made small where no WebP can be written @js", async ({ page, enter, owner }) => {
  // Safari answers with a PNG.
  await page.addInitScript(() => {
    const prototype = HTMLCanvasElement.prototype;
    const whole = Object.getOwnPropertyDescriptor(prototype, "toBlob")!
      .value as typeof prototype.toBlob;
    prototype.toBlob = function (told, type, quality) {
      whole.call(this, told, type === "image/webp" ? "image/png" : type, quality);
    };
  });
  await enter(owner);
  await page.goto("/ajouter-location", { waitUntil: "networkidle" });
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const drawn = () =>
    sharp({ create: { width: 2_400, height: 1_800, channels: 3, background: "#888", noise } });
  const jpeg = await drawn().jpeg({ quality: 95 }).toBuffer();
  const png = await drawn().resize(400).png().toBuffer();
  const field = page.getByLabel("Choisir des photos");
  await field.setInputFiles([
    { name: "IMG_1.JPEG", mimeType: "image/jpeg", buffer: jpeg },
    { name: "plan.png", mimeType: "image/png", buffer: png },
  ]);
  await expect(page.getByText("2 photos prêtes à l’envoi")).toBeVisible();
  const chosen = await field.evaluate((input: HTMLInputElement) =>
    [...input.files!].map(({ name, type, size }) => ({ name, type, size })),
  );
  expect(chosen).toMatchObject([
    { name: "IMG_1.jpg", type: "image/jpeg" },
    // What may be transparent stays what it is.
    { name: "plan.png", type: "image/png", size: png.length },
  ]);
  expect(chosen[0]!.size).toBeLessThan(jpeg.length / 2);
});
