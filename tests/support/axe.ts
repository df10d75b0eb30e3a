import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { AxeResults, Result } from "axe-core";
import { expect, type Page } from "playwright/test";
import { runsScripts } from "./screenshots";

const TAGS = [
  ...["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"],
  "best-practice",
];

/** A third of the size of what the package hands out as its source: it is given to every page anew. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails with one readable line per violation, and the elements it concerns. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await runsScripts(page))) await page.evaluate(giveTimers);
  await page.evaluate(arrive);
  const { violations } = await runAxe(page);
  expect(violations.map(describe).join("\n"), `axe on ${page.url()}`).toBe("");
}

async function runAxe(page: Page): Promise<AxeResults> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(`${SOURCE};undefined`);
  }
  return await page.evaluate(
    async (values) => await window.axe.run(document, { runOnly: { type: "tag", values } }),
    TAGS,
  );
}

/** Ends entrances: a text that is still fading in has less contrast than it will have. */
function arrive(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}

/**
 * axe waits on timers, which never come in a page without scripts: there what it puts off is done as
 * soon as what it is doing ends.
 */
function giveTimers(): void {
  const soon = (run: () => void) => {
    void Promise.resolve().then(run);
    return 0;
  };
  window.setTimeout = ((run: () => void) => soon(run)) as typeof window.setTimeout;
  window.requestAnimationFrame = (run) => soon(() => run(performance.now()));
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
