import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from "express";
import { LRUCache } from "lru-cache";
import { contentVersion } from "../content-version.server";
import { pageCacheAnswers } from "./metrics.server";
import { pageOf } from "./page-response.server";

/** Public pages that look the same to every visitor without a cookie. */
const SHARED_PAGES =
  /^\/(?:reservation(?:\/[0-9a-f]{24})?|qui-sommes-nous|mentions-legales|CGU|CGV|politique|accessibilite)?$/;
/** Pages speak of tomorrow and of free days: none is kept longer than this, whatever its version. */
const MAX_AGE_MS = 60_000;
const MAX_BYTES = 48 * 1024 * 1024;

interface KeptPage {
  version: number;
  at: number;
  etag: string;
  headers: [string, string][];
  brotli: Buffer;
  gzip: Buffer;
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Keeps whole anonymous pages compressed in memory. A page is shown while the public content's
 * version is the one it was made from; afterwards the old one is shown once more per request until
 * the single refresh under way is done (no stampede).
 *
 * @param render answers a page as Remix would, for a request without cookies.
 */
export function pageCache(
  render: (url: string, request: ExpressRequest) => Promise<Response>,
): RequestHandler {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: (page) => page.brotli.length + page.gzip.length + 1_000,
  });
  const refreshing = new Map<string, Promise<KeptPage | Response>>();

  async function make(key: string, request: ExpressRequest): Promise<KeptPage | Response> {
    const version = contentVersion();
    const response = await render(key, request);
    const html = pageOf(response);
    if (html === undefined || response.status !== 200 || response.headers.has("set-cookie")) {
      return response;
    }
    const [brotli, gzipped] = await Promise.all([
      brotliAsync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      gzipAsync(html),
    ]);
    const page: KeptPage = {
      version,
      at: Date.now(),
      etag: `"${createHash("sha1").update(html).digest("base64url")}"`,
      headers: [...response.headers],
      brotli,
      gzip: gzipped,
    };
    pages.set(key, page);
    return page;
  }

  function refresh(key: string, request: ExpressRequest): Promise<KeptPage | Response> {
    const running = refreshing.get(key);
    if (running) return running;
    const started = make(key, request).finally(() => refreshing.delete(key));
    refreshing.set(key, started);
    return started;
  }

  return (request, response, next) => {
    const encoding = request.acceptsEncodings("br", "gzip");
    if (request.method !== "GET" || request.headers.cookie || !encoding) return next();
    if (!SHARED_PAGES.test(request.path) || request.originalUrl.length > 500) return next();
    const key = request.originalUrl;
    const kept = pages.get(key);
    if (kept?.version === contentVersion() && Date.now() - kept.at < MAX_AGE_MS) {
      pageCacheAnswers.inc({ result: "kept" });
      return send(kept, encoding, request, response);
    }
    pageCacheAnswers.inc({ result: "rendered" });
    refresh(key, request)
      .then((page) => ("etag" in page ? send(page, encoding, request, response) : next()))
      .catch(next);
  };
}

function send(
  page: KeptPage,
  encoding: string,
  request: ExpressRequest,
  response: ExpressResponse,
) {
  for (const [name, value] of page.headers) response.setHeader(name, value);
  response.setHeader("ETag", page.etag);
  response.setHeader("Cache-Control", "private, no-cache");
  response.setHeader("Vary", "Accept-Encoding, Cookie");
  if (request.headers["if-none-match"] === page.etag) {
    response.status(304).end();
    return;
  }
  const body = encoding === "br" ? page.brotli : page.gzip;
  response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.length);
  response.status(200).end(body);
}
