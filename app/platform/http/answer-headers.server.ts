import type { ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import onHeaders from "on-headers";

/**
 * Says of every answer who may keep it, unless its route does: nobody what someone with a cookie was sent,
 * or what is no page. A page without one may be kept by its reader alone, who asks each time whether it still
 * stands. An answer that sets a cookie is its receiver's alone, whatever its route says: who keeps it for others would
 * hand them the cookie. A page also says which others its browser may fetch before their links are followed; and one
 * of venues on chosen days, that robots follow none: each would lead to all free venues on these days, and there are
 * endlessly many. Not so robots.txt, for what is shared of such a page is to show what it is.
 */
export const answerHeaders: RequestHandler = (request, response, next) => {
  const hasCookie = request.headers.cookie !== undefined;
  onHeaders(response, function (this: ServerResponse) {
    const isPage = String(this.getHeader("Content-Type")).startsWith("text/html");
    if (isPage) this.setHeader("Speculation-Rules", '"/speculation-rules.json"');
    if (isPage && isDated(request.originalUrl)) this.setHeader("X-Robots-Tag", "nofollow");
    if (this.hasHeader("Set-Cookie")) {
      this.setHeader("Cache-Control", "private, no-store");
      this.removeHeader("CDN-Cache-Control");
    } else if (!this.hasHeader("Cache-Control")) {
      const isKept = isPage && !hasCookie && this.statusCode === 200;
      this.setHeader("Cache-Control", isKept ? "private, no-cache" : "private, no-store");
    }
    if (!String(this.getHeader("Cache-Control")).startsWith("public")) response.vary("Cookie");
    if (this.statusCode === 405 && !this.hasHeader("Allow")) this.setHeader("Allow", "GET, HEAD");
  });
  next();
};

/** Whether an address is that of venues, or of one, on days that somebody chose, or looks at. */
function isDated(url: string): boolean {
  const [path = "", query = ""] = url.split("?", 2);
  const asked = new URLSearchParams(query);
  return /^\/reservation(?:\/|$)/.test(path) && (asked.has("start") || asked.has("depuis"));
}
