import { isRouteErrorResponse } from "@remix-run/react";

/**
 * The status of a page: what it shows decides. After a form was refused or accepted its page is read anew;
 * when that fails, an error page is what people get, and the form's status on it would tell programs,
 * caches and proxies otherwise.
 *
 * @param answered as the router has it: the form's, whatever became of its page
 * @param errors what the page shows instead, by route; null when nothing failed
 */
export function pageStatus(answered: number, errors: Record<string, unknown> | null): number {
  const [shown] = Object.values(errors ?? {});
  if (shown === undefined) return answered;
  return isRouteErrorResponse(shown) ? shown.status : 500;
}
