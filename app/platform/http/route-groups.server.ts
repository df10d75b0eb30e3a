import type { ServerBuild } from "@remix-run/node";
import { matchRoutes, type AgnosticRouteObject } from "@remix-run/router";
import { LRUCache } from "lru-cache";
import type { Group } from "./guards.server";

/** Where a path leads. */
export interface Destination {
  /** What guards it. */
  group: Group;
  /** What it is measured under. */
  pattern: string;
  /** Ids of its routes, from the root to the page. */
  branch: readonly string[];
}

/** Paths whose destination is remembered; a path is 16 kB at most, so this stays below 8 MB. */
const KEPT_PATHS = 500;

const GROUP_LAYOUT = /^routes\/groups\/(guest|member|admin)$/;

/**
 * Finds a path's group in the routes themselves (app/routes.ts): a URL is guarded by the group
 * layout above it, and by nothing else. Matching ranks every route anew, half of what a page kept in
 * memory costs, so destinations are remembered.
 */
export function routeGroups(build: ServerBuild): (pathname: string) => Destination {
  const tree = childrenOf(build, undefined);
  const known = new LRUCache<string, Destination>({ max: KEPT_PATHS });
  const find = (pathname: string): Destination => {
    const matches = matchRoutes(tree, pathname) ?? [];
    const group = matches.map(({ route }) => GROUP_LAYOUT.exec(route.id ?? "")?.[1]).find(Boolean);
    return {
      group: (group as Group | undefined) ?? "public",
      pattern:
        matches
          .map(({ route }) => route.path)
          .filter(Boolean)
          .join("/") || "/",
      branch: matches.map(({ route }) => route.id ?? ""),
    };
  };
  return (pathname) => {
    let destination = known.get(pathname);
    if (!destination) known.set(pathname, (destination = find(pathname)));
    return destination;
  };
}

function childrenOf(build: ServerBuild, parentId: string | undefined): AgnosticRouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) =>
      index
        ? { id, path, index: true, caseSensitive }
        : { id, path, caseSensitive, children: childrenOf(build, id) },
    );
}
