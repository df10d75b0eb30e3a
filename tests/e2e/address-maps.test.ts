import type { Page } from "playwright/test";
import { expectAccessible } from "../support/axe";
import { MAPS_HOSTS, standInForMaps } from "../support/maps-stand-in";
import { expect, test } from "../support/test";

/** The maps provider's part of the address search, against a stand-in: theirs is not reached here. */

const searchBox = (page: Page) => page.getByRole("combobox", { name: "Rechercher une adresse" });
const options = (page: Page) => page.getByRole("option");
const useMaps = (page: Page) => page.getByRole("button", { name: "Chercher avec Google Maps" });

test.use(MAPS_HOSTS);

test.describe("with a maps key", { tag: "@js" }, () => {
  test("nothing of the provider's comes before a press on the button that says so", async ({
    page,
  }) => {
    const { asked } = await standInForMaps(page, "/inscription", { accepted: false });
    await page.goto("/inscription");
    await searchBox(page).fill("12 tilleuls");
    await expect(options(page)).toHaveCount(2);
    await expect(options(page).first()).toHaveText("12 Rue des Tilleuls 69003 Lyon");
    await expectAccessible(page);
    expect(asked).toEqual([]);

    await page.keyboard.press("Escape");
    await useMaps(page).click();
    await expect(searchBox(page)).toBeFocused();
    await expect(useMaps(page)).toBeHidden();
    await expect(options(page).first()).toHaveText("12 Rue de la République, Lyon");
    expect(asked.map(({ host, searchParams }) => [host, searchParams.get("key")])).toEqual([
      ["maps.googleapis.com", "a-key"],
    ]);
    await expectAccessible(page);
  });

  test("once accepted, it searches France's box and fills the fields", async ({ page }) => {
    await standInForMaps(page, "/inscription", { accepted: true });
    await page.goto("/inscription");
    await searchBox(page).fill("12 république");
    await expect(options(page)).toHaveCount(2);
    await expect(useMaps(page)).toBeHidden();
    expect(await page.evaluate("placesRequest")).toEqual({
      input: "12 république",
      sessionToken: "AutocompleteSessionToken",
      includedRegionCodes: ["fr"],
      locationRestriction: { south: 41.333, north: 51.124, west: -5.142, east: 9.662 },
      language: "fr",
      region: "fr",
    });
    await options(page).nth(1).click();
    await expect(page.getByText("Cette adresse est incomplète ou hors de France")).toBeVisible();
    await expect(page.locator("[name=city]")).toHaveValue("");

    await searchBox(page).fill("12 république");
    await options(page).first().click();
    await expect(page.locator("[name=street]")).toHaveValue("12 Rue de la République");
    await expect(page.locator("[name=postalCode]")).toHaveValue("69002");
    await expect(page.locator("[name=city]")).toHaveValue("Lyon");
    expect(await page.evaluate("fetchedFields")).toEqual(["addressComponents", "location"]);
  });

  test.describe("that fails", () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED|could not load/] });

    test("the product's own search answers", async ({ page }) => {
      await standInForMaps(page, "/inscription", { accepted: true, fails: true });
      await page.goto("/inscription");
      await searchBox(page).fill("12 tilleuls");
      await expect(options(page).first()).toHaveText("12 Rue des Tilleuls 69003 Lyon");
      await expect(useMaps(page)).toBeVisible();
    });
  });
});
