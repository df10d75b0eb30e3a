import type { ServerBuild } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { withPageHeaders } from "./page-headers.server";

type Route = NonNullable<ServerBuild["routes"][string]>;
type Own = Route["module"]["headers"];

/** What a page of the build answers with, where Remix hands its `headers` these ones. */
function answered(own: Own, from: Partial<Record<"action" | "loader" | "error", HeadersInit>>) {
  const route = { id: "page", path: "page", module: { default: () => null, headers: own } };
  const build = { routes: { page: route } } as unknown as ServerBuild;
  const { headers } = withPageHeaders(build).routes.page!.module;
  if (typeof headers !== "function") throw new Error("The page exports no function");
  const said = headers({
    parentHeaders: new Headers({ "X-Parent": "root" }),
    actionHeaders: new Headers(from.action),
    loaderHeaders: new Headers(from.loader),
    errorHeaders: from.error ? new Headers(from.error) : undefined,
  });
  return Object.fromEntries(new Headers(said ?? {}));
}

describe("a page of whatever route", () => {
  it.each(["action", "loader", "error"] as const)("passes on what its %s says", (source) => {
    const answer = answered(undefined, { [source]: { "Retry-After": "60", Allow: "GET" } });
    expect(answer).toMatchObject({ "retry-after": "60", allow: "GET" });
  });

  it("passes on nothing else of them, and keeps what is said above it", () => {
    const answer = answered(undefined, { action: { "Set-Cookie": "a=1", "X-Own": "1" } });
    expect(answer).toEqual({ "x-parent": "root" });
  });

  it("keeps what it says itself", () => {
    const own = () => ({ "Cache-Control": "no-store" });
    const answer = answered(own, { action: { "Retry-After": "60" } });
    expect(answer).toEqual({ "cache-control": "no-store", "retry-after": "60" });
  });

  it("says when to come back by what failed last", () => {
    const both = { action: { "Retry-After": "60" }, error: { "Retry-After": "5" } };
    expect(answered(undefined, both)).toMatchObject({ "retry-after": "5" });
  });
});
