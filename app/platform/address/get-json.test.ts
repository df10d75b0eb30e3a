import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getJson } from "./get-json.server";

/** How a service whose host is fixed is asked, and what of its answers is taken. */

let server: Server;
let answer: RequestListener;
let asked: { url?: string; accept?: string }[];
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push({ url: request.url, accept: request.headers.accept });
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const get = (bounds: object = {}, scheme = "http") => {
  const { port } = server.address() as AddressInfo;
  const url = new URL(`${scheme}://127.0.0.1:${port}/a?q=é`);
  return getJson(url, { timeoutMs: 20_000, maxBytes: 20, ...bounds });
};
const sends = (text: string, status = 200): RequestListener => {
  return (_request, response) => response.writeHead(status, { location: "/b" }).end(text);
};

it("gives what was answered, and takes no other way", async () => {
  answer = sends('{"a":"é"}');
  expect(await get()).toEqual({ status: 200, body: { a: "é" } });
  for (const status of [302, 400, 500]) {
    answer = sends('{"a":1}', status);
    expect(await get()).toEqual({ status, body: undefined });
  }
  expect(asked).toEqual(Array(4).fill({ url: "/a?q=%C3%A9", accept: "application/json" }));
});

it("is as long as it may be, and not a byte longer", async () => {
  answer = sends(JSON.stringify("x".repeat(18)));
  expect(await get()).toMatchObject({ body: "x".repeat(18) });
  answer = sends(JSON.stringify("x".repeat(19)));
  await expect(get()).rejects.toThrow("More than 20 bytes");
});

it("fails where it is no JSON, breaks off, is late, or nobody speaks like that", async () => {
  answer = sends("<html>");
  await expect(get()).rejects.toThrow(SyntaxError);
  answer = (_request, response) => {
    response.writeHead(200, { "content-length": "9" }).write("{");
    setImmediate(() => response.destroy());
  };
  await expect(get()).rejects.toMatchObject({ code: "ECONNRESET" });
  answer = () => undefined;
  await expect(get({ timeoutMs: 50 })).rejects.toMatchObject({ name: "AbortError" });
  answer = sends("{}");
  await expect(get({}, "https")).rejects.toMatchObject({ code: "EPROTO" });
});
