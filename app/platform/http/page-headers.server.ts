import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type RouteModule = NonNullable<Routes[string]>["module"];
type HeadersFunction = Extract<RouteModule["headers"], (...args: never[]) => unknown>;

/** What an action's or a loader's answer says to the browser, beside its cookies. */
const PASSED_ON = ["Retry-After", "Allow"];

/**
 * A build whose pages pass on what the answers of their actions and loaders say in headers. Remix drops it,
 * cookies excepted, on every route that does not export `headers` to say otherwise.
 */
export function withPageHeaders(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && { ...route, module: passingOn(route.module) },
  ]);
  return { ...build, routes: Object.fromEntries(routes) as Routes };
}

function passingOn(module: RouteModule): RouteModule {
  const own = module.headers;
  const headers: HeadersFunction = (args) => {
    const said = new Headers((typeof own === "function" ? own(args) : own) ?? args.parentHeaders);
    for (const name of PASSED_ON) {
      const sources = [args.errorHeaders, args.actionHeaders, args.loaderHeaders];
      const value = sources.map((source) => source?.get(name)).find(Boolean);
      if (value) said.set(name, value);
    }
    return said;
  };
  return { ...module, headers };
}
