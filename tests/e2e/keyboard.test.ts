import type { Locator, Page } from "playwright/test";
import { addDays, formatDay, type Day } from "~/platform/days";
import { expectAccessible } from "../support/axe";
import { newAccount, newVenue, PASSWORD } from "../support/browser-people";
import {
  calendars,
  cardFrame,
  daysField,
  expect,
  hostedButton,
  inDays,
  paymentShown,
  reserveButton,
  test,
} from "../support/journey";
import { runsScripts } from "../support/screenshots";

/** The main job without a mouse: Tab, Enter, Space and typing, nothing else. */

/** How often Tab may be pressed from the home page to the payment; one of them leads to the terms that bind who pays. */
const MOST_STOPS = 51;

/**
 * Presses Tab until the focus is on `target`, which the eye has to be able to see there.
 *
 * @returns how often
 */
async function tabTo(page: Page, target: Locator): Promise<number> {
  await expect(target).not.toBeFocused();
  const before = await ringOf(target);
  for (let stops = 1; stops <= MOST_STOPS; stops += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      const ring = await ringOf(target);
      // A shadow or an outline that it always has marks nothing.
      expect(ring.isDrawn && ring.style !== before.style, target.toString()).toBe(true);
      return stops;
    }
  }
  throw new Error(`${MOST_STOPS} stops do not lead to ${target.toString()}`);
}

/** What may tell that an element has the focus: its outline and its shadow. */
const ringOf = async (target: Locator) =>
  await target.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const hasOutline = outlineStyle !== "none" && outlineWidth !== "0px";
    return {
      isDrawn: hasOutline || boxShadow !== "none",
      style: [hasOutline && [outlineStyle, outlineWidth, outlineColor], boxShadow].join(),
    };
  });

/** A day with the number of its month: typed alike in a browser's own field, whichever of the two it asks for first. */
function twinDay(): Day {
  const isTwin = (day: Day) => day.slice(5, 7) === day.slice(8);
  const from = inDays(2);
  return Array.from({ length: 40 }, (_, step) => addDays(from, step)).find(isTwin)!;
}

test("from the home page to the last look before paying, by keyboard", async ({ page, owner }) => {
  const scripted = await runsScripts(page);
  const buyer = await newAccount();
  const venue = await newVenue(owner);
  const day = twinDay();
  const [year = "", month = ""] = day.split("-");
  const main = page.getByRole("main");

  const stops: number[] = [];
  const reach = async (target: Locator) => stops.push(await tabTo(page, target));
  /** Past the header, where a page does not begin with what comes next. */
  const skip = async () => {
    await reach(page.getByRole("link", { name: "Aller au contenu" }));
    await page.keyboard.press("Enter");
  };

  await page.goto("/");
  await skip();
  await reach(page.getByLabel("Où"));
  await page.keyboard.type(venue.city);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 lieu correspond à votre recherche.")).toBeVisible();
  await skip();
  await reach(page.getByRole("link", { name: venue.title, exact: true }));
  await page.keyboard.press("Enter");

  await skip();
  const [arrival, departure] = ["Arrivée", "Départ"].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  if (scripted) {
    await reach(daysField(page));
    await page.keyboard.type(`${formatDay(day)} - ${formatDay(addDays(day, 1))}`);
  } else {
    for (const field of [arrival!, departure!]) {
      await reach(field);
      await page.keyboard.type(month + month + year);
    }
  }
  // Enter works the price out and never reserves by accident.
  await page.keyboard.press("Enter");
  await expect(calendars(page)).toBeHidden();
  await expect(page.locator("#reserver")).toContainText("Frais de service (12,5 %)");
  await expect(arrival!).toHaveValue(day);
  await reach(reserveButton(page));
  await page.keyboard.press("Space");

  await expect(page).toHaveURL(/\/connexion\?vers=/);
  await skip();
  await reach(main.getByLabel("Adresse e-mail"));
  await page.keyboard.type(buyer.email);
  await reach(main.getByLabel("Mot de passe"));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vérifiez puis payez");
  await paymentShown(page);
  await skip();
  if (scripted) await reach(cardFrame(page).getByLabel("Numéro de carte"));
  await reach(hostedButton(page));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/pay\//);
  const sum = stops.reduce((total, count) => total + count, 0);
  expect(sum, stops.join(" + ")).toBeLessThanOrEqual(MOST_STOPS);
});

test("a refusal has the focus at its summary, wherever links within the page have led before", async ({
  page,
}) => {
  const summary = page.getByRole("alert").filter({ hasText: "à corriger" });
  await page.goto("/inscription");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/inscription#contenu");
  const send = page.getByRole("button", { name: "S’inscrire" });
  await tabTo(page, send);
  await page.keyboard.press("Enter");
  await expect(summary).toBeFocused();
  // To the field, and from there sent again.
  await tabTo(page, summary.getByRole("link").last());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/inscription#(?!contenu)/);
  await tabTo(page, send);
  await page.keyboard.press("Enter");
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport();
});

test("the menu opens, closes and gives the focus back by keyboard", async ({ page, enter }) => {
  await enter(await newAccount());
  // A page without any script.
  await page.goto("/");
  const menu = page.getByRole("banner").locator("[popovertarget]");
  // A first name alone would not say what it opens.
  await expect(menu).toHaveAccessibleName(/^Mon compte\s: \S/);
  await tabTo(page, menu);
  await page.keyboard.press("Enter");
  const profile = page.getByRole("banner").getByRole("link", { name: "Profil", exact: true });
  await expect(profile).toBeVisible();
  const [below, panel] = await Promise.all([
    menu.boundingBox(),
    page.getByRole("banner").locator("[popover]:popover-open").boundingBox(),
  ]);
  // The panel hangs at its button.
  expect(panel!.y - (below!.y + below!.height)).toBeCloseTo(8, 0);
  expect(panel!.x + panel!.width).toBeCloseTo(below!.x + below!.width, 0);
  await expectAccessible(page);
  await tabTo(page, profile);
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(profile).toBeHidden();
});

test("in a narrow window the menu is the navigation, and none stands empty", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 760 });
  await page.goto("/");
  const navigations = page.getByRole("banner").getByRole("navigation");
  await expect(navigations).toHaveCount(0);
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  await expect(navigations).toHaveCount(1);
  await expect(navigations).toHaveAccessibleName("Menu");
  const links = ["Accueil", "Réservation", "Contact", "Référencer mon lieu"];
  await expect(navigations.getByRole("link")).toHaveText([...links, "Connexion", "Inscription"]);
});
