import { createHash } from "node:crypto";
import { z } from "zod";
import { venueFeed } from "~/bookings/calendars/venue-feed.server";
import { isFresh } from "~/platform/web/fresh";
import { pageLoader } from "~/platform/web/page-loader.server";

const params = z.object({ file: z.string().max(100) });

/** A venue's calendar for other calendars: the address is the key, nobody is logged in. */
export const loader = pageLoader(
  { access: "public", params, limit: "calendar_feed" },
  async ({ params: { file }, now, request }) => {
    const content = await venueFeed(file, now);
    const etag = `"${createHash("sha1").update(content).digest("base64url")}"`;
    const headers = {
      ETag: etag,
      // Asked for each time: an address may be void by then.
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex",
    };
    if (isFresh(request.headers.get("If-None-Match"), etag)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(content, {
      headers: { ...headers, "Content-Type": "text/calendar; charset=utf-8" },
    });
  },
);
