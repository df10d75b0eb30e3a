import type { ServerBuild } from "@remix-run/node";
import { matchRoutes, type AgnosticRouteObject } from "@remix-run/router";
import type { Group } from "../guards.server";

/** Where a path leads: the group that guards it, and the pattern it is measured under. */
export interface Destination {
  group: Group;
  pattern: string;
}

const GROUP_LAYOUT = /^routes\/groups\/(guest|member|admin)$/;

/**
 * Finds a path's group in the routes themselves (app/routes.ts): a URL is guarded by the group
 * layout above it, and by nothing else.
 */
export function routeGroups(build: ServerBuild): (pathname: string) => Destination {
  const tree = childrenOf(build, undefined);
  return (pathname) => {
    const matches = matchRoutes(tree, pathname) ?? [];
    const group = matches.map(({ route }) => GROUP_LAYOUT.exec(route.id ?? "")?.[1]).find(Boolean);
    return {
      group: (group as Group | undefined) ?? "public",
      pattern:
        matches
          .map(({ route }) => route.path)
          .filter(Boolean)
          .join("/") || "/",
    };
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
