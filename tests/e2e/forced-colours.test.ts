import type { Locator, Page } from "playwright/test";
import { expect, test } from "../support/test";

/**
 * In the colours that somebody's system forces on every page, grounds and shadows are gone: what has the focus, what is
 * ticked and where one is are told apart all the same. Without scripts, for these are styles.
 */

test.describe("in forced colours", { tag: "@no-js" }, () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
  });

  /** How many of a page's first stops are looked at. */
  const STOPS = 25;
  const outlineOfFocused = (page: Page) =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const hasOutline = outlineStyle !== "none" && outlineWidth !== "0px";
      // The browser's own button in a date field: the ring is around that.
      const isPart = focused.matches("input[type=date]:not(:focus-visible)");
      const isDrawn = hasOutline || isPart;
      return { isDrawn, what: focused.outerHTML.slice(0, 200) };
    });

  for (const path of ["/", "/reservation", "/inscription", "/connexion", "/contact"]) {
    test(`what has the focus has an outline: ${path}`, async ({ page }) => {
      await page.goto(path);
      let seen = 0;
      for (let stop = 0; stop < STOPS; stop += 1) {
        await page.keyboard.press("Tab");
        const focused = await outlineOfFocused(page);
        if (!focused) break;
        seen += 1;
        expect(focused.isDrawn, focused.what).toBe(true);
      }
      expect(seen).toBeGreaterThan(5);
    });
  }

  /** What is seen of a choice once it is ticked or not, nothing pointed at and nothing focused. */
  const pictureOf = async (page: Page, choice: Locator, isTicked: boolean) => {
    await choice.setChecked(isTicked, { force: true });
    await choice.evaluate((element) => (element as HTMLElement).blur());
    await page.mouse.move(0, 0);
    return (await choice.locator("xpath=ancestor::label[1]").screenshot()).toString("base64");
  };

  for (const path of ["/reservation", "/inscription"]) {
    test(`what is ticked looks otherwise: ${path}`, async ({ page }) => {
      await page.goto(path);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      const boxes = page.locator("label:visible").locator("input[type=checkbox]");
      const count = Math.min(await boxes.count(), 5);
      expect(count).toBeGreaterThan(0);
      for (let index = 0; index < count; index += 1) {
        const box = boxes.nth(index);
        const without = await pictureOf(page, box, false);
        expect(await pictureOf(page, box, true), String(index)).not.toBe(without);
      }
    });
  }
});
