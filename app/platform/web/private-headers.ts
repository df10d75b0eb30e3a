/**
 * The `headers` of a page that shows something private without a login: no browser and no proxy keeps
 * it. (Pages of someone logged in never are cached: app/platform/http.)
 */
export function privateHeaders(): Record<string, string> {
  return { "Cache-Control": "private, no-store" };
}
