import type { Page } from "playwright/test";
import { expectAccessible } from "../support/axe";
import { expectLayout } from "../support/layout";
import { newAccount } from "../support/browser-people";
import { expect, test } from "../support/journey";
import { answersOf, scriptsOf } from "../support/weight";

const searchBox = (page: Page) => page.getByRole("combobox", { name: "Rechercher une adresse" });
const options = (page: Page) => page.getByRole("listbox").getByRole("option");
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);

async function expectFields(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await expect(field(page, name)).toHaveValue(value);
  }
}

const TILLEULS = {
  street: "12 Rue des Tilleuls",
  postalCode: "69003",
  city: "Lyon",
  country: "France",
};

test.describe("without script", { tag: "@no-js" }, () => {
  test("the plain fields are the form, and there is nothing else", async ({ page, enter }) => {
    await page.goto("/inscription");
    await expect(page.getByText("Rechercher une adresse")).toBeHidden();
    await expectAccessible(page);

    await enter(await newAccount());
    await page.goto("/profil?modifier=coordonnees");
    await expect(page.getByText("Rechercher une adresse")).toBeHidden();
    for (const [name, value] of Object.entries(TILLEULS)) await field(page, name).fill(value);
    await page.getByRole("button", { name: "Sauvegarder" }).click();
    await expect(page.getByText("Coordonnées correctement mises à jour.")).toBeVisible();
    await expect(page.getByText(TILLEULS.street)).toBeVisible();
  });
});

test.describe("with script", { tag: "@js" }, () => {
  test("the search weighs nothing until someone reaches for it", async ({ page }) => {
    const scripts = await scriptsOf(await answersOf(page, "/inscription"));
    expect(scripts.names).not.toContain("address-search");
    expect(scripts.bytes).toBeLessThanOrEqual(2_500);
    const loaded = page.waitForResponse(/\/assets\/address-search-[\w-]+\.js/);
    await field(page, "street").focus();
    await loaded;
  });

  test("an address is found and chosen with the keyboard alone", async ({ page }) => {
    await page.goto("/inscription");
    await searchBox(page).focus();
    await page.keyboard.type("12 rue des tilleuls");
    await expect(options(page)).toHaveText([
      "12 Rue des Tilleuls 69003 Lyon",
      "12 Rue des Tilleuls 67000 Strasbourg",
    ]);
    await expect(page.getByRole("status").filter({ hasText: /^2 adresses/ })).toBeVisible();
    await expect(searchBox(page)).toHaveAttribute("aria-expanded", "true");
    await expectAccessible(page);

    await page.keyboard.press("ArrowUp");
    await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(searchBox(page)).not.toHaveAttribute("aria-activedescendant");
    await page.keyboard.press("ArrowDown");
    const first = options(page).first();
    await expect(first).toHaveAttribute("aria-selected", "true");
    await expect(searchBox(page)).toHaveAttribute(
      "aria-activedescendant",
      (await first.getAttribute("id")) ?? "",
    );
    await expectAccessible(page);

    await page.keyboard.press("Enter");
    await expectFields(page, TILLEULS);
    await expect(page.getByText("Champs remplis : 12 Rue des Tilleuls 69003 Lyon.")).toBeVisible();
    await expect(searchBox(page)).toBeFocused();
    await expect(searchBox(page)).toHaveAttribute("aria-expanded", "false");
    await expect(page).toHaveURL("/inscription");
  });

  test("Escape closes the list, Enter sends no half-filled form, letters go on", async ({
    page,
  }) => {
    await page.goto("/inscription");
    await searchBox(page).focus();
    await page.keyboard.type("12 tilleuls");
    await expect(options(page)).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toBeHidden();
    await expect(searchBox(page)).toHaveValue("12 tilleuls");
    await page.keyboard.press("Enter");
    await page.keyboard.type(" strasbourg");
    await expect(options(page)).toHaveText(["12 Rue des Tilleuls 67000 Strasbourg"]);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("listbox")).toBeHidden();
    await expect(field(page, "street")).toBeFocused();
    await expectFields(page, { street: "", postalCode: "", city: "" });
    await expect(page).toHaveURL("/inscription");
  });

  test("what is typed before the code is there is neither lost nor forgotten", async ({ page }) => {
    await page.goto("/inscription");
    let letCodeThrough = () => {};
    const gate = new Promise<void>((resolve) => (letCodeThrough = resolve));
    await page.route(/\/assets\/address-search-/, async (route) => {
      await gate;
      await route.continue();
    });
    await searchBox(page).focus();
    await page.keyboard.type("12 tilleuls lyon");
    // Nor sends it a form of which it has filled in nothing.
    await page.keyboard.press("Enter");
    await expect(searchBox(page)).toBeFocused();
    letCodeThrough();
    await expect(options(page)).toHaveCount(1);
    await expect(searchBox(page)).toBeFocused();
    await expect(searchBox(page)).toHaveValue("12 tilleuls lyon");
  });

  test("nothing opens over the fields once the search is left", async ({ page }) => {
    /** Types, goes on to the street, and only then lets through what was asked for at `held`. */
    const leave = async (letters: string, held: RegExp) => {
      let letThrough = () => {};
      const gate = new Promise<void>((resolve) => (letThrough = resolve));
      await page.route(held, async (route) => {
        await gate;
        await route.continue().catch(() => {});
      });
      const asked = page.waitForRequest(held);
      await searchBox(page).focus();
      await page.keyboard.type(letters);
      await asked;
      await page.keyboard.press("Tab");
      letThrough();
    };
    await page.goto("/inscription");
    let searches = 0;
    page.on("request", (request) => (searches += request.url().includes("/api/address/") ? 1 : 0));
    await leave("12 tilleuls", /\/assets\/address-search-/);
    await expect(searchBox(page)).toHaveAttribute("aria-expanded", "false");
    // The code is there once it looks for the towns of a postal code.
    await field(page, "postalCode").fill("69003");
    await expectFields(page, { city: "Lyon" });
    expect(searches).toBe(1);

    const gone = page.waitForEvent("requestfailed");
    await leave(" lyon", /\/api\/address\/search/);
    await gone;
    await expect(page.getByRole("listbox")).toBeHidden();
    await page.unrouteAll();
    await searchBox(page).press("ArrowDown");
    await expect(options(page)).toHaveCount(1);
    // Typed, and left within the pause before it is asked for.
    const before = searches;
    await page.keyboard.type("x");
    await page.keyboard.press("Tab");
    await field(page, "postalCode").fill("69100");
    await expect.poll(() => searches).toBe(before + 1);
    await expect(page.getByRole("listbox")).toBeHidden();
  });

  test.describe("whose code does not come", () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED|dynamically imported module/] });

    test("is not offered any more, and leads to the fields", async ({ page }) => {
      await page.route(/\/assets\/address-search-/, (route) => route.abort());
      await page.goto("/inscription");
      await searchBox(page).focus();
      await expect(searchBox(page)).toBeHidden();
      await expect(field(page, "street")).toBeFocused();
    });
  });

  test("a town leaves the street as typed, and a pointer chooses too", async ({ page }) => {
    await page.goto("/inscription");
    await field(page, "street").fill("3 allée du Parc");
    await searchBox(page).fill("villeurbanne");
    await options(page).filter({ hasText: "69100 Villeurbanne" }).click();
    await expectFields(page, {
      street: "3 allée du Parc",
      postalCode: "69100",
      city: "Villeurbanne",
      country: "France",
    });
  });

  test("a postal code brings its town, or its towns to choose from", async ({ page }) => {
    await page.goto("/inscription");
    await field(page, "postalCode").focus();
    await field(page, "postalCode").fill("69003");
    await expectFields(page, { city: "Lyon" });
    // A code that is corrected takes the town with it that it brought.
    await field(page, "postalCode").fill("67000");
    await expectFields(page, { city: "Strasbourg" });
    // One that has several towns brings none, and what was brought for the other one goes.
    await field(page, "postalCode").fill("01400");
    await expectFields(page, { city: "" });
    await field(page, "postalCode").fill("69003");
    await expectFields(page, { city: "Lyon" });
    await field(page, "postalCode").fill("99999");
    await expectFields(page, { city: "" });
    // It comes to who is there and about to type it as well, who writes over it.
    let letTownThrough = () => {};
    const gate = new Promise<void>((resolve) => (letTownThrough = resolve));
    await page.route("**/api/address/search*", async (route) => {
      await gate;
      await route.continue();
    });
    await field(page, "postalCode").fill("69100");
    await field(page, "city").focus();
    letTownThrough();
    await expectFields(page, { city: "Villeurbanne" });
    await page.keyboard.type("Lyon");
    await expectFields(page, { city: "Lyon" });
    await field(page, "city").fill("");
    await field(page, "postalCode").fill("01400");
    await expect(page.getByText(/^\d+ communes ont ce code postal/)).toBeVisible();
    const offered = page.locator(
      `datalist#${await field(page, "city").getAttribute("list")} option`,
    );
    await expect.poll(() => offered.count()).toBeGreaterThan(5);
    await expectFields(page, { city: "" });
    await expectAccessible(page);
  });

  test.describe("refused", () => {
    test.use({ expectedConsoleErrors: [/status of 429/] });

    test("nothing found, or no answer, leaves the fields to fill in", async ({ page }) => {
      await page.goto("/inscription");
      await searchBox(page).fill("zzzzzz");
      await expect(page.getByText("Aucune adresse trouvée : remplissez")).toBeVisible();
      const message = "Trop de tentatives.";
      const problem = {
        ...{ type: "https://exemple.fr/api/docs#too_many", title: "Too Many Requests" },
        ...{ status: 429, detail: message, instance: "urn:uuid:0", message },
      };
      await page.route("**/api/address/search*", (route) =>
        route.fulfill({ status: 429, contentType: "application/problem+json", json: problem }),
      );
      await searchBox(page).fill("lyon");
      await expect(page.getByText("Trop de tentatives. En attendant, remplissez")).toBeVisible();
      await expectAccessible(page);
    });
  });

  test("it fits a narrow phone, and serves the profile's form", async ({ page, enter }) => {
    await enter(await newAccount());
    await page.goto("/profil?modifier=coordonnees");
    await searchBox(page).fill("12 tilleuls");
    await expect(options(page)).toHaveCount(2);
    await expectLayout(page, 320, "addresses found");
    await options(page).first().click();
    await expectFields(page, TILLEULS);
    await page.getByRole("button", { name: "Sauvegarder" }).click();
    await expect(page.getByText("Coordonnées correctement mises à jour.")).toBeVisible();
    await expect(page.getByText(TILLEULS.street)).toBeVisible();
  });
});
