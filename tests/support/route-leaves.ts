import type { RouteConfigEntry } from "@remix-run/route-config";

/** What answers at an address of its own. */
export interface Leaf {
  /** Whole, with its parameters: '/reservation/:id'. */
  path: string;
  /** Under app/. */
  file: string;
}

/** Every address of the routes, in their order. */
export function leavesOf(entries: readonly RouteConfigEntry[], above = ""): Leaf[] {
  return entries.flatMap(({ file, path, children }) => {
    const whole = path ? `${above}/${path}` : above;
    return children ? leavesOf(children, whole) : [{ path: whole || "/", file }];
  });
}
