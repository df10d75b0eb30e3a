import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { matchRoutes, type AgnosticRouteObject } from "@remix-run/router";
import * as entry from "~/entry.server";
import * as root from "~/root";
import routeConfig from "~/routes";
import type { Visitor } from "./visitor";

/** Whole pages as a browser gets them, made by Remix of the sources: no build, no network. */

type Module = ServerBuild["routes"][string]["module"];
const sources = import.meta.glob<Module>("../../app/routes/**/*.{ts,tsx}");

const known = (entries: readonly RouteConfigEntry[]): AgnosticRouteObject[] =>
  entries.map(({ id, file, path, index, children }) => ({
    ...{ id: id ?? file.replace(/\.tsx?$/, ""), path, handle: file },
    ...(index ? { index } : { children: known(children ?? []) }),
  }));
const routes = known(routeConfig);

/** A build of the root and of what leads to the path. */
async function buildFor(path: string): Promise<ServerBuild> {
  const built: ServerBuild["routes"] = { root: { id: "root", path: "", module: root as Module } };
  let parentId = "root";
  for (const { route } of matchRoutes(routes, path) ?? []) {
    const { id = "", path: own, index } = route;
    const module = await sources[`../../app/${route.handle as string}`]!();
    built[id] = { id, parentId, path: own, index, module };
    parentId = id;
  }
  const manifest = Object.values(built).map(({ id, module: _, ...route }) => [
    id,
    { ...route, id, module: "", imports: [] },
  ]);
  return {
    ...{ routes: built, entry: { module: entry }, basename: "/", publicPath: "/" },
    ...{ assetsBuildDirectory: "", mode: "production", isSpaMode: false, future: {} },
    assets: {
      ...{ version: "0", url: "", entry: { module: "/script.js", imports: [] } },
      routes: Object.fromEntries(manifest) as ServerBuild["assets"]["routes"],
    },
  } as unknown as ServerBuild;
}

/**
 * What a page's address answers to a visitor.
 *
 * @param form what is sent to it; none asks for the page
 */
export async function rendered(
  visitor: Visitor,
  path: string,
  form?: Record<string, string>,
): Promise<Response> {
  const handle = createRequestHandler(await buildFor(path.replace(/\?.*/, "")), "production");
  return await visitor.visit(({ request, context }) => handle(request, context), path, { form });
}
