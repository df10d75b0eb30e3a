import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import type { loader as documentLoader } from "~/root";
import { ErrorPage } from "~/ui/error-page";

export { Outlet as default } from "@remix-run/react";

/**
 * Every failure of a page in the product's look: refusals by their status, the rest as an incident. Here and
 * not in the root alone: after a failed action Remix runs no loader of the route that shows the failure, and
 * the document's own knows who is there and the incident's number.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof documentLoader>("root");
  const { pathname, search } = useLocation();
  const retryHref = pathname + search;
  if (!isRouteErrorResponse(error)) {
    return <ErrorPage status={500} incident={data?.requestId} retryHref={retryHref} />;
  }
  // A 404 has its own words, and Remix's own messages are English; other refusals explain themselves.
  const message = error.status !== 404 && typeof error.data === "string" ? error.data : undefined;
  return (
    <ErrorPage
      status={error.status}
      message={message === "" || message?.startsWith("Error: ") ? undefined : message}
      retryHref={retryHref}
    />
  );
}
