import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { afterEach, expect, it, vi } from "vitest";
import { logger } from "~/platform/log.server";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import * as entry from "./entry.server";

afterEach(() => {
  vi.restoreAllMocks();
});

const session = { viewer: () => Promise.resolve(null), view: () => Promise.resolve(null) };
const context = { requestId: "r-1", ip: "203.0.113.1", session };

/** What the log is told of a form that fails so, and whose sender may have left meanwhile. */
async function toldOf(error: Error, { hasLeft }: { hasLeft: boolean }) {
  const log = vi.spyOn(logger, "error").mockReturnValue();
  const left = new AbortController();
  const fail = () => {
    if (hasLeft) left.abort();
    throw error;
  };
  const module = {
    action: formAction(
      pageForm({ access: "public", requires: fail, run: async () => ({ to: "/" }) }),
    ),
  };
  const build = {
    ...{ routes: { root: { id: "root", path: "", module } }, entry: { module: entry } },
    assets: { version: "0", url: "", entry: { module: "", imports: [] }, routes: {} },
    ...{ basename: "/", publicPath: "/", assetsBuildDirectory: "", mode: "production" },
    ...{ isSpaMode: false, future: { v3_throwAbortReason: true } },
  } as unknown as ServerBuild;
  const handle = createRequestHandler(build, "production");
  const { signal } = left;
  const body = new URLSearchParams();
  await handle(
    new Request("http://localhost/", { method: "POST", body, signal }),
    context as never,
  );
  return log.mock.calls;
}

it("tells the log once what nobody expected, also of whoever has left", async () => {
  const error = new Error("a cable");
  const story = { err: error, requestId: "r-1", path: "/" };
  expect(await toldOf(error, { hasLeft: false })).toEqual([[story, "unexpected error"]]);
  vi.restoreAllMocks();
  const left = { ...story, isGivenUp: true };
  expect(await toldOf(error, { hasLeft: true })).toEqual([[left, "unexpected error"]]);
});
