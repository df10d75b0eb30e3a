import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { Outlet, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { usePageFailure } from "./page-failure";

/** What an error page is told of a page that fails so. */
async function failureOf(fails: () => never) {
  let shown: unknown;
  const ErrorBoundary = () => {
    shown = usePageFailure();
    return null;
  };
  const render: ServerBuild["entry"]["module"]["default"] = (request, status, headers, context) => {
    renderToStaticMarkup(<RemixServer context={context} url={request.url} />);
    return new Response("", { status, headers });
  };
  const of = { hasErrorBoundary: true, hasLoader: true, hasAction: false, module: "" };
  const modules = {
    root: { default: Outlet, loader: () => Response.json({ requestId: "r-1" }) },
    page: { default: () => null, loader: fails, ErrorBoundary },
  };
  const root = { id: "root", path: "", module: modules.root };
  const page = { id: "page", parentId: "root", path: "page", module: modules.page };
  const build = {
    routes: { root, page },
    entry: { module: { default: render, handleError: () => undefined } },
    assets: {
      version: "0",
      url: "",
      entry: { module: "", imports: [] },
      routes: {
        root: { ...of, id: "root", path: "" },
        page: { ...of, id: "page", parentId: "root", path: "page" },
      },
    },
    ...{ basename: "/", publicPath: "/", assetsBuildDirectory: "", mode: "production" },
    ...{ isSpaMode: false, future: {} },
  } as unknown as ServerBuild;
  const handle = createRequestHandler(build, "production");
  await handle(new Request("http://localhost/page?page=2"));
  return shown;
}

const retryHref = "/page?page=2";
const answering = (status: number, text: string) => () => {
  throw new Response(text, { status });
};

it.each([
  [
    "a refusal by its words",
    answering(502, "Stripe ne répond pas."),
    { status: 502, message: "Stripe ne répond pas.", retryHref },
  ],
  [
    "what is not there by the page's own",
    answering(404, "Introuvable."),
    { status: 404, retryHref },
  ],
  ["what has no words", answering(403, ""), { status: 403, retryHref }],
  ["the router's words not at all", answering(400, "Error: No route"), { status: 400, retryHref }],
  [
    "what nobody expected by its number",
    () => {
      throw new Error("a cable");
    },
    { status: 500, incident: "r-1", retryHref },
  ],
])("tells %s, and where to try again", async (_what, fails, told) => {
  expect(await failureOf(fails)).toEqual(told);
});
