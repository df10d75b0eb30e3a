/** Whether a visitor's `If-None-Match` names the etag; proxies may have weakened it. */
export function isFresh(condition: string | null, etag: string): boolean {
  if (condition === null) return false;
  if (condition.trim() === "*") return true;
  return condition.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}
