import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROBLEM_TYPE } from "../web/problem.server";
import { Refusal } from "../refusal";
import { answerBarely, answerFailure } from "./bare-answer.server";

let server: Server;
let origin: string;

beforeAll(async () => {
  const app = express();
  app.use((request, response) => {
    response.locals.requestId = "r-1";
    if (request.path.endsWith("/failed")) answerFailure(request, response);
    else answerBarely(request, response, new Refusal("too_many", { retryAfter: 60 }));
  });
  server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it.each([
  ["/failed", 500, "text/plain", "Une erreur est survenue. Incident r-1"],
  ["/api/failed", 500, PROBLEM_TYPE, "Une erreur est survenue. Incident r-1"],
  ["/refused", 429, "text/plain", "Trop de tentatives"],
  ["/api/refused", 429, PROBLEM_TYPE, "Trop de tentatives"],
])("answers %s with %i, as people or programs read it", async (path, status, type, sentence) => {
  const answer = await fetch(origin + path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toContain(type);
  expect(answer.headers.get("retry-after")).toBe(status === 429 ? "60" : null);
  const text = await answer.text();
  expect(text).toContain(sentence);
  if (type === PROBLEM_TYPE) expect(JSON.parse(text)).toMatchObject({ status });
});
