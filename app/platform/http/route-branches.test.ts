import type { ServerBuild } from "@remix-run/node";
import { expect, it, vi } from "vitest";
import { perBranch } from "./route-branches.server";
import type { Destination } from "./route-groups.server";

const routes = { root: {}, page: {}, office: {} };
const assets = { version: "7", routes };
const build = { basename: "/", routes, assets } as unknown as ServerBuild;
const leadingTo = (...branch: string[]) => ({ branch }) as unknown as Destination;

it("makes one handler a page, of a build that knows that page and what is around it alone", () => {
  const make = vi.fn((of: ServerBuild) => of);
  const handlerOf = perBranch(build, make);
  const handler = handlerOf(leadingTo("root", "page"));
  expect(handlerOf(leadingTo("root", "page"))).toBe(handler);
  expect(handlerOf(leadingTo("root", "office"))).not.toBe(handler);
  expect(make).toHaveBeenCalledTimes(2);
  const known = { root: {}, page: {} };
  expect(handler).toEqual({
    basename: "/",
    routes: known,
    assets: { version: "7", routes: known },
  });
});
