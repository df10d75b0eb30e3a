import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { getJson } from "./get-json.server";

const lookUp = vi.hoisted(() => vi.fn());
vi.mock("node:dns/promises", () => ({ lookup: lookUp }));

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

it("asks for its host's address once at a time, however many ask it and give up", async () => {
  const { port } = server.address() as AddressInfo;
  const ask = (timeoutMs: number, host = "adresses.example") =>
    getJson(new URL(`http://${host}:${port}/`), { timeoutMs, maxBytes: 20 });
  let found: (addresses: object[]) => void = () => undefined;
  lookUp.mockImplementation(() => new Promise((resolve) => (found = resolve)));
  const late = Array.from({ length: 10 }, () => ask(50).catch((error: Error) => error.name));
  expect(await Promise.all(late)).toEqual(Array(10).fill("AbortError"));
  expect(lookUp.mock.calls).toEqual([["adresses.example", { all: true }]]);
  lookUp.mockImplementation(() => Promise.resolve([{ address: "127.0.0.1", family: 4 }]));
  found([]);
  answer = sends("1");
  expect(await ask(20_000)).toMatchObject({ body: 1 });
  lookUp.mockRejectedValue(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
  await expect(ask(20_000, "nowhere.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
});
