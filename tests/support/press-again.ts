import type { Locator, Page } from "playwright/test";

/** The second press of a double one, whose first hit what stood there before. */
export async function pressAgain(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}
