import type { Page } from "playwright/test";
import { UserModel } from "@models/user";
import { expectAccessible } from "../support/axe";
import { newAccount, newOwner, unique } from "../support/browser-people";
import { expect, test } from "../support/journey";
import { MAPS_HOSTS, standInForMaps } from "../support/maps-stand-in";

/** The forms above every page, which take nothing of what is typed below them. */

const PAGE = "/ajouter-location";
const refuse = (page: Page) => page.getByRole("button", { name: "Tout refuser" });
const told = (page: Page, text: string, times = 1) =>
  expect(page.getByRole("status").filter({ hasText: text })).toHaveCount(times);

/** A form half filled in, below the cookie banner. */
async function typed(page: Page): Promise<string> {
  await page.goto(PAGE, { waitUntil: "networkidle" });
  const title = `Salle ${unique()}`;
  await page.getByLabel("Titre").fill(title);
  return title;
}

test("the answer to a cookie choice leaves what is typed @js", async ({ page, enter }) => {
  const owner = await newOwner({ cookiesSet: undefined });
  await enter(owner);
  const title = await typed(page);
  await refuse(page).click();
  await expect(refuse(page)).toHaveCount(0);
  await expect(page.getByLabel("Titre")).toHaveValue(title);
  await expect(page.getByRole("main")).toBeFocused();
  await told(page, "Votre choix est enregistré.");
  await expectAccessible(page);
  expect((await UserModel.findById(owner._id).lean())?.cookiesSet).toBe(false);
  await page.reload();
  await expect(page.getByLabel("Titre")).toHaveValue("");
  await expect(refuse(page)).toHaveCount(0);
});

test("so does putting a message of the site away @js", async ({ page, enter }) => {
  await enter(await newOwner());
  // The demo has one for owners; here it stands there twice.
  await page.route(`**${PAGE}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(<section class="notices"[^>]*>)(.*?)(?=<\/section>)/s,
      "$1$2$2",
    );
    await route.fulfill({ response, body });
  });
  const title = await typed(page);
  const messages = page.getByRole("region", { name: "Messages du site" });
  const putAway = messages.getByRole("button", { name: /^Masquer/ });
  await expect(putAway).toHaveCount(2);
  await putAway.first().press("Enter");
  await expect(putAway).toHaveCount(1);
  await putAway.click();
  await expect(messages).toHaveCount(0);
  await expect(page.getByLabel("Titre")).toHaveValue(title);
  await told(page, "Le message est masqué.", 2);
  // Said here, and not once more on the next page.
  await page.goto("/contact");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(messages).toHaveCount(0);
  await expect(page.getByText("Le message est masqué.")).toHaveCount(0);
});

test("of two messages that are put away at once neither comes back @js", async ({
  page,
  enter,
  request,
}) => {
  await enter(await newOwner());
  // The demo has one for owners; here another one stands below it.
  const other = `n${unique()}`;
  await page.route(`**${PAGE}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(<section class="notices"[^>]*>)(.*?)(?=<\/section>)/s,
      (_, start: string, notice: string) =>
        start + notice + notice.replace(/(<button[^>]*\bvalue=")[^"]*/, `$1${other}`),
    );
    await route.fulfill({ response, body });
  });
  const cookies = async () =>
    (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
  // Asked apart from the browser, with the cookies that it has now: the answer's come to it half a second later.
  await page.route("**/bandeau", async (route) => {
    const cookie = (await cookies()).join("; ");
    const headers = { ...route.request().headers(), cookie };
    const response = await request.fetch(route.request(), { headers, maxRedirects: 0 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fulfill({ response });
  });
  await page.goto(PAGE, { waitUntil: "networkidle" });
  const messages = page.getByRole("region", { name: "Messages du site" });
  const putAway = messages.getByRole("button", { name: /^Masquer/ });
  await expect(putAway).toHaveCount(2);
  const [first = "", second] = await putAway.evaluateAll((buttons) =>
    buttons.map((button) => (button as HTMLButtonElement).value),
  );
  expect(second).toBe(other);
  for (const id of [first, other]) await messages.locator(`button[value="${id}"]`).click();
  await expect(messages).toHaveCount(0);
  await told(page, "Le message est masqué.", 2);
  expect(await cookies()).toContain(`bandeaux=${other}.${first}`);
});

test.describe("whose answer does not come", () => {
  test.use({ expectedConsoleErrors: [/ERR_FAILED|status of 500/] });

  for (const [name, status] of [
    ["as the line breaks", 0],
    ["as the server fails", 500],
  ] as const) {
    test(`the choice is sent as without script, ${name} @js`, async ({ page, enter }) => {
      await enter(await newOwner({ cookiesSet: undefined }));
      await typed(page);
      await page.route("**/cookies", async (route) => {
        if (route.request().isNavigationRequest()) return await route.continue();
        await (status === 0 ? route.abort() : route.fulfill({ status, body: "{}" }));
      });
      const comes = page.waitForNavigation();
      await refuse(page).click();
      await comes;
      await expect(page).toHaveURL(PAGE);
      await expect(page.getByLabel("Titre")).toHaveValue("");
      await expect(refuse(page)).toHaveCount(0);
    });
  }
});

test.describe("with a maps key", () => {
  test.use(MAPS_HOSTS);

  test("a yes that the page's search waits for brings the page anew @js", async ({
    page,
    enter,
  }) => {
    await enter(await newOwner({ cookiesSet: undefined }));
    await standInForMaps(page, PAGE, { accepted: false });
    await typed(page);
    const sent = page.waitForRequest("**/cookies");
    await page.getByRole("button", { name: "Tout accepter" }).click();
    expect((await sent).isNavigationRequest()).toBe(true);
  });
});

test("a page that answers a form leaves the cookie banner to the next one @no-js", async ({
  page,
  enter,
}) => {
  await enter(await newOwner({ cookiesSet: undefined }));
  const title = await typed(page);
  await expect(refuse(page)).toBeVisible();
  await page.getByRole("button", { name: "Publier", exact: true }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByLabel("Titre")).toHaveValue(title);
  await expect(page.locator("form[action='/cookies']")).toHaveCount(0);
  await page.goto("/mes-demandes");
  await expect(refuse(page)).toBeVisible();
});

test("a page without script stays one below the banner @js", async ({ page, enter }) => {
  await enter(await newAccount({ cookiesSet: undefined }));
  await page.goto("/qui-sommes-nous");
  await expect(page.locator("script")).toHaveCount(0);
  await refuse(page).click();
  await expect(page).toHaveURL("/qui-sommes-nous");
  await expect(refuse(page)).toHaveCount(0);
});
