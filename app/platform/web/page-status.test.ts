import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { pageStatus } from "./page-status";

/** A page of one form, which answers so, and whose page is then read so. */
function statusOf(action: () => Response, loader: () => Response | null): Promise<number> {
  const module = { default: () => null, loader, action, ErrorBoundary: () => null };
  type Render = ServerBuild["entry"]["module"]["default"];
  const render: Render = (_request, status, headers, { staticHandlerContext: { errors } }) =>
    new Response("", { status: pageStatus(status, errors), headers });
  const build: ServerBuild = {
    routes: { root: { id: "root", path: "", module } },
    entry: { module: { default: render, handleError: () => undefined } },
    assets: { version: "0", url: "", entry: { module: "", imports: [] }, routes: {} },
    ...{ basename: "/", publicPath: "/", assetsBuildDirectory: "", mode: "production" },
    ...{ isSpaMode: false, future: {} as ServerBuild["future"] },
  };
  const request = new Request("http://localhost/", { method: "POST", body: new URLSearchParams() });
  return createRequestHandler(build, "production")(request).then(({ status }) => status);
}

const refused = () => Response.json({ fieldErrors: {} }, { status: 409 });
const shown = () => Response.json({ found: 3 });
const unavailable = (): Response => {
  throw new Response("Le service est indisponible.", { status: 503 });
};
const broken = (): Response => {
  throw new Error("a cable");
};

test.each([
  ["a refused form", refused, () => null, 409],
  ["a form that shows what it found", shown, () => null, 200],
  ["a refused form whose page cannot be read", refused, unavailable, 503],
  ["an accepted form whose page cannot be read", shown, unavailable, 503],
  ["a form whose page breaks", shown, broken, 500],
  ["a form that cannot be answered", unavailable, () => null, 503],
  ["a form that breaks", broken, () => null, 500],
])("the status of %s is that of what is shown", async (_what, action, loader, status) => {
  expect(await statusOf(action, loader)).toBe(status);
});
