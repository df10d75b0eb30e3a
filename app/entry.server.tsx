import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { renderToString } from "react-dom/server";
import { escapeHtml } from "~/platform/mail/mail-layout";
import { logFailure } from "~/platform/web/failure.server";
import { pageStatus } from "~/platform/web/page-status";
import { createPageAssets, PageAssetsProvider } from "~/ui/page-assets";

/**
 * Renders a page to one string: no page waits for anything while rendering, so streaming would
 * only cost (docs/decisions/001).
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Response {
  const { pathname, search } = new URL(request.url);
  const html = renderToString(
    <PageAssetsProvider value={createPageAssets(pathname + search, request.method === "POST")}>
      <RemixServer context={context} url={request.url} />
    </PageAssetsProvider>,
  );
  const answers: unknown[] = Object.values(context.staticHandlerContext.actionData ?? {});
  const titled = answers.reduce<string>(retitled, html);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${titled}`, {
    status: pageStatus(status, context.staticHandlerContext.errors),
    headers,
  });
}

/** The page by another title, where the answer to its form has one or was a refusal: a page's own `meta` knows of neither. */
function retitled(html: string, answer: unknown): string {
  const title = titleIn(answer);
  if (title !== null)
    return html.replace(
      /(<title>[^<]*? \| )[^<]*/,
      (_, brand: string) => brand + escapeHtml(title),
    );
  // Heard first by people who do not see the error summary; once, where the page's own address is to be corrected too.
  if (isFormFailure(answer))
    return html.replace(/<title>(?!Erreur\u00a0: )/, "<title>Erreur\u00a0: ");
  return html;
}

function titleIn(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("pageTitle" in answer)) return null;
  return typeof answer.pageTitle === "string" ? answer.pageTitle : null;
}

/** A form that goes on to its next step answers in the same shape, without an error. */
function isFormFailure(data: unknown): boolean {
  if (typeof data !== "object" || data === null || !("fieldErrors" in data)) return false;
  return Object.keys(data.fieldErrors ?? {}).length > 0;
}

/**
 * Unexpected errors only: refusals and redirects are responses and never come here. What the router itself
 * refuses does (a method that a page has not, a route that is none): that is the sender's doing.
 */
export function handleError(error: unknown, args: LoaderFunctionArgs | ActionFunctionArgs): void {
  const { signal } = args.request;
  // All that Remix says of a request that is given up; what failed meanwhile was told where it was thrown.
  if (signal.aborted && error === signal.reason) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  logFailure(error, args);
}
