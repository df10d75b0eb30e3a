import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerHeaders } from "./answer-headers.server";

let server: Server;
let origin: string;

beforeAll(async () => {
  const app = express().use(answerHeaders);
  app.get("/picture", (request, response) => {
    // As a session that is prolonged does, on its way to a route that knows nothing of it.
    if (request.query.cookie) response.append("Set-Cookie", "session=secret; HttpOnly");
    response.set("CDN-Cache-Control", "public, max-age=5");
    response.set("Cache-Control", "public, max-age=86400, immutable").send("picture");
  });
  server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const keptBy = async (path: string) => {
  const { headers } = await fetch(origin + path);
  return ["cache-control", "cdn-cache-control", "vary"].map((name) => headers.get(name));
};

it("lets nobody keep an answer that sets a cookie, though its route is everybody's", async () => {
  const all = "public, max-age=86400, immutable";
  expect(await keptBy("/picture")).toEqual([all, "public, max-age=5", null]);
  expect(await keptBy("/picture?cookie=1")).toEqual(["private, no-store", null, "Cookie"]);
});
