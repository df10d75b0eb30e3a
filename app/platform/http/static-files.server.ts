import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { RequestHandler } from "express";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};
const COMPRESSIBLE = new Set([".js", ".css", ".svg", ".json", ".txt", ".webmanifest"]);

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

interface BuiltFile {
  bytes: Buffer;
  type: string;
  etag: string;
  cacheControl: string;
  /** Made when first asked for, then kept. */
  encoded: Partial<Record<"br" | "gzip", Promise<Buffer>>>;
  isCompressible: boolean;
}

/**
 * Serves the browser's files from memory: there are few, they never change while the process runs
 * (a build beside it does not disturb it), and a path that is not one of them cannot be asked for.
 *
 * @param directory build/client
 */
export function staticFiles(directory: string): RequestHandler {
  const files = readFiles(directory);
  return (request, response, next) => {
    const file = files.get(request.path);
    if (!file || (request.method !== "GET" && request.method !== "HEAD")) return next();
    response.locals.route = "files";
    response.setHeader("Content-Type", file.type);
    response.setHeader("Cache-Control", file.cacheControl);
    response.setHeader("ETag", file.etag);
    if (file.isCompressible) response.setHeader("Vary", "Accept-Encoding");
    if (request.headers["if-none-match"] === file.etag) return void response.status(304).end();
    const accepted = file.isCompressible ? request.acceptsEncodings("br", "gzip") : false;
    if (accepted !== "br" && accepted !== "gzip") return void response.end(file.bytes);
    (file.encoded[accepted] ??= encode(file.bytes, accepted))
      .then((bytes) => {
        response.setHeader("Content-Encoding", accepted);
        response.setHeader("Content-Length", bytes.length);
        response.end(bytes);
      })
      .catch(next);
  };
}

function readFiles(directory: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)];
    const path = `/${relative(directory, file).split(sep).join("/")}`;
    // Vite's own manifest (`/.vite`) is nobody's business.
    if (!entry.isFile() || !type || path.startsWith("/.")) continue;
    const bytes = readFileSync(file);
    files.set(path, {
      bytes,
      type,
      etag: `"${createHash("sha1").update(bytes).digest("base64url")}"`,
      // Files under /assets carry their content's hash in their name, so they are kept for good.
      cacheControl: path.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "public, max-age=86400",
      encoded: {},
      isCompressible: COMPRESSIBLE.has(extname(entry.name)),
    });
  }
  return files;
}

function encode(bytes: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  return encoding === "gzip"
    ? gzipAsync(bytes, { level: 9 })
    : brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}
