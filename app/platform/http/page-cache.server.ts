import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from "express";
import { LRUCache } from "lru-cache";
import { pageVersion } from "../content-version.server";
import { knownState } from "../known-state.server";
import { noticesFor } from "../site-state";
import { pageCacheAnswers } from "./metrics.server";
import { packedEncoding, type Encoding } from "./packed-encoding";

/** Public pages that look the same to every visitor without a cookie. */
const SHARED_PAGES =
  /^\/(?:reservation(?:\/[0-9a-f]{24})?|qui-sommes-nous|mentions-legales|CGU|CGV|politique|accessibilite)?$/;
/**
 * Browsers ask each time, so that nobody is shown by their own browser what they have just changed. A cache that
 * many share in front of the product may answer for some seconds, and a while longer as it asks anew.
 */
const FOR_BROWSERS = "public, max-age=0, must-revalidate, s-maxage=5";
const FOR_SHARED_CACHES = "public, max-age=5, stale-while-revalidate=60";
/** Pages speak of tomorrow and of free days: none is kept longer than this, whatever its version. */
const MAX_AGE_MS = 60_000;
const MAX_BYTES = 48 * 1024 * 1024;

interface KeptPage {
  etag: string;
  headers: [string, string][];
  brotli: Buffer;
  gzip: Buffer;
}

/** Answers a page as Remix would, for a request without cookies. */
type Render = (url: string, request: ExpressRequest) => Promise<Response>;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Keeps whole anonymous pages compressed in memory, for a minute and while nothing that is on them changes, the
 * banners above them included. Who asks for one that has to be made waits for it, all together for
 * one rendering; nobody is shown a page from before a change, since one of them may have made it and
 * logged out.
 */
export function pageCache(render: Render): RequestHandler {
  const pages = keptPages(render);

  return (request, response, next) => {
    const encoding = packedEncoding(request);
    if (request.method !== "GET" || request.headers.cookie || !encoding) return next();
    if (!SHARED_PAGES.test(request.path) || request.originalUrl.length > 500) return next();
    // Under another version it is another page; the old one makes room in its time.
    const key = `${shownVersion(request.originalUrl)} ${request.originalUrl}`;
    const kept = pages.get(key);
    pageCacheAnswers.inc({ result: kept ? "kept" : "rendered" });
    if (kept) return send(kept, encoding, request, response);
    pages
      .fetch(key, { context: request })
      .then((page) => (page ? send(page, encoding, request, response) : next()))
      .catch(next);
  };
}

/** What a page is made from: its content, and the banners that visitors are shown now, which begin and end by the clock. */
function shownVersion(url: string): string {
  const shown = noticesFor(knownState(), null, new Date());
  return [pageVersion(url), ...shown.map(({ id }) => id)].join(" ");
}

function keptPages(render: Render) {
  return new LRUCache<string, KeptPage, ExpressRequest>({
    maxSize: MAX_BYTES,
    sizeCalculation: (page) => page.brotli.length + page.gzip.length + 1_000,
    ttl: MAX_AGE_MS,
    fetchMethod: async (_key, _old, { context: request }) =>
      keepable(await render(request.originalUrl, request)),
  });
}

/** The page to keep; undefined for an answer that is not everybody's. */
async function keepable(response: Response): Promise<KeptPage | undefined> {
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (!isPage || response.status !== 200 || response.headers.has("set-cookie")) return undefined;
  const html = Buffer.from(await response.arrayBuffer());
  const [brotli, gzipped] = await Promise.all([
    brotliAsync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzipAsync(html),
  ]);
  return {
    etag: `"${createHash("sha1").update(html).digest("base64url")}"`,
    headers: [...response.headers],
    brotli,
    gzip: gzipped,
  };
}

function send(
  page: KeptPage,
  encoding: Encoding,
  request: ExpressRequest,
  response: ExpressResponse,
) {
  for (const [name, value] of page.headers) response.setHeader(name, value);
  response.setHeader("ETag", page.etag);
  response.setHeader("Cache-Control", FOR_BROWSERS);
  response.setHeader("CDN-Cache-Control", FOR_SHARED_CACHES);
  response.setHeader("Vary", "Accept-Encoding, Cookie");
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const body = encoding === "br" ? page.brotli : page.gzip;
  response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.length);
  response.status(200).end(body);
}
