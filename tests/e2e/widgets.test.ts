import type { Page } from "playwright/test";
import sharp from "sharp";
import { expectAccessible } from "../support/axe";
import { pressAgain } from "../support/press-again";
import { expect, test } from "../support/test";

/** The small widgets, on the catalogue: what scripts add to forms that work without. */

/** What is pressed or typed before the scripts are there is answered as without them. */
const show = (page: Page, example: string) =>
  page.goto(`/testpage?exemple=${example}`, { waitUntil: "networkidle" });

/** Its time is told by the test alone, however long the machine takes: a clock that is only installed runs on. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

test.describe("a toast", { tag: "@js" }, () => {
  const toasts = (page: Page) => page.locator(".toast");
  const close = (page: Page) => page.getByRole("button", { name: "Fermer" });

  test.beforeEach(async ({ page }) => {
    await stopClock(page);
  });

  test("stays as long as its type says, and covers nothing", async ({ page }) => {
    for (const [type, stays, role] of [
      ["blank", 4_000, "status"],
      ["success", 2_000, "status"],
      ["error", 4_000, "alert"],
      ["custom", 4_000, "status"],
    ] as const) {
      await show(page, `toast-${type}`);
      await expect(close(page)).toBeVisible();
      await expect(page.getByRole("main").getByRole(role)).toHaveCount(1);
      const button = page.getByRole("button", { name: "Send" });
      const below = await button.boundingBox();
      await expect(toasts(page), type).toHaveAttribute("data-duration", String(stays));
      await page.clock.runFor(stays - 1);
      await expect(toasts(page)).toBeVisible();
      await page.clock.runFor(1);
      await expect(toasts(page)).toHaveClass(/toast-leaving/);
      await expect(toasts(page)).toBeHidden();
      await expect(toasts(page)).toHaveCount(1);
      await page.clock.runFor(1_000);
      await expect(toasts(page)).toHaveCount(0);
      expect(await button.boundingBox(), type).toEqual(below);
    }
  });

  test("waits while someone points at it or is in it", async ({ page }) => {
    await show(page, "toast-success");
    await toasts(page).hover();
    await page.clock.runFor(10_000);
    await expect(toasts(page)).toBeVisible();
    await close(page).focus();
    await page.mouse.move(0, 0);
    await page.clock.runFor(10_000);
    await expect(toasts(page)).toBeVisible();
    await page.getByRole("button", { name: "Send" }).focus();
    await page.clock.runFor(2_100);
    await expect(toasts(page)).toBeHidden();
  });

  test("that tells of work under way stays until it is closed, and gives up its room", async ({
    page,
  }) => {
    await show(page, "toast-loading");
    const button = page.getByRole("button", { name: "Send" });
    const before = (await button.boundingBox())!.y;
    await page.clock.runFor(60_000);
    await close(page).focus();
    await page.keyboard.press("Escape");
    await expect(toasts(page)).toBeHidden();
    await expect(page.getByRole("main")).toBeFocused();
    expect((await button.boundingBox())!.y).toBeLessThan(before);
    await page.clock.runFor(1_000);
    await expect(toasts(page)).toHaveCount(0);
  });

  test("that must be read stays five seconds, an error until it is closed", async ({ page }) => {
    await show(page, "toast-must-be-read");
    await expect(close(page)).toHaveCount(2);
    await page.clock.runFor(4_000);
    await expect(page.getByText("You are paid on Friday.")).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(toasts(page)).toHaveText([/The card was refused/]);
    await close(page).click();
    await expect(toasts(page)).toBeHidden();
  });

  test("gives way to later ones: twenty are kept", async ({ page }) => {
    await show(page, "toast-many");
    await expect(toasts(page)).toHaveCount(20);
    await expect(toasts(page).first()).toContainText("Message 3");
    // What judges the page waits by its clock.
    await page.clock.resume();
    await expectAccessible(page);
  });
});

test.describe("a text to copy", { tag: "@js" }, () => {
  test("is copied at a press, which is said", async ({ page, context, baseURL }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL });
    await show(page, "copy");
    await page.getByRole("button", { name: "Copier the code" }).click();
    await expect(page.getByRole("status")).toHaveText(/Copied\./);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("AB12-CD34");
    await expectAccessible(page);
  });

  test("is left to people where there is no clipboard", async ({ page }) => {
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', {})");
    await show(page, "copy");
    await page.getByRole("button", { name: "Copier the code" }).click();
    await expect(page.getByRole("alert")).toContainText("La copie a échoué");
  });
});

test("a page is printed at a press", { tag: "@js" }, async ({ page }) => {
  await page.addInitScript("window.print = () => (window.printed = (window.printed ?? 0) + 1)");
  await show(page, "print");
  await page.getByRole("button", { name: "Imprimer" }).click();
  expect(await page.evaluate("window.printed")).toBe(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Imprimer" })).toBeHidden();
});

test("what is typed is counted, in red once it is full", { tag: "@js" }, async ({ page }) => {
  await page.clock.install();
  await show(page, "counted");
  const count = page.getByText("/ 30");
  await expect(count).toHaveText("0 / 30");
  const pale = await count.evaluate((element) => getComputedStyle(element).color);
  await page.getByLabel("About it").fill("Twenty-nine characters long.\n");
  await expect(count).toHaveText("29 / 30");
  await expect(count).toHaveCSS("color", pale);
  await page.getByLabel("About it").pressSequentially("x");
  await expect(count).toHaveText("30 / 30");
  await expect(count).toHaveCSS("color", "rgb(149, 26, 48)");
  await page.clock.runFor(1_000);
  await expect(page.getByRole("status")).toHaveText("0 caractère au plus encore");
  await expectAccessible(page);
});

test("a group of boxes is ticked whole, or not at all", { tag: "@js" }, async ({ page }) => {
  await show(page, "with-all");
  const boxes = page.getByRole("checkbox");
  await page.getByRole("button", { name: "Tout cocher" }).click();
  for (const box of await boxes.all()) await expect(box).toBeChecked();
  await page.getByRole("button", { name: "Tout décocher" }).click();
  for (const box of await boxes.all()) await expect(box).not.toBeChecked();
  await boxes.first().check();
  await expect(page.getByRole("button", { name: "Tout cocher" })).toBeVisible();
});

test("the menu closes on a choice and on a press outside", { tag: "@js" }, async ({ page }) => {
  await show(page, "counted");
  const menu = page.locator("#menu");
  // A choice that leads nowhere else leaves the page, and the menu, as they are.
  await page.route("**/connexion", (route) => route.fulfill({ status: 204 }));
  for (const close of [
    () => menu.getByRole("link", { name: "Connexion" }).click(),
    () => page.getByRole("heading", { level: 1 }).click(),
  ]) {
    await page.getByRole("banner").getByRole("button").click();
    await expect(menu).toBeVisible();
    await close();
    await expect(menu).toBeHidden();
  }
});

test.describe("a question before a deed", { tag: "@js" }, () => {
  const link = (page: Page) => page.getByRole("link", { name: "Delete it" });
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Delete it?" });

  /** A press before the script is there is answered by the question's own page, as without it. */
  async function showConfirm(page: Page) {
    await show(page, "confirm");
    await expect.poll(() => link(page).evaluate((element) => element.onclick !== null)).toBe(true);
  }

  test("is asked over the page, which is there again afterwards", async ({ page }) => {
    await showConfirm(page);
    const address = page.url();
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => dialog(page).getByRole("link", { name: "Retour" }).click(),
      () => page.mouse.click(5, 5),
    ]) {
      await link(page).click();
      await expect(dialog(page)).toBeVisible();
      await expect(page.getByRole("heading", { name: "Delete it?" })).toBeFocused();
      await leave();
      await expect(dialog(page)).toHaveCount(0);
      await expect(link(page)).toBeFocused();
    }
    expect(page.url()).toBe(address);
    await link(page).click();
    await expect(dialog(page).getByLabel("Why")).toBeVisible();
    // What the second press of a double one hits is not answered by it.
    for (const place of [dialog(page).getByRole("button"), dialog(page).getByRole("link")]) {
      await pressAgain(page, place);
    }
    expect(page.url()).toBe(address);
    await expect(dialog(page)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 480 });
    await expect(dialog(page).getByRole("button")).toBeInViewport();
    const sending = page.waitForRequest((request) => request.method() === "POST");
    await dialog(page).getByRole("button").click();
    const sent = await sending;
    expect(new URL(sent.url()).search).toBe("?exemple=question");
    expect(sent.postData()).toContain("intent=delete");
  });

  test("stays when a press that selects its text ends or begins beside it", async ({ page }) => {
    await showConfirm(page);
    await link(page).click();
    const why = dialog(page).getByLabel("Why");
    await why.fill("Nobody comes any more");
    const { x, y, height } = (await why.boundingBox())!;
    const inside = { x: x + 8, y: y + height / 2 };
    const beside = { x: 5, y: 5 };
    for (const [from, to] of [
      [inside, beside],
      [beside, inside],
    ] as const) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
      await expect(why).toHaveValue("Nobody comes any more");
    }
  });

  test("stays with what was typed until it is left by 'Retour'", async ({ page }) => {
    await showConfirm(page);
    await link(page).click();
    const why = dialog(page).getByLabel("Why");
    await why.fill("Nobody comes any more");
    for (const slip of [
      () => page.mouse.click(5, 5),
      () => page.keyboard.press("Escape"),
      () => page.keyboard.press("Escape"),
      // As a second gesture back does, which nobody is asked about.
      () => dialog(page).evaluate((asked: HTMLDialogElement) => asked.close()),
    ]) {
      await slip();
      await expect(dialog(page)).toBeVisible();
      await expect(why).toHaveValue("Nobody comes any more");
    }
    await why.fill("");
    await page.mouse.click(5, 5);
    await expect(dialog(page)).toHaveCount(0);
    await link(page).click();
    await dialog(page).getByLabel("Why").fill("Nobody comes any more");
    await dialog(page).getByRole("link", { name: "Retour" }).click();
    await expect(dialog(page)).toHaveCount(0);
  });

  test("is asked by its own page where it cannot be asked here", async ({ page }) => {
    await page.goto("/testpage?exemple=confirm-nothing");
    await page.getByRole("link", { name: "Ask where nothing is asked" }).click();
    await expect(page).toHaveURL("/testpage?exemple=field");
    await show(page, "question");
    await expect(page.getByRole("button", { name: "Delete it for good" })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("photos to send", { tag: "@js" }, () => {
  test("are sent as they are where a canvas gives back noise", async ({ page }) => {
    // As browsers do that let nobody know a machine by what it draws.
    await page.addInitScript(() => {
      CanvasRenderingContext2D.prototype.getImageData = (_x, _y, width, height) =>
        new ImageData(crypto.getRandomValues(new Uint8ClampedArray(4 * width * height)), width);
      HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(["n"], { type: "image/webp" }));
      HTMLCanvasElement.prototype.toDataURL = () => "data:image/webp;base64,bm9pc2U=";
    });
    await show(page, "photo-fields-refused");
    const buffer = await sharp({
      create: { width: 800, height: 600, channels: 3, background: "#4080c0" },
    })
      .jpeg()
      .toBuffer();
    const field = page.getByLabel("Choisir des photos");
    await field.setInputFiles({ name: "salle.jpg", mimeType: "image/jpeg", buffer });
    await expect(page.getByText("1 photo prête à l’envoi")).toBeVisible();
    const sent = await field.evaluate((input: HTMLInputElement) =>
      [...input.files!].map(({ name, size, type }) => [name, size, type]),
    );
    expect(sent).toEqual([["salle.jpg", buffer.length, "image/jpeg"]]);
    await expect(page.locator(".thumbnails img")).toHaveCount(0);
  });

  test("go where their number is typed, which no button then takes back", async ({ page }) => {
    await show(page, "photo-fields");
    const values = async (name: string) =>
      await page
        .locator(`.thumbnails [name=${name}]`)
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    const [a, b, c, ...others] = await values("photo");
    await page.getByLabel(/^Ce que montre la photo 3 /).fill("");
    await page.getByLabel("Numéro de la photo 3").fill("1");
    await page.keyboard.press("Tab");
    expect(await values("photo")).toEqual([c, a, b, ...others]);
    const last = others.length + 3;
    await expect(page.getByText(`Photo 3\u00a0: place 1 sur ${last}.`)).toBeAttached();
    // Each is called by the place that it has now, and said to go by what it shows once that is known.
    await page.getByLabel(/^Ce que montre la photo 1 /).fill("La scène");
    await page.getByRole("button", { name: "Reculer la photo 1", exact: true }).click();
    expect(await values("photo")).toEqual([a, c, b, ...others]);
    await expect(
      page.getByText(`«\u00a0La scène\u00a0»\u00a0: place 2 sur ${last}.`),
    ).toBeAttached();
    await expect(
      page.getByRole("button", { name: "Reculer la photo 2", exact: true }),
    ).toBeFocused();
    expect(await values("rank")).toEqual(Array.from({ length: last }, (_, at) => `${at + 1}`));
    // What is no place leaves the photo where it is.
    await page.getByLabel("Numéro de la photo 1", { exact: true }).fill("99");
    await page.keyboard.press("Tab");
    expect(await values("photo")).toEqual([c, b, ...others, a]);
    const moved = page.getByLabel(`Numéro de la photo ${last}`);
    await moved.fill("x");
    await page.keyboard.press("Tab");
    expect(await values("photo")).toEqual([c, b, ...others, a]);
    await expect(moved).toHaveValue(`${last}`);
  });

  test("are dragged by their picture, and not by a pointer that selects text", async ({ page }) => {
    await show(page, "photo-fields");
    const photo = page.locator(".thumbnails li").first();
    await expect(
      photo.getByRole("button", { name: "Reculer la photo 1", exact: true }),
    ).toBeVisible();
    const isDragged = () => photo.evaluate((item: HTMLLIElement) => item.draggable);
    await photo.locator("img").dispatchEvent("pointerdown");
    expect(await isDragged()).toBe(true);
    for (const field of ["textarea", "[name=rank]"]) {
      await photo.locator("img").dispatchEvent("pointerdown");
      await photo.locator(field).dispatchEvent("pointerdown");
      expect([field, await isDragged()]).toEqual([field, false]);
    }
  });
});

test("a form whose page was stopped can be sent again", { tag: "@js" }, async ({ page }) => {
  await stopClock(page);
  await show(page, "question");
  let asked = 0;
  // No answer comes, as on a slow line.
  await page.route("**/testpage**", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    asked++;
  });
  const button = page.getByRole("main").getByRole("button");
  const { x, y } = (await button.boundingBox())!;
  const browser = await page.context().newCDPSession(page);
  const press = () => page.mouse.click(x + 8, y + 8);
  await press();
  await expect.poll(() => asked).toBe(1);
  await browser.send("Page.stopLoading");
  await expect(button).toHaveText("Envoi en cours…");
  await press();
  await page.clock.runFor(11_000);
  expect(asked).toBe(1);
  await press();
  await expect.poll(() => asked).toBe(2);
  await browser.send("Page.stopLoading");
  await expect(button).toHaveText("Envoi en cours…");
});

test(
  "a page that anyone may see is fetched once someone rests on its link",
  { tag: "@js" },
  async ({ page }) => {
    const home = (await page.goto("/"))!;
    expect(home.headers()["speculation-rules"]).toBe('"/speculation-rules.json"');
    const rules = await page.request.get("/speculation-rules.json");
    expect(rules.headers()["content-type"]).toBe("application/speculationrules+json");
    const early = page.waitForRequest((request) => request.url().endsWith("/reservation"));
    await page.getByRole("banner").getByRole("link", { name: "Réservation" }).hover();
    expect((await early).headers()["sec-purpose"]).toContain("prefetch");
  },
);

test(
  "pages fade into each other, but for those who want no motion",
  { tag: "@js" },
  async ({ page }) => {
    await page.addInitScript(() =>
      addEventListener("pagereveal", ({ viewTransition }) =>
        Object.assign(window, { isFaded: viewTransition !== null }),
      ),
    );
    for (const [reducedMotion, isFaded] of [
      ["no-preference", true],
      ["reduce", false],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await page.goto("/contact");
      await page.getByRole("banner").getByRole("link", { name: "Réservation" }).click();
      await expect(page).toHaveURL("/reservation");
      await expect.poll(() => page.evaluate("window.isFaded")).toBe(isFaded);
    }
  },
);
