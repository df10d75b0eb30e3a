import { join } from "node:path";
import type { Page } from "playwright/test";

const DIRECTORY = join(import.meta.dirname, "..", "screenshots");

/**
 * With `SCREENSHOTS=1`, saves the whole page as `tests/screenshots/{name}-{width}-{js|nojs}.png`, for a
 * person to look at; drawing whole pages takes the tests minutes. `width` is the viewport's in CSS
 * pixels; whether scripts run is asked of the page itself.
 */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const width = page.viewportSize()?.width ?? 0;
  const mode = (await runsScripts(page)) ? "js" : "nojs";
  const path = join(DIRECTORY, `${name}-${width}-${mode}.png`);
  await page.screenshot({ path, fullPage: true, animations: "disabled" });
}

/** Whether the page runs scripts: browsers draw `<noscript>` only when it does not. */
export async function runsScripts(page: Page): Promise<boolean> {
  return await page.evaluate(() => matchMedia("(scripting: enabled)").matches);
}
