/**
 * A path on this site to go to after login, or `fallback` for anything that could lead elsewhere:
 * other hosts (`//evil`, `/\evil`, `https:evil`), control characters, or no path at all.
 */
export function safePath(value: string | null | undefined, fallback = "/"): string {
  if (!value || value.length > 2_000 || !/^\/(?![/\\])/.test(value)) return fallback;
  // Browsers drop tabs and line ends inside URLs, so `/\t/evil` would become `//evil`.
  if (/[\u0000-\u001f\u007f\\]/.test(value) || /%(0[0-9a-f]|1[0-9a-f]|5c)/i.test(value)) {
    return fallback;
  }
  const url = new URL(value, "https://here.invalid");
  if (url.origin !== "https://here.invalid") return fallback;
  // Dots are resolved by now: `/.//evil` would have become the host `//evil`.
  if (url.pathname.startsWith("//")) return fallback;
  return url.pathname + url.search + url.hash;
}

/**
 * The address of a page on the way to another one, which it leads on to.
 *
 * @param target a path of this site; home needs no mention
 */
export function onTheWayTo(target: string, path: string): string {
  return target === "/" ? path : `${path}?vers=${encodeURIComponent(target)}`;
}
