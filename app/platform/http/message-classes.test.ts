import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, it } from "vitest";
import { messageClasses } from "./message-classes.server";

it("makes requests and responses that Express has not to change, and that know its methods", async () => {
  const app = express();
  app.get("/", (request, response) => response.json({ path: request.path, ip: request.ip }));
  const server = createServer(messageClasses(app), app);
  const before: unknown[] = [];
  server.prependListener("request", (request, response) => {
    before.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.json()).toEqual({ path: "/", ip: "127.0.0.1" });
    expect(answer.headers.get("x-powered-by")).toBe("Express");
    const { request, response } = app as unknown as Record<string, unknown>;
    expect(before).toHaveLength(2);
    expect(before[0]).toBe(request);
    expect(before[1]).toBe(response);
  } finally {
    server.close();
  }
});
