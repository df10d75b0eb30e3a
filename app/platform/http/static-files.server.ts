import { readdirSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { RequestHandler } from "express";
import { DAY_MS } from "../days";
import { ENCODINGS, packedEncoding, type Encoding } from "./packed-encoding";

const YEAR_MS = 365 * DAY_MS;

/** The packed twins that the build puts beside a file (vite.config.ts). */
const SUFFIXES: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/**
 * Serves the browser's files from disk, packed as the build left them. Their names are read once: a
 * page's path costs no look at the disk, and what is no file of the build cannot be asked for.
 *
 * @param directory build/client, absolute
 */
export function staticFiles(directory: string): RequestHandler {
  const names = namesIn(directory);
  return (request, response, next) => {
    const { path } = request;
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || !names.has(path)) return next();
    response.locals.route = "files";
    const offered = ENCODINGS.filter((encoding) => names.has(path + SUFFIXES[encoding]));
    const encoding = packedEncoding(request, offered);
    if (offered.length > 0) response.vary("Accept-Encoding");
    if (encoding) response.type(extname(path)).setHeader("Content-Encoding", encoding);
    // Files under /assets carry their content's hash in their name, so they are kept for good.
    const keeping = path.startsWith("/assets/")
      ? { maxAge: YEAR_MS, immutable: true }
      : { maxAge: DAY_MS };
    const file = encoding ? path + SUFFIXES[encoding] : path;
    response.sendFile(file, { root: directory, ...keeping }, (error?: NodeJS.ErrnoException) => {
      // Gone with a newer build beside this process, or its reader has left.
      if (!error || response.headersSent) return;
      for (const name of ["Content-Encoding", "Content-Type", "Vary"]) response.removeHeader(name);
      next();
    });
  };
}

/** Paths of the directory's files, as they are asked for. */
function namesIn(directory: string): Set<string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  // Vite's own manifest (`/.vite`) is nobody's business.
  return new Set(
    files.filter((file) => !file.startsWith(".")).map((file) => `/${file.split(sep).join("/")}`),
  );
}
