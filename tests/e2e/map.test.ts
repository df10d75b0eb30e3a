import type { Page } from "playwright/test";
import { expectAccessible } from "../support/axe";
import { MAPS_HOSTS, standInForMaps } from "../support/maps-stand-in";
import { expect, test } from "../support/test";

/** The map, against a stand-in for its provider: theirs is not reached here. */

test.use(MAPS_HOSTS);

const example = (name: string) => `/testpage?exemple=${name}`;
const map = (page: Page) => page.getByRole("region", { name: "Carte" });

test.describe("a map", { tag: "@js" }, () => {
  test("asks nothing of its provider before a press on the button that says so", async ({
    page,
  }) => {
    const { asked } = await standInForMaps(page, example("map-asked"), { accepted: false });
    await page.goto(example("map-asked"));
    const button = page.getByRole("button", { name: "Afficher la carte Google Maps" });
    await expect(button).toHaveAccessibleDescription(/déposer des cookies/);
    await expect(map(page)).toBeHidden();
    await expect(page.getByText("One: 1 rue")).toBeVisible();
    await expectAccessible(page);
    expect(asked).toEqual([]);
    await button.press("Enter");
    await expect(map(page)).toContainText("center 45.7634 zoom 16");
    // The button is gone; the next stop is the map.
    await expect(page.getByRole("status")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(map(page).getByRole("button", { name: "One" })).toBeFocused();
    await expect(page.getByText("One: 1 rue")).toBeVisible();
    expect(asked.map(({ host, searchParams }) => [host, searchParams.get("key")])).toEqual([
      ["maps.googleapis.com", "a-key"],
    ]);
  });

  for (const [name, said] of [
    ["map-many", "bounds of 2"],
    ["map-found", "center 45.76"],
  ] as const) {
    test(`shows what it can: ${name}`, async ({ page }) => {
      await standInForMaps(page, example(name), { accepted: true });
      await page.goto(example(name));
      await expect(map(page)).toContainText(said);
      await expect(page.getByRole("status")).toBeEmpty();
      await map(page).getByRole("button", { name: "One" }).click();
      await expect(page).toHaveURL("/testpage");
    });
  }

  for (const [name, said] of [
    ["map-unknown", "Adresse introuvable (ZERO_RESULTS)"],
    ["map-broken", "Erreur lors de la récupération des coordonnées."],
    ["map-none", "Aucun de ces lieux n’est situé sur la carte."],
  ] as const) {
    test(`says why it shows nothing, in no empty box: ${name}`, async ({ page }) => {
      await standInForMaps(page, example(name), { accepted: true });
      await page.goto(example(name));
      await expect(page.getByRole("status")).toHaveText(said);
      await expect(map(page)).toBeHidden();
    });
  }

  test.describe("whose provider does not answer", () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED|could not load/] });

    test("says so", async ({ page }) => {
      await standInForMaps(page, example("map-many"), { accepted: true, fails: true });
      await page.goto(example("map-many"));
      await expect(page.getByRole("status")).toHaveText("La carte n’a pas pu être chargée.");
      await expect(map(page)).toBeHidden();
      await expect(page.getByText("Two: 1 rue")).toBeVisible();
    });

    test("is asked again by the button, which keeps the focus", async ({ page }) => {
      const path = example("map-asked");
      const { asked } = await standInForMaps(page, path, { accepted: false, fails: true });
      await page.goto(path);
      const button = page.getByRole("button", { name: "Afficher la carte Google Maps" });
      for (const tries of [1, 2]) {
        await button.press("Enter");
        await expect.poll(() => asked.length).toBe(tries);
        await expect(page.getByRole("status")).toHaveText("La carte n’a pas pu être chargée.");
        await expect(button).toBeFocused();
      }
    });
  });
});
