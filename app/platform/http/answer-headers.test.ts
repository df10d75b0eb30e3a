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
  app.get("/reservation*", (request, response) => {
    if (request.query.file) response.type("text/csv");
    response.send("<p>Salles</p>");
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

it.each([
  ["/reservation?start=2027-03-01&end=2027-03-02", "nofollow"],
  ["/reservation/0123?city=Lyon&start=2027-03-01", "nofollow"],
  ["/reservation/0123?depuis=2027-03-01", "nofollow"],
  ["/reservation/carte?start=2027-03-01", "nofollow"],
  ["/reservation", null],
  ["/reservation?city=Lyon&page=2", null],
  ["/reservation/0123?restart=1", null],
  ["/reservations?start=2027-03-01", null],
  ["/reservation/0123?start=2027-03-01&file=1", null],
])("robots are asked of %s to follow its links: %j", async (path, said) => {
  expect((await fetch(origin + path)).headers.get("X-Robots-Tag")).toBe(said);
});
