import { openBrowser } from "./browser.mjs";
import { atMost } from "./figures.mjs";
import { median } from "./rounds.mjs";

/** The browser tools' 'Slow 3G': 400 kbit/s both ways, each answer 2 s late. */
const SLOW_3G = {
  offline: false,
  latency: 2_000,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const VISITS = 3;

/** Runs in the page before anything else: when the first card is on screen, what blocks, what moves. */
function observe() {
  const seen = { card: 0, blocked: 0, shift: 0 };
  Object.assign(window, { seen });
  const look = () => {
    if (!document.querySelector(".venue-card h2")) requestAnimationFrame(look);
    else requestAnimationFrame(() => (seen.card = performance.now()));
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocked += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += /** @type {any} */ (entry).value;
  }).observe({ type: "layout-shift", buffered: true });
}

/**
 * One first visit, with nothing in the browser's cache.
 * @param {import("playwright").Browser} browser
 * @param {string} url
 * @returns {Promise<{ paint: number, card: number, blocked: number, shift: number }>} ms
 */
async function visit(browser, url) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", SLOW_3G);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: "load", timeout: 120_000 });
    // A page without cards, or that painted nothing, is no fast one.
    await page.waitForFunction("window.seen.card > 0", null, { timeout: 30_000 });
    const seen = await page.evaluate(() => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      return { .../** @type {any} */ (window).seen, paint: paint?.startTime };
    });
    if (!seen.paint) throw new Error("The browser told of no first paint");
    return seen;
  } finally {
    await context.close();
  }
}

/** @type {import("./figures.mjs").Scenario} */
export const slowPhone = {
  id: "S5",
  title: "la liste sur un téléphone lent (3G lente, processeur 6 fois plus lent)",
  async run({ stack }) {
    const { appUrl } = await stack();
    const browser = await openBrowser();
    try {
      /** @type {Awaited<ReturnType<typeof visit>>[]} */
      const visits = [];
      for (let count = 0; count < VISITS; count += 1) {
        visits.push(await visit(browser, `${appUrl}/reservation`));
      }
      const seconds = (/** @type {"paint" | "card"} */ name) =>
        median(visits.map((one) => one[name])) / 1000;
      return [
        atMost("premier contenu", seconds("paint"), 2.8, "s"),
        atMost("première carte", seconds("card"), 2.8, "s"),
        atMost("temps bloqué", median(visits.map(({ blocked }) => blocked)), 150, "ms", 0),
        atMost("glissement de la page", Math.max(...visits.map(({ shift }) => shift)), 0.02, "", 3),
      ];
    } finally {
      await browser.close();
    }
  },
};
