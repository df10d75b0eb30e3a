import type { ServerBuild } from "@remix-run/node";
import type { Destination } from "./route-groups.server";

/**
 * Makes one handler for each branch of routes, when it is first asked for. Remix ranks and copies all
 * its routes several times a request, a fifth of what a page costs; a build that holds one branch has
 * nothing to rank. It also holds nothing but what the guard let through.
 *
 * @param make creates a handler from a build.
 */
export function perBranch<Handler>(
  build: ServerBuild,
  make: (branch: ServerBuild) => Handler,
): (destination: Destination) => Handler {
  const handlers = new Map<string, Handler>();
  return ({ branch }) => {
    const leaf = branch.at(-1) ?? "";
    const handler = handlers.get(leaf) ?? make(only(build, branch));
    handlers.set(leaf, handler);
    return handler;
  };
}

function only(build: ServerBuild, branch: readonly string[]): ServerBuild {
  const kept = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => branch.includes(id)));
  return {
    ...build,
    routes: kept(build.routes),
    assets: { ...build.assets, routes: kept(build.assets.routes) },
  };
}
