import { usePageFailure } from "~/platform/web/page-failure";
import { ErrorPage } from "~/ui/error-page";

export { Outlet as default } from "@remix-run/react";

/**
 * Every failure of a page, in the product's look. Here and not in the root alone: after a failed action Remix
 * runs no loader of the route that shows the failure, and the document's own knows who is there and the
 * incident's number.
 */
export function ErrorBoundary() {
  return <ErrorPage {...usePageFailure()} />;
}
