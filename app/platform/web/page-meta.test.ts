import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, it } from "vitest";
import { pageMeta, SITE_PICTURE, type PageMetaOptions } from "./page-meta";

const site = { brand: "Place des Salles", appUrl: "https://exemple.fr" };

interface Told {
  page: string;
  price: number;
}
const data: Told = { page: "La Grange", price: 3 };

/** What a page at /lieux?tri=prix says in its head. */
function head(
  options: PageMetaOptions<Told>,
  matches: object[] = [{ id: "root", data: site }],
  pathname = "/lieux",
) {
  const meta = pageMeta<Told>(({ page }) => page, options);
  const args = { matches, location: { pathname, search: "?tri=prix" }, data, params: {} };
  return meta(args as never);
}

it("a page names itself, its one address and its picture, for search engines and shared links", () => {
  const tags = head({
    description: ({ page }) => `${page}, dès 3 €.`,
    canonical: ({ price }) => `/lieux/${price}`,
    image: () => "/images/1",
    structured: ({ page }, whole) => [{ "@type": "Place", name: page, url: whole("/lieux/3") }],
  });
  expect(tags).toEqual([
    { title: "Place des Salles | La Grange" },
    { name: "description", content: "La Grange, dès 3 €." },
    { tagName: "link", rel: "canonical", href: "https://exemple.fr/lieux/3" },
    { property: "og:title", content: "La Grange" },
    { property: "og:site_name", content: "Place des Salles" },
    { property: "og:type", content: "website" },
    { property: "og:locale", content: "fr_FR" },
    { property: "og:url", content: "https://exemple.fr/lieux/3" },
    { property: "og:description", content: "La Grange, dès 3 €." },
    { property: "og:image", content: "https://exemple.fr/images/1" },
    { name: "twitter:card", content: "summary_large_image" },
    {
      "script:ld+json": {
        ...{ "@context": "https://schema.org", "@type": "Place" },
        ...{ name: "La Grange", url: "https://exemple.fr/lieux/3" },
      },
    },
  ]);
});

it("a page that says no more is known by its path, without what was asked of it", () => {
  expect(head({})).toEqual([
    { title: "Place des Salles | La Grange" },
    { tagName: "link", rel: "canonical", href: "https://exemple.fr/lieux" },
    { property: "og:title", content: "La Grange" },
    { property: "og:site_name", content: "Place des Salles" },
    { property: "og:type", content: "website" },
    { property: "og:locale", content: "fr_FR" },
    { property: "og:url", content: "https://exemple.fr/lieux" },
    { name: "twitter:card", content: "summary" },
  ]);
});

it.each([
  ["/CGV", "routes/CGV", "/CGV"],
  ["/cgv", "routes/CGV", "/CGV"],
  ["/CGV/", "routes/CGV", "/CGV"],
  ["/Contact//", "routes/contact", "/contact"],
  ["/MES-DEMANDES/", "routes/mes-demandes/index", "/mes-demandes"],
  ["/", "routes/home", "/"],
  ["//", "routes/home", "/"],
  // Named otherwise than its file, or by what it shows.
  ["/api/docs/", "routes/api-docs", "/api/docs"],
  ["/recours/aB/", "routes/recours/$token", "/recours/aB"],
])("the page that answers at %s, %s, has the one address %s", (pathname, id, one) => {
  const href = `https://exemple.fr${one}`;
  const tags = head({}, [{ id: "root", data: site }, { id }], pathname);
  expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href });
  expect(tags).toContainEqual({ property: "og:url", content: href });
});

it("a page that is nobody else's business is kept out of search engines, and shows nothing to share", () => {
  for (const isPrivate of [true, ({ price }: Told) => price === 3]) {
    expect(head({ isPrivate, description: "À moi.", image: () => "/images/1" })).toEqual([
      { title: "Place des Salles | La Grange" },
      { name: "description", content: "À moi." },
      { name: "robots", content: "noindex" },
    ]);
  }
  expect(head({ isPrivate: ({ price }) => price !== 3 })).toEqual(head({}));
});

it("the title says what is to be corrected and the page of a list; alone where the site is not known", () => {
  expect(head({ isRefused: () => true })[0]).toEqual({
    title: "Erreur\u00a0: Place des Salles | La Grange",
  });
  expect(head({ pageNumber: () => 2 })[0]).toEqual({
    title: "Place des Salles | La Grange, page 2",
  });
  expect(head({}, [])).toEqual([{ title: "La Grange" }]);
});

it("the site's own picture is one that everybody who shows shared links knows", async () => {
  const bytes = await readFile(`public${SITE_PICTURE}`);
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1_200, height: 630 });
  expect(bytes.length).toBeLessThan(60_000);
});
