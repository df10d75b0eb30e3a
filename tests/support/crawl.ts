import { getPacked, type RawAnswer } from "./weight";

/** A page as a crawler without JavaScript sees it. */
export interface CrawledPage {
  path: string;
  /** Where the first link to it stands; "" for the first page. */
  from: string;
  answer: RawAnswer;
}

/** What a page's HTML leads to, on its own site. */
export interface Ways {
  /** Addresses of links, pictures, files, and of forms that ask. */
  links: string[];
  /** Where its forms send what they say. */
  actions: string[];
  /** Fragments of the page itself that links lead to. */
  fragments: string[];
}

/** Of addresses that differ by an id or by what they ask for alone, so many are looked at. */
const MOST_ALIKE = 3;
/** A site with more of them has a list without an end. */
const MOST_PAGES = 2_000;

/**
 * Follows every link of a site from its first page on, breadth first, as whoever the cookie is. Of addresses that are alike
 * only the first few are asked for. Changes nothing: asks by GET alone.
 *
 * @param cookie the header of a session; "" for a visitor
 * @throws {Error} when there is no end to it
 */
export async function* crawl(appUrl: string, cookie: string): AsyncGenerator<CrawledPage> {
  const queue = [{ path: "/", from: "" }];
  const seen = new Set(["/"]);
  const alike = new Map<string, number>();
  let asked = 0;
  for (let next = queue.shift(); next; next = queue.shift()) {
    asked += 1;
    if (asked > MOST_PAGES) throw new Error(`${MOST_PAGES} pages, and still ${next.path}`);
    const answer = await getPacked(`${appUrl}${next.path}`, { cookie });
    yield { ...next, answer };
    const { location } = answer.headers;
    const found = location
      ? [location]
      : isPage(answer)
        ? waysOf(answer.text, next.path).links
        : [];
    for (const link of found) {
      const path = ownPath(link, next.path);
      if (path === null || seen.has(path)) continue;
      seen.add(path);
      const count = (alike.get(shapeOf(path)) ?? 0) + 1;
      alike.set(shapeOf(path), count);
      if (count <= MOST_ALIKE) queue.push({ path, from: next.path });
    }
  }
}

export function isPage({ headers }: RawAnswer): boolean {
  return headers["content-type"]?.startsWith("text/html") ?? false;
}

/** The ways out of a page, as its HTML says them. */
export function waysOf(html: string, path: string): Ways {
  const ways: Ways = { links: [], actions: [], fragments: [] };
  const body = html.replace(/<!--[\s\S]*?-->|<script[\s\S]*?<\/script>/g, "");
  for (const [tag, name] of body.matchAll(/<(a|img|link|area|form)\b[^>]*>/g)) {
    if (name === "form") {
      const action = attributeOf(tag, "action") ?? path;
      const isAsking = (attributeOf(tag, "method") ?? "get").toLowerCase() === "get";
      (isAsking ? ways.links : ways.actions).push(action);
      continue;
    }
    const target = attributeOf(tag, name === "img" ? "src" : "href");
    if (target?.startsWith("#")) ways.fragments.push(target.slice(1));
    else if (target !== null) ways.links.push(target);
  }
  return ways;
}

/** Whether an element of a page has this id; the top of every page has none. */
export function hasId(html: string, id: string): boolean {
  return id === "" || html.includes(`id="${id}"`);
}

/** An address on the page's own site, without its fragment; null elsewhere. */
export function ownPath(link: string, path: string): string | null {
  const here = new URL(path, "http://own.invalid");
  const url = URL.canParse(link, here) ? new URL(link, here) : null;
  return url?.origin === here.origin ? `${url.pathname}${url.search}` : null;
}

/** What addresses that are alike have in common: no ids, no values. */
function shapeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, "http://own.invalid");
  const segments = pathname.split("/").map((segment) => (/\d/.test(segment) ? ":id" : segment));
  return `${segments.join("/")}?${[...new Set(searchParams.keys())].sort().join("&")}`;
}

function attributeOf(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : value.replaceAll("&amp;", "&");
}
