import {
  isRouteErrorResponse,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";

/** What an error page shows of a failure. */
export interface PageFailure {
  /** HTTP status. */
  status: number;
  /** What a refusal says of itself. */
  message?: string;
  /** Number of an unexpected error, as it stands in the log. */
  incident?: string;
  /** The page that failed. */
  retryHref: string;
}

/** The failure that a route's `ErrorBoundary` shows: refusals by their status, the rest as an incident. */
export function usePageFailure(): PageFailure {
  const error = useRouteError();
  const data = useRouteLoaderData<{ requestId: string } | undefined>("root");
  const { pathname, search } = useLocation();
  // Two slashes at its beginning would lead to another host.
  const retryHref = pathname.replace(/^\/+/, "/") + search;
  if (!isRouteErrorResponse(error)) return { status: 500, incident: data?.requestId, retryHref };
  const { status, data: said } = error as { status: number; data: unknown };
  // A 404 has its own words, and the router's own are no sentences of ours.
  const isOurs = typeof said === "string" && said !== "" && !said.startsWith("Error: ");
  return { status, message: isOurs && status !== 404 ? said : undefined, retryHref };
}
