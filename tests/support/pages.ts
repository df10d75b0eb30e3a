import type { Page } from "playwright/test";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routeConfig from "~/routes";
import { expectAccessible } from "./axe";
import { expect } from "./journey";
import { runsScripts, screenshot } from "./screenshots";

/** Which door a page stands behind; see app/routes.ts. */
export type Door = "public" | "guest" | "member" | "admin";

export interface StaticPath {
  path: string;
  door: Door;
}

/** Addresses that are not pages: they act, hand out a file, or lead on. */
const NOT_PAGES =
  /^\/(?:api\/.*|deconnexion|cookies|robots\.txt|sitemap\.xml|mes-parametres\/mes-donnees|\*)$|\.(?:csv|json)$|:/;

/** Every page whose address has no parameter, from the routes themselves. */
export const staticPaths: StaticPath[] = collect(routeConfig);

function collect(
  entries: readonly RouteConfigEntry[],
  above = "",
  door: Door = "public",
): StaticPath[] {
  return entries.flatMap(({ file, path, children }) => {
    const whole = path ? `${above}/${path}` : above;
    const group = /routes\/groups\/(guest|member|admin)/.exec(file)?.[1] as Door | undefined;
    if (children) return collect(children, whole, group ?? door);
    return NOT_PAGES.test(whole) ? [] : [{ path: whole || "/", door }];
  });
}

/** CSS pixels of the narrowest reflow that WCAG asks for, a phone, a desk. */
const WIDTHS = [320, 360, 1280] as const;
const HEIGHT = 900;

/**
 * What holds for every page in every state: title, language, one `h1`, scripts only where something
 * needs them, no violation of WCAG at any width, nothing cut off or wider than the window, not even
 * with text twice as large. Leaves pictures to look at in tests/screenshots.
 */
export async function expectGoodPage(page: Page, name: string): Promise<void> {
  await expect(page).toHaveTitle(/^(?:Erreur\u00a0: )?Place des Salles \| \S/);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page.getByRole("main")).toHaveCount(1);
  await expectScriptsWhereNeeded(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expectNothingBeside(page, `${name} at ${width} px`);
    if (width === 320) continue;
    await screenshot(page, name);
    // Another width shows other parts; without script each check opens a page of its own.
    if (width === 360 || (await runsScripts(page))) await expectAccessible(page);
  }
  await expectNothingBesideAtTwice(page, name);
}

async function expectScriptsWhereNeeded(page: Page): Promise<void> {
  // The menu takes the script where there is one and never asks for it.
  const needs = await page
    .locator("[data-island], [data-enhance]:not([data-enhance=menu])")
    .count();
  const sources = await page
    .locator("script")
    .evaluateAll((scripts) => scripts.map((script) => (script as HTMLScriptElement).src));
  expect(sources).toHaveLength(needs > 0 ? 1 : 0);
  expect(sources.filter((source) => source === "")).toEqual([]);
}

/** What reaches beyond the window's right edge, but for what its own frame scrolls or clips. */
async function expectNothingBeside(page: Page, what: string): Promise<void> {
  const beside = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const clips = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== "visible" || clips(element.parentElement));
    const wide = [...document.body.querySelectorAll("*")].filter((element) => {
      const { right, width: own, height } = element.getBoundingClientRect();
      // Less than two pixels is text for screen readers, off screen on purpose.
      if (own < 2 || height < 2) return false;
      return right > width + 1 && !clips(element.parentElement);
    });
    const scrolls = document.documentElement.scrollWidth > width;
    return [
      ...(scrolls ? [`the page scrolls to ${document.documentElement.scrollWidth} px`] : []),
      ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 160)),
    ];
  });
  expect(beside, what).toEqual([]);
}

/** WCAG 1.4.4. The size is set as a script may, which the policy on styles leaves alone. */
async function expectNothingBesideAtTwice(page: Page, name: string): Promise<void> {
  const setSize = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.fontSize = value;
    }, size);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await setSize("200%");
    await expectNothingBeside(page, `${name} at ${width} px, text at 200 %`);
    await setSize("");
  }
}

/** The keyboard's first stop leads past the header. */
export async function expectSkipLink(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  const link = page.getByRole("link", { name: "Aller au contenu" });
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
}
