import type { Page } from "playwright/test";
import { newVenue } from "../support/browser-people";
import { chooseDays, expect, inDays, reserveButton, test } from "../support/journey";

/** What has the focus is in sight: in low windows, and beside bars that stay at an edge. */

for (const [width, height] of [
  [1366, 768],
  [1280, 620],
] as const) {
  test(
    `'Réserver' is in sight once days are chosen, at ${width} × ${height}`,
    { tag: "@js" },
    async ({ page, owner }) => {
      const venue = await newVenue(owner, { needValidation: true });
      await page.setViewportSize({ width, height });
      await page.goto(`/reservation/${venue._id.toHexString()}`);
      await chooseDays(page, inDays(30), inDays(31));
      await expect(page.locator("#reserver")).toContainText("Frais de service");
      await expect(reserveButton(page)).toBeFocused();
      await expect(reserveButton(page)).toBeInViewport({ ratio: 1 });
    },
  );
}

/** More than either page has. */
const MOST_STOPS = 300;

/**
 * Presses Tab through the whole page.
 *
 * @returns what had the focus while a bar lay over all of it
 */
async function coveredStops(page: Page): Promise<string[]> {
  const covered: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const BARS = ".save-bar, .sticky-bar";
      const { activeElement: element } = document;
      if (!element || element === document.body) return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      const isCovered = [0.1, 0.5, 0.9].every((part) =>
        document.elementFromPoint(left + width / 2, top + height * part)?.closest(BARS),
      );
      return { isCovered: isCovered && !element.closest(BARS), html: element.outerHTML };
    });
    if (!at) return covered;
    if (at.isCovered) covered.push(at.html.slice(0, 120));
  }
  throw new Error(`The page has more than ${MOST_STOPS} stops`);
}

test(
  "with text twice as large no bar covers what has the focus",
  { tag: "@no-js" },
  async ({ page, owner, enter }) => {
    const venue = await newVenue(owner);
    const id = venue._id.toHexString();
    await enter(owner);
    await page.setViewportSize({ width: 360, height: 900 });
    for (const path of [
      `/reservation/${id}?start=${inDays(30)}&end=${inDays(31)}`,
      `/profil/location/${id}`,
    ]) {
      await page.goto(path);
      await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      expect(await coveredStops(page), path).toEqual([]);
    }
  },
);

test("the last entry of a menu beside the page comes into a low window", async ({
  page,
  owner,
  enter,
}) => {
  await enter(owner);
  await page.setViewportSize({ width: 900, height: 420 });
  await page.goto("/mes-parametres/revenus");
  const last = page.locator("nav.sidebar").getByRole("link").last();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
});
