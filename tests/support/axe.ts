import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { AxeResults, Result, RunOptions } from "axe-core";
import { expect, type Page } from "playwright/test";
import { runsScripts } from "./screenshots";

const TAGS = [
  ...["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"],
  "best-practice",
];

/** A third of the size of what the package hands out as its source: it is given to every page anew. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The two rules that measure every element, and take most of the time. */
const MEASURING = { "color-contrast": { enabled: false }, "target-size": { enabled: false } };

/**
 * Fails with one readable line per violation, and the elements it concerns.
 *
 * @param isMeasured false: colours and sizes were looked at in another width
 */
export async function expectAccessible(page: Page, isMeasured = true): Promise<void> {
  if (!(await runsScripts(page))) await page.evaluate(giveTimers);
  await page.evaluate(arrive);
  const { violations } = await runAxe(page, isMeasured ? {} : MEASURING);
  expect(violations.map(describe).join("\n"), `axe on ${page.url()}`).toBe("");
}

/**
 * Remembers what is to be seen of a page.
 *
 * @returns whether there is something that was not to be seen the last time: another width shows another
 * structure. The header of the site is one for all pages and left out
 */
export async function showsMore(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const all = [...document.body.querySelectorAll("*")];
    const seen = new Set(all.filter((element) => element.checkVisibility()));
    const before = window.seenBefore;
    window.seenBefore = seen;
    return [...seen].some((element) => !before?.has(element) && !element.closest(".site-header"));
  });
}

async function runAxe(page: Page, rules: RunOptions["rules"]): Promise<AxeResults> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(`${SOURCE};undefined`);
  }
  return await page.evaluate(
    async ({ values, rules }) =>
      await window.axe.run(document, {
        runOnly: { type: "tag", values },
        // Or each element that passes is described as well.
        resultTypes: ["violations"],
        rules,
      }),
    { values: TAGS, rules },
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
    seenBefore?: ReadonlySet<Element>;
  }
}
