import type { Page } from "playwright/test";
import { ReservationModel } from "@models/reservation";
import type { User } from "@models/user";
import { expectAccessible } from "../support/axe";
import { newAccount, newVenue, stackStripe, unique } from "../support/browser-people";
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
  test,
} from "../support/journey";
import { watchShifts } from "../support/layout";
import { createReservation } from "../support/reservations";

/** The card form of the last look before paying: Stripe's, of which the sandbox serves a stand-in. */

const PHONE = { width: 360, height: 800 };
const SCRIPT = "**/endive/stripe.js";

/** A hold of a new buyer's, at its last look; with the card form unless something was made to fail. */
async function held(
  { page, enter, owner }: { page: Page; enter: (user: User) => Promise<void>; owner: User },
  isInView = true,
) {
  const buyer = await newAccount();
  const venue = await newVenue(owner);
  const { accountId } = owner;
  const { _id } = await createReservation({
    ...{ venue, buyer, status: "hold", startDate: inDays(20), accountId, attempt: 0 },
    ...{ createdAt: new Date(), requestKey: unique(), reference: `PDS-${unique().toUpperCase()}` },
  });
  await enter(buyer);
  const path = `/reservation/${venue._id.toString()}/paiement?demande=${_id.toString()}`;
  await page.goto(path);
  if (isInView) await cardFormPlace(page).scrollIntoViewIfNeeded();
  return { _id };
}

async function typeCard(page: Page, card: keyof typeof CARDS): Promise<void> {
  const fields = cardFrame(page);
  await fields.getByLabel("Numéro de carte").fill(CARDS[card]);
  await fields.getByLabel("Date d’expiration").fill("12/34");
  await fields.getByLabel("Code de sécurité").fill("123");
}

async function statusOf(_id: unknown): Promise<string | undefined> {
  return (await ReservationModel.findById(_id).lean())?.status;
}

/** The payments that Stripe knows for a reservation, by their state. */
async function paymentsFor({ _id }: { _id: { toString(): string } }): Promise<string[]> {
  const { data } = await stackStripe().paymentIntents.list({ limit: 100 });
  const ours = data.filter(({ metadata }) => metadata.reservation === _id.toString());
  return ours.map(({ status }) => status).sort();
}

/** Where a page may take scripts from. */
async function scriptHosts(page: Page, path: string): Promise<string[] | undefined> {
  const policy = (await page.request.get(path)).headers()["content-security-policy"] ?? "";
  return /script-src ([^;]+)/.exec(policy)?.[1]?.split(" ");
}

const paidTitle = (page: Page) => page.getByRole("heading", { name: "Paiement réussi" });

test.describe("in the catalogue, the card form", { tag: "@js" }, () => {
  // Its script that is none.
  test.use({ expectedConsoleErrors: [/status of 404|MIME type/] });

  test("is shown ready, in error and blocked", async ({ page }) => {
    await page.goto("/testpage?exemple=card-form");
    await press(page.getByRole("button", { name: /^Pay 540,00\s€$/ }));
    await expect(page.getByRole("alert")).toContainText("incomplètes");
    await expectAccessible(page);
    await page.goto("/testpage?exemple=card-form-blocked");
    await expect(page.getByText("Le formulaire de carte ne s’affiche pas.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Pay on the hosted page" })).toBeVisible();
  });
});

test(
  "how long days are held is counted down, said near the end, and so is the end",
  {
    tag: "@js",
  },
  async ({ page, enter, owner }) => {
    await page.clock.install();
    await held({ page, enter, owner });
    const shown = page.getByText("Vos dates sont retenues jusqu’au");
    await expect(shown).toContainText("encore 30\u00a0min");
    await page.clock.fastForward("10:00");
    await expect(shown).toContainText("encore 20\u00a0min");
    await page.clock.fastForward("15:00");
    await expect(page.getByText("Il reste 5\u00a0min pour payer.")).toHaveRole("status");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.clock.fastForward("05:00");
    const over = page.getByRole("alert");
    await expect(over).toContainText("vos dates ne sont plus retenues");
    await expect(over.getByRole("link", { name: "Choisir de nouveau vos dates" })).toBeVisible();
    await expect(shown).toHaveCount(0);
    await expectAccessible(page);
  },
);

test.describe("the card form", { tag: "@js" }, () => {
  // Of the refused card: browsers log every 4xx.
  test.use({ expectedConsoleErrors: [/status of 402/] });

  test("a refused card, then another; nobody else is asked for anything before its page", async ({
    page,
    enter,
    owner,
  }) => {
    const origin = new URL(process.env.E2E_APP_URL ?? "").origin;
    const foreign: string[] = [];
    let isEarly = false;
    page.on("request", (request) => {
      const asked = new URL(request.url());
      if (!asked.protocol.startsWith("http") || asked.origin === origin) return;
      foreign.push(asked.pathname);
      isEarly ||= !page.url().includes("/paiement");
    });
    await enter(await newAccount());
    const venue = await newVenue(owner, { price: 48_000 });
    await reserve(page, venue, inDays(30), inDays(30));
    await paymentShown(page);
    expect(isEarly).toBe(false);
    expect(foreign[0]).toBe("/endive/stripe.js");
    expect(await scriptHosts(page, page.url())).toHaveLength(2);
    for (const path of ["/mes-demandes", `/reservation/${venue._id.toString()}`]) {
      expect(await scriptHosts(page, path)).toEqual(["'self'"]);
    }
    await expectAccessible(page);
    await press(payButton(page));
    await expect(page.getByRole("alert")).toContainText("incomplètes");
    await typeCard(page, "declined");
    await press(payButton(page));
    const problem = page.getByRole("alert");
    await expect(problem).toContainText("votre carte a été refusée");
    await expect(problem).toBeFocused();
    await expectAccessible(page);
    await typeCard(page, "pays");
    await press(payButton(page));
    await expect(paidTitle(page)).toBeVisible();
    const paid = (await ReservationModel.findOne({ venueId: venue._id }).lean())!;
    expect(paid.status).toBe("confirmed");
    expect(await paymentsFor(paid)).toEqual(["canceled", "succeeded"]);
    // Back: not to a form that would be paid again.
    await page.goBack();
    await expect(paidTitle(page)).toBeVisible();
  });

  test("the bank refuses, then agrees, to a request that its owner then accepts", async ({
    page,
    enter,
    owner,
  }) => {
    await enter(await newAccount());
    const venue = await newVenue(owner, { needValidation: true });
    await reserve(page, venue, inDays(30), inDays(31));
    await paymentShown(page);
    const hold = (await ReservationModel.findOne({ venueId: venue._id }).lean())!;
    // The frame goes with the press, and a key that it never answers for would be waited for.
    const answer = (name: string) =>
      page
        .frameLocator("iframe[title='Votre banque']")
        .getByRole("button", { name })
        .dispatchEvent("click");
    await typeCard(page, "asks");
    await press(payButton(page));
    await answer("Refuser le paiement");
    await expect(page.getByRole("alert")).toContainText("Votre banque n’a pas confirmé");
    expect(await statusOf(hold._id)).toBe("hold");

    await press(payButton(page));
    await answer("Accepter le paiement");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paiement autorisé");
    expect(await statusOf(hold._id)).toBe("pending");
    expect(await paymentsFor(hold)).toEqual(["canceled", "requires_capture"]);

    await enter(owner);
    await page.goto(`/mes-locations/demandes/${hold._id.toString()}`);
    await press(page.getByRole("link", { name: "Accepter" }));
    await press(page.getByRole("button", { name: "Accepter la demande" }));
    await expect(page.getByText("Confirmée", { exact: true }).first()).toBeVisible();
    expect(await statusOf(hold._id)).toBe("confirmed");
    expect(await paymentsFor(hold)).toEqual(["canceled", "succeeded"]);
  });

  test("leaves the keyboard where it comes: the button that brings it into view steps back under the focus", async ({
    page,
    enter,
    owner,
  }) => {
    let isReached = () => {};
    const reached = new Promise<void>((resolve) => (isReached = resolve));
    await page.route(/\/assets\/card-form-/, async (route) => {
      await reached;
      await route.continue();
    });
    await page.setViewportSize({ width: 1280, height: 640 });
    await held({ page, enter, owner }, false);
    await page.getByRole("button", { name: "Annuler cette demande" }).focus();
    await page.keyboard.press("Tab");
    await expect(hostedButton(page)).toBeFocused();
    isReached();
    await paymentShown(page);
    await expect(page.getByRole("form", { name: "Paiement par carte" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(cardFrame(page).getByLabel("Numéro de carte")).toBeFocused();
  });

  test("leads on when the page that tells of the payment was stopped", async ({
    page,
    context,
    enter,
    owner,
  }) => {
    await held({ page, enter, owner });
    await paymentShown(page);
    let isWaiting = false;
    await page.route(/\/success/, (route) => {
      if (isWaiting) return route.continue();
      isWaiting = true;
    });
    await typeCard(page, "pays");
    await payButton(page).press("Enter", { noWaitAfter: true });
    await expect.poll(() => isWaiting).toBe(true);
    await (await context.newCDPSession(page)).send("Page.stopLoading");
    await page.getByRole("link", { name: "Voir où en est ma réservation" }).click();
    await expect(paidTitle(page)).toBeVisible();
  });

  test.describe("with an answer that gets lost", () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/], viewport: PHONE });

    test("a double click pays once, and nothing moved as the form came", async ({
      page,
      enter,
      owner,
    }) => {
      const expectCalm = await watchShifts(page);
      const hold = await held({ page, enter, owner });
      await page.route(
        "**/api/stripe/charge",
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await paymentShown(page);
      await expectCalm();
      await typeCard(page, "pays");
      // The second before anything was drawn.
      await payButton(page).evaluate((button: HTMLElement) => [button.click(), button.click()]);
      await expect(paidTitle(page)).toBeVisible();
      expect(await paymentsFor(hold)).toEqual(["succeeded"]);
    });
  });

  test.describe("without Stripe's script", () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] });

    test("gives way to the hosted page", async ({ page, enter, owner }) => {
      await page.route(SCRIPT, (route) => route.abort());
      await held({ page, enter, owner });
      await expect(page.getByText("Le formulaire de carte ne s’affiche pas.")).toBeVisible();
      await expect(payButton(page)).toHaveCount(1);
      await expectAccessible(page);
      await hostedButton(page).click();
      await page.waitForURL(/\/pay\//);
    });

    test("gives the keyboard back with it", async ({ page, enter, owner }) => {
      let isReached = () => {};
      const reached = new Promise<void>((resolve) => (isReached = resolve));
      await page.route(SCRIPT, async (route) => {
        await reached;
        await route.abort();
      });
      await held({ page, enter, owner });
      const form = page.getByRole("form", { name: "Paiement par carte" });
      await form.focus();
      await expect(form).toBeFocused();
      isReached();
      await expect(page.getByText("Le formulaire de carte ne s’affiche pas.")).toBeVisible();
      await expect(hostedButton(page)).toBeFocused();
    });
  });

  test("gives way to the hosted page when its fields do not come", async ({
    page,
    enter,
    owner,
  }) => {
    await page.route("**/elements/payment?*", () => undefined);
    await held({ page, enter, owner });
    await expect(page.getByText("Le formulaire de carte arrive")).toBeVisible();
    await expect(hostedButton(page)).toHaveCount(0);
    await expect(page.getByText("Le formulaire de carte ne s’affiche pas.")).toBeVisible();
    await expect(hostedButton(page)).toHaveText(/^Payer/);
  });
});
