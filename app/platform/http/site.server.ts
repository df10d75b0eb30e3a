import { createRequestHandler } from "@remix-run/express";
import {
  createRequestHandler as createFetchHandler,
  type AppLoadContext,
  type RequestHandler as FetchHandler,
  type ServerBuild,
} from "@remix-run/node";
import type { RequestHandler } from "express";
import type { ViteDevServer } from "vite";
import { withPageHeaders } from "./page-headers.server";
import { perBranch } from "./route-branches.server";
import { routeGroups, type Destination } from "./route-groups.server";

/** One build of the routes: where its paths lead, what guards them and what answers them. */
export interface Site {
  destinationOf: (pathname: string) => Destination;
  /** Answers an Express request; its load context is `response.locals.context`. */
  answer: (destination: Destination) => RequestHandler;
  /** Answers a request that came from nobody, for the page cache. */
  render: (destination: Destination) => FetchHandler;
}

/** Makes the site of a build. */
export function siteOf(built: ServerBuild, mode: "production" | "development"): Site {
  const build = withPageHeaders(built);
  return {
    destinationOf: routeGroups(build),
    answer: perBranch(build, (branch) =>
      createRequestHandler({
        build: branch,
        getLoadContext: (_request, response) => response.locals.context as AppLoadContext,
        mode,
      }),
    ),
    render: perBranch(build, (branch) => createFetchHandler(branch, mode)),
  };
}

/**
 * The site of the sources as they are now, in development: a route that is moved or added has its
 * guard with the next request, since one build decides both.
 */
export function siteOfSources(vite: Pick<ViteDevServer, "ssrLoadModule">): () => Promise<Site> {
  let last: { build: ServerBuild; site: Site } | undefined;
  return async () => {
    const build = (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
    if (build !== last?.build) last = { build, site: siteOf(build, "development") };
    return last.site;
  };
}
