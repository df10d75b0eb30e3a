import axe, { type AxeResults, type Result } from "axe-core";
import { expect, type Page } from "playwright/test";
import { runsScripts } from "./screenshots";

const TAGS = [
  ...["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"],
  "best-practice",
];

/** Fails with one readable line per violation, and the elements it concerns. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = (await runsScripts(page)) ? await runAxe(page) : await runOnCopy(page);
  expect(violations.map(describe).join("\n"), `axe on ${page.url()}`).toBe("");
}

async function runAxe(page: Page): Promise<AxeResults> {
  await page.evaluate(arrived);
  await page.evaluate(`${axe.source};undefined`);
  return await page.evaluate(
    async (values) => await window.axe.run(document, { runOnly: { type: "tag", values } }),
    TAGS,
  );
}

/** Waits for entrances to end: a text that is still fading in has less contrast than it will have. */
async function arrived(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}

/**
 * axe waits on timers, which do not run in a page without scripts: there it reads a copy of the page,
 * at the same address and size, where `<noscript>` is shown and the page's own scripts are not loaded.
 */
async function runOnCopy(page: Page): Promise<AxeResults> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page's context was not made by a browser");
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    javaScriptEnabled: true,
    storageState: await page.context().storageState(),
  });
  try {
    const copy = await context.newPage();
    const body = (await page.content()).replace(/<(\/?)noscript\b/g, "<$1div");
    await copy.route("**/*", async (route) => {
      const type = route.request().resourceType();
      if (type === "document")
        await route.fulfill({ body, contentType: "text/html; charset=utf-8" });
      else if (type === "script") await route.abort();
      else await route.continue();
    });
    await copy.goto(page.url());
    return await runAxe(copy);
  } finally {
    await context.close();
  }
}

function describe({ id, impact, help, nodes }: Result): string {
  const elements = nodes.map(({ target, failureSummary }) => {
    const why = failureSummary?.split("\n").slice(1).join("; ").replaceAll(/\s+/g, " ") ?? "";
    return `    ${target.join(" ")}: ${why}`;
  });
  return [`${id} (${impact}): ${help}`, ...elements].join("\n");
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
