import { openBrowser } from "./browser.mjs";
import { atMost } from "./figures.mjs";
import { median } from "./rounds.mjs";

const VISITS = 7;
/** Milliseconds; a bar of quality for both figures. */
const BAR = 200;
/** Long enough for what an opening begins, the second month included, to be over. */
const AFTER_MS = 1_500;

/** Runs in the page before anything else: how long it is busy at a stretch, and how long a press waits to be seen. */
function observe() {
  const seen = { longest: 0, toPaint: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: "longtask" });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.toPaint = Math.max(seen.toPaint, duration);
  }).observe(/** @type {any} */ ({ type: "event", durationThreshold: 16 }));
}

/**
 * Opens the calendar of a venue's page twice: the first time its code has yet to come.
 * @param {import("playwright").Browser} browser
 * @param {string} url
 */
async function openings(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: "networkidle" });
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    const field = page.locator("#periode");
    await field.scrollIntoViewIfNeeded();
    const opening = async () => {
      await page.evaluate("Object.assign(window.seen, { longest: 0, toPaint: 0 })");
      await field.click();
      await page.getByRole("grid").nth(1).waitFor();
      await page.waitForTimeout(AFTER_MS);
      const seen = /** @type {{ longest: number, toPaint: number }} */ (
        await page.evaluate("({ ...window.seen })")
      );
      // Only a press of less than 16 ms is not told of, and on so slow a processor none is; a long task there may be none.
      if (seen.toPaint === 0)
        throw new Error("The browser told of no press on the calendar's field");
      return seen;
    };
    const first = await opening();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.evaluate("document.activeElement.blur()");
    return { first, next: await opening() };
  } finally {
    await context.close();
  }
}

/** @type {import("./figures.mjs").Scenario} */
export const openingCalendar = {
  id: "S7",
  title: "l’ouverture du calendrier d’un lieu (processeur 6 fois plus lent)",
  async run({ stack }) {
    const { appUrl } = await stack();
    const listing = await (await fetch(`${appUrl}/reservation`)).text();
    const path = /href="(\/reservation\/[0-9a-f]{24})"/.exec(listing)?.[1];
    if (!path) throw new Error("The listing has no venue");
    const browser = await openBrowser();
    try {
      /** @type {Awaited<ReturnType<typeof openings>>[]} */
      const visits = [];
      for (let count = 0; count < VISITS; count += 1) {
        visits.push(await openings(browser, `${appUrl}${path}`));
      }
      const figure = (
        /** @type {string} */ what,
        /** @type {"first" | "next"} */ which,
        /** @type {"longest" | "toPaint"} */ name,
      ) => atMost(what, median(visits.map((visit) => visit[which][name])), BAR, "ms", 0);
      return [
        figure("première ouverture, tâche la plus longue", "first", "longest"),
        figure("première ouverture, de l’appui à l’image", "first", "toPaint"),
        figure("ouverture suivante, tâche la plus longue", "next", "longest"),
        figure("ouverture suivante, de l’appui à l’image", "next", "toPaint"),
      ];
    } finally {
      await browser.close();
    }
  },
};
