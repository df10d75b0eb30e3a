import type { MetaDescriptor, MetaFunction } from "@remix-run/node";
import { pageTitle } from "./page-title";
import type { Site } from "./use-site";

/**
 * Path of the picture for shared links to pages of the site at large, 1,200 × 630: public/illustrations/chateau.svg as JPEG, for
 * several of those who show them know no other.
 */
export const SITE_PICTURE = "/partage.jpg";

export interface PageMetaOptions<Data> {
  /** What search engines and shared links say of the page. */
  description?: string | ((data: Data) => string);
  /** Path of the page's one address, where others than its route's own show the same. */
  canonical?: (data: Data) => string;
  /** Path of a picture for shared links. */
  image?: (data: Data) => string | undefined;
  /** What search engines read of it (schema.org), from its data and a way to make addresses whole. */
  structured?: (data: Data, whole: (path: string) => string) => object[];
  /** Whether a field of the address is to be corrected: the title says so first. A refused form's says it by itself. */
  isRefused?: (data: Data) => boolean;
  /** Page of a list, from 1. */
  pageNumber?: (data: Data) => number;
  /** Pages that are nobody else's business, or show nothing: kept out of search engines. */
  isPrivate?: boolean | ((data: Data) => boolean);
}

/**
 * A page's `meta`: title `{brand} | {page}`, description, canonical address, Open Graph.
 *
 * @param name of the page, or how its data names it.
 */
export function pageMeta<Data = unknown>(
  name: string | ((data: Data) => string),
  options: PageMetaOptions<Data> = {},
): MetaFunction<() => Promise<Data>> {
  return ({ matches, location, data: loaded }) => {
    const site = matches.find(({ id }) => id === "root")?.data as Site | undefined;
    // Remix renders a page only with what its loader answered; without a loader nothing reads it.
    const data = loaded as Data;
    const page = typeof name === "string" ? name : name(data);
    // Without the root's data its error page is shown, which titles itself.
    if (!site) return [{ title: page }];
    const { description: said, pageNumber, canonical, image, isRefused, isPrivate } = options;
    const description = typeof said === "function" ? said(data) : said;
    const tags: MetaDescriptor[] = [
      {
        title: pageTitle(site.brand, page, {
          error: isRefused?.(data),
          pageNumber: pageNumber?.(data),
        }),
      },
    ];
    if (description) tags.push({ name: "description", content: description });
    const isKeptOut = typeof isPrivate === "function" ? isPrivate(data) : isPrivate;
    if (isKeptOut) return [...tags, { name: "robots", content: "noindex" }];
    const whole = (path: string) => new URL(path, site.appUrl).href;
    const url = whole(canonical?.(data) ?? onePath(location.pathname, matches.at(-1)?.id));
    const picture = image?.(data);
    tags.push(
      { tagName: "link", rel: "canonical", href: url },
      { property: "og:title", content: page },
      { property: "og:site_name", content: site.brand },
      { property: "og:type", content: "website" },
      { property: "og:locale", content: "fr_FR" },
      { property: "og:url", content: url },
    );
    if (description) tags.push({ property: "og:description", content: description });
    if (picture) tags.push({ property: "og:image", content: whole(picture) });
    tags.push({ name: "twitter:card", content: picture ? "summary_large_image" : "summary" });
    for (const item of options.structured?.(data, whole) ?? []) {
      tags.push({ "script:ld+json": { "@context": "https://schema.org", ...item } });
    }
    return tags;
  };
}

/**
 * A route answers to its path in any letters and with slashes at its end. The page's one address is the path that its file has
 * (routes.ts); where that is another, for it has parameters or a name of its own, the path that was asked for without those slashes.
 */
function onePath(asked: string, routeId = ""): string {
  const path = asked.replace(/\/+$/, "") || "/";
  const ofFile = routeId.replace(/^routes/, "").replace(/\/index$/, "");
  return path.toLowerCase() === ofFile.toLowerCase() ? ofFile : path;
}
