/**
 * A floor to measure against, in a process of its own: `node floor-server.mjs <port> memory <file>`
 * answers the file's bytes (brotli HTML) from memory by bare Express; `… remix <bundle>` answers a bare
 * Remix page.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import { installGlobals } from "@remix-run/node";
import express from "express";

const [port, kind, file = ""] = process.argv.slice(2);
const app = express();
app.disable("x-powered-by");
app.disable("etag");

if (kind === "memory") {
  const body = readFileSync(file);
  app.get("*", (_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Content-Encoding", "br");
    response.setHeader("Content-Length", body.length);
    response.status(200).end(body);
  });
} else {
  installGlobals();
  const { build } = await import(pathToFileURL(file).href);
  app.all("*", createRequestHandler({ build, mode: "production" }));
}
app.listen(Number(port), "127.0.0.1");
