import sharp from "sharp";
import type { Page, Route } from "playwright/test";
import type { User } from "@models/user";
import { newAccount, newVenue, PASSWORD, unique } from "../support/browser-people";
import { expectAccessible } from "../support/axe";
import { standInForMaps } from "../support/maps-stand-in";
import { expect, inDays, reserveButton, test, type Enter } from "../support/journey";

/**
 * Every form of a page that has a script, while that script does not come, comes by half, comes too late or throws:
 * once the page's own, once what it brings (the code of its islands and enhancers).
 */

const SCRIPT = "text/javascript";

const FAULTS = {
  blocked: (route: Route) => route.abort(),
  half: async (route: Route) => {
    const text = await (await route.fetch()).text();
    // Cut where a word would be a whole sentence by chance, it would run: an open bracket is none anywhere.
    await route.fulfill({ contentType: SCRIPT, body: `${text.slice(0, text.length / 2)}(` });
  },
  throwing: async (route: Route) => {
    const text = await (await route.fetch()).text();
    const body = `${text};throw new Error("thrown by the test");`;
    await route.fulfill({ contentType: SCRIPT, body });
  },
  /** Not before the form is done. */
  late: () => undefined,
} as const;
type Fault = keyof typeof FAULTS;
const ALL = Object.keys(FAULTS) as Fault[];

const OWN = /\/assets\/entry\.client-[^/]*\.js$/;
const BROUGHT = /\/assets\/(?!entry\.client-)[^/]*\.js$/;

interface Stage {
  page: Page;
  enter: Enter;
  owner: User;
}

interface FormCase {
  /** What scripts add to it. */
  name: string;
  /** Where it is; leads there whoever has to be someone. */
  path: string | ((stage: Stage) => Promise<string>);
  /** Fills it in, sends it, and sees what came of it. */
  use: (page: Page) => Promise<void>;
}

async function choosePhoto(page: Page): Promise<void> {
  const drawing = sharp({
    create: { width: 800, height: 600, channels: 3, background: "#7a4a2b" },
  });
  const buffer = await drawing.jpeg().toBuffer();
  const photo = { name: "salle.jpg", mimeType: "image/jpeg", buffer };
  await page.getByLabel("Choisir des photos").setInputFiles(photo);
  await expect(page.getByText("1 photo prête à l’envoi")).toBeVisible();
}

const example = (name: string) => `/testpage?exemple=${name}`;
const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();
const sent = (page: Page, fields: string) => expect(page.getByText(fields)).toBeVisible();

const FORMS: FormCase[] = [
  {
    name: "sent once, errors said: the login",
    path: "/connexion",
    async use(page) {
      const { email } = await newAccount();
      const press = () => page.getByRole("main").getByRole("button", { name: "Connexion" }).click();
      await page.getByLabel("Adresse e-mail").fill(email);
      await page.getByLabel("Mot de passe").fill("un autre mot de passe");
      await press();
      await expect(page.getByRole("alert").first()).toBeVisible();
      await page.getByLabel("Mot de passe").fill(PASSWORD);
      await press();
      await expect(page).not.toHaveURL(/connexion/);
    },
  },
  {
    name: "counted: the message to us",
    path: "/contact",
    async use(page) {
      await page.getByLabel("Sujet de la demande").selectOption({ index: 1 });
      await page.getByLabel("Adresse e-mail").fill(`${unique()}@exemple.fr`);
      await page.getByLabel("Téléphone").fill("06 12 34 56 78");
      await page.getByLabel("Nom", { exact: true }).fill("Durand");
      await page.getByLabel("Prénom").fill("Marie");
      await page.getByLabel("Description").fill("Bonjour.");
      await page.getByRole("button", { name: "Envoyer" }).click();
      await expect(page.getByText("Demande envoyée avec succès")).toBeVisible();
    },
  },
  {
    name: "photos, their order, the address, the question: a venue",
    async path({ enter, owner }) {
      await enter(owner);
      return `/profil/location/${(await newVenue(owner))._id.toString()}`;
    },
    async use(page) {
      const title = `Salle ${unique()}`;
      const color = { r: 122, g: 74, b: 43 };
      const drawing = sharp({
        create: { width: 800, height: 600, channels: 3, background: color },
      });
      const buffer = await drawing.jpeg().toBuffer();
      await page.getByLabel("Titre").fill(title);
      await page.getByLabel("Numéro de la photo 5").fill("1");
      const photo = { name: "salle.jpg", mimeType: "image/jpeg", buffer };
      await page.getByLabel("Ajouter des photos").setInputFiles(photo);
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
      await sent(page, "Les modifications ont été enregistrées avec succès.");
    },
  },
  {
    name: "the calendar: the search",
    path: "/reservation",
    async use(page) {
      await page.getByText("Filtrer", { exact: true }).click();
      const dates = page.getByRole("textbox", { name: "Dates" });
      const first = page.getByLabel("Arrivée");
      await expect(dates.or(first).first()).toBeVisible();
      // A script whose calendar does not come hides the plain fields until somebody reaches for them.
      if (await dates.isVisible()) await dates.focus();
      await first.fill(inDays(30));
      await page.getByLabel("Départ").fill(inDays(32));
      await page.getByRole("button", { name: "Rechercher" }).click();
      await expect(page).toHaveURL(new RegExp(`start=${inDays(30)}&end=${inDays(32)}`));
    },
  },
  {
    name: "boxes for a code",
    path: example("code-boxes"),
    async use(page) {
      await page.getByRole("textbox", { name: "Code" }).fill("123456");
      await send(page);
      await sent(page, "code=123456");
    },
  },
  {
    name: "the strength of a password",
    path: example("password-meter"),
    async use(page) {
      await page.getByLabel("New password").fill(PASSWORD);
      await page.getByLabel("The same again").fill(PASSWORD);
      await send(page);
      await sent(page, `newPasswordAgain=${PASSWORD}`);
    },
  },
  {
    name: "addresses that are looked for",
    path: example("address-search"),
    async use(page) {
      await page.getByLabel("Street").fill("1 rue Haute");
      await page.getByLabel("Postal code").fill("69001");
      await page.getByLabel("Town").fill("Lyon");
      await send(page);
      await sent(page, "street=1 rue Haute postalCode=69001 city=Lyon");
    },
  },
  {
    name: "all boxes at once",
    path: example("with-all"),
    async use(page) {
      await page.getByLabel("Chairs").check();
      await send(page);
      await sent(page, "there=Chairs there=Tables");
    },
  },
  {
    name: "photos in order, and small: their fields",
    path: example("photo-fields"),
    async use(page) {
      await page.getByLabel("Numéro de la photo 2").fill("1");
      await page.getByLabel("Retirer la photo 1").check();
      const photo = { name: "salle.jpg", mimeType: "image/jpeg", buffer: Buffer.from("photo") };
      await page.getByLabel("Ajouter des photos").setInputFiles(photo);
      await send(page);
      await expect(page).toHaveURL(/rank=1&.*rank=1.*removePhoto=|removePhoto=.*rank=1/);
    },
  },
  {
    name: "a question before a deed",
    path: example("confirm"),
    async use(page) {
      await page.getByRole("link", { name: "Delete it" }).click();
      await expect(page).toHaveURL(/exemple=question$/);
      await expect(page.getByRole("button", { name: "Delete it for good" })).toBeVisible();
    },
  },
  {
    name: "put away in its place: the cookie banner",
    async path({ enter }) {
      await enter(await newAccount({ cookiesSet: undefined }));
      return "/contact";
    },
    async use(page) {
      // The button alone is called otherwise while it is sent, and a page asked for meanwhile still has the banner.
      const banner = page.locator("form[action='/cookies']");
      await banner.getByRole("button", { name: "Tout refuser" }).click();
      await expect(banner).toHaveCount(0);
      await page.reload();
      await expect(banner).toHaveCount(0);
    },
  },
];

/** Each form with two of the four, and each fault with half of the forms. */
const PAIRS = FORMS.map((form, at) => {
  const faults = { own: ALL[at % 4]!, brought: ALL[(at + 2) % 4]! };
  return {
    form,
    faults,
    title: `${form.name} (its own ${faults.own}, the rest ${faults.brought})`,
  };
});

test.use({
  // Half a script is a sentence that breaks off anywhere.
  expectedConsoleErrors: [
    /ERR_FAILED|status of 4(?:08|13)|dynamically imported module|thrown by the test|^(?:Unexpected|Invalid|[Mm]issing|Unterminated)/,
  ],
});

test.describe("a form whose script fails", { tag: "@js" }, () => {
  for (const { form, faults, title } of PAIRS) {
    test(title, async ({ page, context, enter, owner }) => {
      let pages = 0;
      page.on("request", (request) => (pages += request.isNavigationRequest() ? 1 : 0));
      for (const [scripts, fault] of [
        [OWN, faults.own],
        [BROUGHT, faults.brought],
      ] as const) {
        const path =
          typeof form.path === "string" ? form.path : await form.path({ page, enter, owner });
        // Of the form's own page, and not of the one that it leads to.
        let met = 0;
        pages = 0;
        await context.route(scripts, (route) => {
          if (pages === 1) met += 1;
          return FAULTS[fault](route);
        });
        // A page's own script that is late holds back all that tells of its arrival.
        const isLate = scripts === OWN && fault === "late";
        await page.goto(path, { waitUntil: isLate ? "commit" : "load" });
        await form.use(page);
        expect(met, `scripts that are ${fault}`).toBeGreaterThan(0);
        // The page that the form led to may be asking for its own still.
        await context.unrouteAll({ behavior: "ignoreErrors" });
        await context.clearCookies();
      }
    });
  }
});

/** What a press brings, when the page's own scripts are there and that is not. */
const PRESSES: { name: string; chunk: RegExp; use: (page: Page) => Promise<void> }[] = [
  {
    name: "the price of the days",
    chunk: /\/assets\/booking-card-/,
    async use(page: Page) {
      // Its calendar does not come either, or the price would need no press.
      await page.locator("#periode").focus();
      await page.getByLabel("Arrivée", { exact: true }).fill(inDays(40));
      await page.getByLabel("Départ", { exact: true }).fill(inDays(41));
      await page.getByRole("button", { name: "Mettre à jour le prix" }).click();
      await expect(page.locator("#prix .total")).toContainText("€");
      await expect(page).toHaveURL(new RegExp(`start=${inDays(40)}&`));
    },
  },
  {
    name: "a photo of the venue",
    chunk: /\/assets\/dialog-/,
    async use(page: Page) {
      await page.locator("#photos a").first().click();
      await expect(page).toHaveURL(/\/photos\/1$/);
    },
  },
];

test.describe("a press whose code does not come", { tag: "@js" }, () => {
  for (const { name, chunk, use } of PRESSES) {
    test(`does as without script: ${name}`, async ({ page, context, owner }) => {
      const venue = await newVenue(owner);
      for (const fault of ALL) {
        let isAsked = false;
        await context.route(/\/assets\/date-range-/, (route) => route.abort());
        await context.route(chunk, (route) => {
          isAsked = true;
          return FAULTS[fault](route);
        });
        await page.goto(`/reservation/${venue._id.toString()}`, { waitUntil: "networkidle" });
        await page.evaluate("window.isStill = true");
        await use(page);
        expect(isAsked, fault).toBe(true);
        expect(await page.evaluate("window.isStill"), fault).toBeUndefined();
        await context.unrouteAll({ behavior: "ignoreErrors" });
      }
    });
  }
});

test("a reservation whose next page was stopped can be asked for again @js", async ({
  page,
  context,
  owner,
}) => {
  const venue = await newVenue(owner);
  await page.clock.install();
  await page.goto(
    `/reservation/${venue._id.toString()}?start=${inDays(40)}&end=${inDays(41)}&startSlot=AM&endSlot=PM`,
    { waitUntil: "networkidle" },
  );
  let asked = 0;
  await page.route(/\/reservation\//, (route) => {
    if (route.request().method() === "POST") asked++;
    return route.continue();
  });
  // The page that the answer leads to does not come, as on a slow line.
  let isWaiting = false;
  await page.route(/\/connexion/, (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    isWaiting = true;
  });
  await reserveButton(page).click({ noWaitAfter: true });
  await expect.poll(() => isWaiting).toBe(true);
  const browser = await context.newCDPSession(page);
  await browser.send("Page.stopLoading");
  await page.clock.runFor(11_000);
  await expect(page.getByLabel("Arrivée", { exact: true }).first()).toBeEnabled();
  expect(asked).toBe(1);
  await reserveButton(page).click({ noWaitAfter: true });
  await expect.poll(() => asked).toBe(2);
});

/** What waits for its answer when something else is pressed: where, what is held, and how it is asked for. */
const WAITING: {
  name: string;
  path: (owner: User) => Promise<string>;
  held: RegExp;
  came: RegExp;
  press: (page: Page) => Promise<void>;
}[] = [
  {
    name: "a reservation",
    path: async (owner) => {
      const { _id } = await newVenue(owner);
      return `/reservation/${_id.toString()}?start=${inDays(40)}&end=${inDays(41)}&startSlot=AM&endSlot=PM`;
    },
    held: /\/reservation\/[0-9a-f]{24}$/,
    came: /\/connexion/,
    press: (page) => reserveButton(page).click({ noWaitAfter: true }),
  },
  {
    name: "a question",
    path: () => Promise.resolve(example("confirm")),
    held: /exemple=question$/,
    came: /exemple=question$/,
    press: (page) => page.getByRole("link", { name: "Delete it" }).click({ noWaitAfter: true }),
  },
];

test.describe(
  "an answer that comes once something else was pressed leads nowhere",
  { tag: "@js" },
  () => {
    for (const { name, path, held, came, press } of WAITING) {
      test(name, async ({ page, owner }) => {
        await page.clock.install();
        await page.goto(await path(owner), { waitUntil: "networkidle" });
        const address = page.url();
        const asked: Route[] = [];
        await page.route(held, (route) => void asked.push(route));
        await press(page);
        await expect.poll(() => asked.length).toBe(1);
        // As where a link was pressed that leads away, by which the browser here would stop answering the test.
        await page.evaluate("dispatchEvent(new Event('beforeunload'))");
        const answer = page.waitForResponse(came);
        await asked[0]!.continue();
        await answer;
        // All patience ends.
        await page.clock.runFor(11_000);
        await expect(page.getByRole("dialog")).toHaveCount(0);
        expect([page.url(), asked.length]).toEqual([address, 1]);
        // It can be asked for again.
        await press(page);
        await expect.poll(() => asked.length).toBe(2);
      });
    }
  },
);

test.describe("a venue's form that the server did not read to its end", { tag: "@js" }, () => {
  for (const [name, refused] of [
    ["with photos", "xhr"],
    ["to be published", "fetch"],
  ] as const) {
    test(`keeps all that was typed: ${name}`, async ({ page, enter, owner }) => {
      await enter(owner);
      await page.goto("/ajouter-location", { waitUntil: "networkidle" });
      await page.route("**/ajouter-location", async (route) => {
        if (route.request().resourceType() !== refused) return await route.continue();
        // What is cut off is a body that nobody can read.
        const headers = await route.request().allHeaders();
        const response = await route.fetch({ headers, postData: "--cut" });
        expect(response.status()).toBe(400);
        await route.fulfill({ response, status: 408 });
      });
      const title = `Salle ${unique()}`;
      await page.getByLabel("Titre").fill(title);
      await page.getByLabel("Description").fill("Avec jardin.");
      if (refused === "xhr") {
        await choosePhoto(page);
      }
      const publish = page.getByRole("button", { name: "Publier", exact: true });
      const summary = page.getByRole("alert", { name: "Votre demande n’a pas abouti" });
      // Twice: the sentence is there once.
      for (const time of ["first", "second"]) {
        await test.step(time, () => publish.click());
        await expect(summary).toBeFocused();
        await expect(page.getByLabel("Titre")).toHaveValue(title);
        await expect(page.getByLabel("Description")).toHaveValue("Avec jardin.");
        await expect(page.locator("[inert]")).toHaveCount(0);
        await page.getByLabel("Titre").focus();
      }
      await page.unrouteAll();
      await publish.click();
      await expect(page.getByRole("alert", { name: /champs sont à corriger/ })).toBeVisible();
      await expect(page.getByLabel("Titre")).toHaveValue(title);
    });
  }
});

test("photos whose line breaks are not sent once more unasked, and are still chosen @js", async ({
  page,
  enter,
  owner,
}) => {
  await enter(owner);
  await page.goto("/ajouter-location", { waitUntil: "networkidle" });
  let asked = 0;
  await page.route("**/ajouter-location", async (route) => {
    asked += 1;
    await route.abort();
  });
  const title = `Salle ${unique()}`;
  await page.getByLabel("Titre").fill(title);
  await choosePhoto(page);
  const summary = page.getByRole("alert", { name: "Votre demande n’a pas abouti" });
  const store = page.getByRole("button", { name: "Mettre à jour les photos" });
  for (const time of [1, 2]) {
    await store.click();
    await expect(summary).toBeFocused();
    await expect(summary).toContainText("L’envoi des photos s’est interrompu");
    await expect(page).toHaveTitle(/^Erreur\u00a0: Place des Salles/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByText("1 photo prête à l’envoi")).toBeVisible();
    await page.getByLabel("Titre").focus();
    expect(asked).toBe(time);
  }
  await expectAccessible(page);
  await page.unrouteAll();
  await store.click();
  await expect(page.getByText("1 photo sur 10")).toBeVisible();
  await expect(summary).toHaveCount(0);
  await expect(page).toHaveTitle(/^Place des Salles/);
  await expect(page.getByLabel("Titre")).toHaveValue(title);
});

test("a venue's form that was read is shown as it was refused, whatever the status @js", async ({
  page,
  enter,
  owner,
}) => {
  await enter(owner);
  await page.goto("/ajouter-location", { waitUntil: "networkidle" });
  // As of photos that are too large together: the texts and those that fit were taken.
  await page.route("**/ajouter-location", async (route) => {
    if (route.request().resourceType() !== "fetch") return await route.continue();
    await route.fulfill({ response: await route.fetch(), status: 413 });
  });
  const title = `Salle ${unique()}`;
  await page.getByLabel("Titre").fill(title);
  await page.getByRole("button", { name: "Publier", exact: true }).click();
  await expect(page.getByRole("alert", { name: /champs sont à corriger/ })).toBeFocused();
  await expect(page.getByLabel("Description")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Titre")).toHaveValue(title);
});

test("boxes for a code that come late leave whoever types it where they are @js", async ({
  page,
}) => {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/assets\/code-boxes-[^/]*\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(example("code-boxes"));
  await page.getByRole("textbox", { name: "Code" }).click();
  await page.keyboard.type("12");
  arrive();
  await expect(page.getByRole("textbox", { name: "Chiffre 3 sur 6" })).toBeFocused();
  await page.keyboard.type("3456");
  await send(page);
  await sent(page, "code=123456");
});

test("a map whose code does not come gives way to the list @js", async ({ page }) => {
  await standInForMaps(page, example("map-asked"), { accepted: false });
  await page.route(/\/assets\/venue-map-[^/]*\.js$/, (route) => route.abort());
  await page.goto(example("map-asked"));
  const button = page.getByRole("button", { name: "Afficher la carte Google Maps" });
  await button.click();
  await expect(button).toBeHidden();
  await expect(page.getByText("One: 1 rue")).toBeVisible();
});

test("two fingers enlarge a photo and turn none, one finger does @js", async ({ page, owner }) => {
  const venue = await newVenue(owner);
  // A press before the script is there leads to the photo's own page.
  await page.goto(`/reservation/${venue._id.toString()}`, { waitUntil: "networkidle" });
  await page.locator("#photos a").first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 sur");
  const swipe = (fingers: number) =>
    dialog.evaluate((element, count) => {
      const finger = (identifier: number, clientX: number) =>
        new Touch({ identifier, clientX, target: element });
      const all = [finger(0, 260), finger(1, 120)].slice(0, count);
      for (const [index] of all.entries()) {
        const touches = all.slice(0, index + 1);
        element.dispatchEvent(new TouchEvent("touchstart", { touches }));
      }
      const changedTouches = [finger(0, 60)];
      element.dispatchEvent(new TouchEvent("touchend", { changedTouches }));
    }, fingers);
  await swipe(2);
  await expect(dialog).toContainText("1 sur");
  await swipe(1);
  await expect(dialog).toContainText("2 sur");
});

test("two presses on a photo whose viewer comes late open one @js", async ({ page, owner }) => {
  const venue = await newVenue(owner);
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/assets\/dialog-[^/]*\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(`/reservation/${venue._id.toString()}`, { waitUntil: "networkidle" });
  await page.locator("#photos a").first().dblclick();
  arrive();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator("dialog.viewer")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog.viewer")).toHaveCount(0);
  // Ready for the next one.
  await page.locator("#photos a").first().click();
  await expect(page.locator("dialog.viewer")).toHaveCount(1);
});

test.describe("a photo that was enlarged @js", () => {
  test.use({ viewport: { width: 360, height: 760 }, isMobile: true, hasTouch: true });

  test("is moved both ways by a finger, and not turned", async ({ page, context, owner }) => {
    const venue = await newVenue(owner);
    await page.goto(`/reservation/${venue._id.toString()}`, { waitUntil: "networkidle" });
    await page.locator("#photos a").first().tap();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("1 sur");
    const browser = await context.newCDPSession(page);
    const drag = async (byX: number, byY: number) => {
      const at = (step: number) => [{ x: 90 + (byX * step) / 8, y: 190 + (byY * step) / 8 }];
      await browser.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
      for (let step = 1; step <= 8; step += 1) {
        await browser.send("Input.dispatchTouchEvent", {
          type: "touchMove",
          touchPoints: at(step),
        });
      }
      await browser.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    const seen = () =>
      page.evaluate(() => [visualViewport!.offsetLeft, visualViewport!.offsetTop] as const);
    await browser.send("Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
    await expect.poll(() => page.evaluate(() => visualViewport!.scale)).toBe(2);
    const before = await seen();
    await drag(-80, 0);
    await expect.poll(async () => (await seen())[0]).toBeGreaterThan(before[0]);
    await drag(0, -80);
    await expect.poll(async () => (await seen())[1]).toBeGreaterThan(before[1]);
    await expect(dialog).toContainText("1 sur");

    await browser.send("Emulation.setPageScaleFactor", { pageScaleFactor: 1 });
    await expect.poll(() => page.evaluate(() => visualViewport!.scale)).toBe(1);
    await drag(-80, 0);
    await expect(dialog).toContainText("2 sur");
  });
});
