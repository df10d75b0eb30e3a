import type { Page } from "playwright/test";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routeConfig from "~/routes";
import { expectAccessible, showsMore } from "./axe";
import { cardFormPlace, expect } from "./journey";
import { expectLayout, WIDTHS } from "./layout";
import { runsScripts, screenshot } from "./screenshots";

/** Which door a page stands behind; see app/routes.ts. */
export type Door = "public" | "guest" | "member" | "admin";

export interface StaticPath {
  path: string;
  door: Door;
}

/** Addresses that are not pages: they act, hand out a file, or lead on. */
const NOT_PAGES =
  /^\/(?:api\/(?!docs$).*|deconnexion|cookies|bandeau|robots\.txt|sitemap\.xml|mes-parametres\/mes-donnees|user-c|master|master-c|(?:admin\/)?\*)$|\.(?:csv|json)$|:/;

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

/** Every page whose address has one; a route of plain TypeScript acts, leads on or hands out a file. */
export const parameterPaths: string[] = collectPages(routeConfig).filter((path) =>
  path.includes(":"),
);

function collectPages(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, path, children }) => {
    if (children) return collectPages(children);
    return file.endsWith(".tsx") ? [`/${path ?? ""}`] : [];
  });
}

/** Holds that the page has the address of a route: '/reservation/:id'. */
export function expectRoute(page: Page, route: string): void {
  const path = new RegExp(`^${route.replaceAll(/:\w+/g, "[^/]+")}$`);
  expect(decodeURIComponent(new URL(page.url()).pathname)).toMatch(path);
}

/** Pages whose header is judged at its widest too: of a visitor, of a member, of an administrator. */
const WITH_THEIR_HEADER = ["accueil", "mes-demandes", "admin"];

/**
 * What holds for every page in every state: title, language, one `h1`, scripts only where something
 * needs them, no violation of WCAG, a layout that holds at every width, with any font and with text
 * twice as large. Leaves pictures to look at in tests/screenshots.
 */
export async function expectGoodPage(page: Page, name: string): Promise<void> {
  await expect(page).toHaveTitle(/^(?:Erreur\u00a0: )?Place des Salles \| \S/);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page.getByRole("main")).toHaveCount(1);
  expect(await misplacedIssues(page), `summary of ${name}`).toEqual([]);
  const hasScripts = await expectScriptsWhereNeeded(page);
  const scripted = await runsScripts(page);
  for (const width of await widthsToLookAt(page, hasScripts)) {
    await expectLayout(page, width, name);
    if (width === 360 || width === 1280) await screenshot(page, name);
    // All widths have the same colours; the widest was judged without scripts, and again where it has more to see.
    if (width === 320) {
      await expectAccessible(page);
      await showsMore(page);
    } else if (width === 1280 && !scripted) {
      const isWhole = WITH_THEIR_HEADER.includes(name) || (await showsMore(page));
      if (isWhole) await expectAccessible(page, false);
    }
  }
}

/** @returns the links of an error summary whose field is not there, or stands before that of the link above */
function misplacedIssues(page: Page): Promise<string[]> {
  return page.locator(".error-summary a[href^='#']").evaluateAll((links) => {
    const fields = links.map((link) =>
      document.getElementById(link.getAttribute("href")!.slice(1)),
    );
    const isAfter = (a: Element, b: Element) =>
      (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return links
      .filter((_, index) => {
        const [above, field] = [fields[index - 1], fields[index]];
        return !field || (above && !isAfter(above, field));
      })
      .map((link) => link.textContent);
  });
}

/** Enhancers that add nothing to see before somebody does something, or a button that the catalogue shows. */
const UNSEEN = ["submit-once", "error-summary", "select-all", "dismiss"];

/**
 * All of them with scripts forbidden. With scripts the page is the one that was looked at, but for what an
 * island draws anew or an enhancer adds: the narrowest and the widest show that.
 */
async function widthsToLookAt(page: Page, hasScripts: boolean): Promise<readonly number[]> {
  if (process.env.SCREENSHOTS || !(await runsScripts(page))) return WIDTHS;
  const others = UNSEEN.map((name) => `:not([data-enhance=${name}])`).join("");
  const seen = page.locator(`[data-island], [data-enhance]${others}`);
  return hasScripts && (await seen.count()) > 0 ? [320, 1280] : [];
}

/** @returns whether the page has a script */
async function expectScriptsWhereNeeded(page: Page): Promise<boolean> {
  // The forms above the page are enhanced where a script comes for something else.
  const needs = await page
    .locator("[data-island], [data-enhance]:not([data-enhance=dismiss])")
    .count();
  const sources = await page
    .locator("script:not([type='application/ld+json'])")
    .evaluateAll((scripts) => scripts.map((script) => (script as HTMLScriptElement).src));
  expect(sources.filter((source) => source === "")).toEqual([]);
  // The card form brings Stripe's, on its page alone.
  const own = sources.filter((source) => new URL(source).origin === new URL(page.url()).origin);
  expect(own).toHaveLength(needs > 0 ? 1 : 0);
  if ((await cardFormPlace(page).count()) === 0) expect(sources).toEqual(own);
  return sources.length > 0;
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
