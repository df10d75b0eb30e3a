import type { Context } from "../core/context";
import type { Answer } from "../http/messages";
import { matchPath } from "../http/route";

/** What a person asks of a hosted page. */
export interface PageRequest {
  id: string;
  query: URLSearchParams;
  /** What was posted; empty for a GET. */
  form: URLSearchParams;
}

/** One hosted page. Handlers run inside a transaction. */
export interface PageRoute {
  segments: string[];
  show: (ctx: Context, request: PageRequest) => Answer;
  submit?: (ctx: Context, request: PageRequest) => Answer;
}

/** Finds the page of a path: `/pay/:id`. */
export function findPage(
  routes: readonly PageRoute[],
  path: string,
): { route: PageRoute; id: string } | null {
  const segments = path.split("/").slice(1);
  for (const route of routes) {
    const ids = matchPath(route.segments, segments);
    if (ids !== null) return { route, id: ids[0] ?? "" };
  }
  return null;
}
