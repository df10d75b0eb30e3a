import { readFileSync } from "node:fs";
import type { ServerBuild } from "@remix-run/node";
import { Meta, Outlet, RemixServer, useLoaderData } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { createPageAssets, PageAssetsProvider } from "~/ui/page-assets";
import { VenueCard, type VenueTeaser } from "~/ui/venue-card";

/**
 * The least that Remix can do for a listing: a document, the style, the product's own cards. What the
 * listing needs beyond it is the product's share.
 */

interface Listing {
  style: string;
  venues: VenueTeaser[];
}

const listing = JSON.parse(readFileSync(process.env.BENCH_LISTING ?? "", "utf8")) as Listing;

function Root() {
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <style dangerouslySetInnerHTML={{ __html: listing.style }} />
      </head>
      <body>
        <Outlet />
      </body>
    </html>
  );
}

function Page() {
  const venues = useLoaderData<VenueTeaser[]>();
  return (
    <ul className="card-grid">
      {venues.map((venue, index) => (
        <li key={venue.id}>
          <VenueCard venue={venue} priority={index === 0 ? "high" : "lazy"} />
        </li>
      ))}
    </ul>
  );
}

const assets = { id: "", module: "", hasAction: false, hasErrorBoundary: false } as const;

export const build: ServerBuild = {
  routes: {
    root: { id: "root", path: "", module: { default: Root, ErrorBoundary: undefined } },
    page: {
      id: "page",
      parentId: "root",
      path: "reservation",
      module: { default: Page, loader: () => listing.venues },
    },
  },
  entry: {
    module: {
      default: (request, status, headers, context) => {
        const html = renderToString(
          <PageAssetsProvider value={createPageAssets()}>
            <RemixServer context={context} url={request.url} />
          </PageAssetsProvider>,
        );
        headers.set("Content-Type", "text/html; charset=utf-8");
        return new Response(`<!DOCTYPE html>${html}`, { status, headers });
      },
    },
  },
  assets: {
    version: "0",
    url: "",
    entry: { module: "", imports: [] },
    routes: {
      root: {
        ...assets,
        id: "root",
        hasLoader: false,
        hasClientAction: false,
        hasClientLoader: false,
      },
      page: {
        ...assets,
        id: "page",
        parentId: "root",
        path: "reservation",
        hasLoader: true,
        hasClientAction: false,
        hasClientLoader: false,
      },
    },
  },
  publicPath: "/",
  assetsBuildDirectory: "",
  basename: "/",
  mode: "production",
  isSpaMode: false,
  future: {
    v3_fetcherPersist: false,
    v3_relativeSplatPath: false,
    v3_throwAbortReason: false,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};
