/** A path without the tokens in it: whoever reads the log must not be able to use a mailed link. */
export function loggablePath(path: string): string {
  return path.replace(/[\w-]{32,}/g, "…");
}
