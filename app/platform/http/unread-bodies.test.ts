import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import express from "express";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { unreadBodies } from "./unread-bodies.server";

/** What becomes of a sender whose body nobody wants, by a real connection. */

let server: Server;
let client: Socket;
/** The other end of the client's connection. */
let held: Socket;
let heard = "";
/** How much of a body came to whoever had begun to read it. */
let pumped = 0;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const refuse: typeof answer = (request, response) => {
  // As Remix does: it takes a part, and no more until that is asked for.
  request.on("data", (part: Buffer) => {
    pumped += part.length;
    request.pause();
  });
  response.writeHead(413, { "Content-Length": 3 }).end("non");
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const app = express().disable("x-powered-by").use(unreadBodies);
  app.use((request, response) => answer(request, response));
  [heard, pumped, answer] = ["", 0, refuse];
  server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.setEncoding("utf8").on("data", (text: string) => (heard += text));
  [held] = (await once(server, "connection")) as [Socket];
});
afterEach(() => {
  client.destroy();
  server.close();
  vi.useRealTimers();
});

const request = (...headers: string[]) =>
  client.write(["POST / HTTP/1.1", "Host: localhost", ...headers, "", ""].join("\r\n"));
const answers = () => heard.split("HTTP/1.1 ").slice(1);
const answered = async (count: number) => {
  while (answers().length < count) await once(client, "data");
};
const MANY = 3_000_000;

it("hears the answer, sends what it had begun to nobody, and may ask again", async () => {
  request(`Content-Length: ${MANY}`);
  client.write("x".repeat(MANY / 2));
  await answered(1);
  const taken = pumped;
  client.write("x".repeat(MANY / 2));
  request("Content-Length: 0");
  await answered(2);
  expect(pumped).toBe(taken);
  for (const one of answers()) expect(one).toMatch(/^413 [^]*\r\nConnection: keep-alive\r\n/);
  // Its time is no longer counted.
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(held.destroyed).toBe(false);
});

it("is let go when it has sent all and wants no more", async () => {
  request(`Content-Length: ${MANY}`, "Connection: close");
  client.write("x".repeat(MANY / 2));
  await answered(1);
  expect(held.writableEnded).toBe(false);
  client.write("x".repeat(MANY / 2));
  await once(client, "end");
  expect(answers()).toHaveLength(1);
});

it.each(["Content-Length: 3000000", "Transfer-Encoding: chunked"])(
  "is cut off five seconds later when it goes on (%s)",
  async (header) => {
    request(header);
    await answered(1);
    while (vi.getTimerCount() === 0) await setImmediate();
    vi.advanceTimersByTime(4_999);
    expect(held.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(held.destroyed).toBe(true);
    await once(client, "close");
    expect(vi.getTimerCount()).toBe(0);
  },
);

it("is let go at once when the rest came while it was answered", async () => {
  answer = (request, response) => {
    response.writeHead(413).write("n");
    request.resume().once("end", () => response.end("on"));
  };
  request("Content-Length: 6", "Connection: close");
  client.write("abc");
  await answered(1);
  client.write("def");
  await once(client, "end");
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ["has none", [], ""],
  ["has an empty one", ["Content-Length: 0"], ""],
])("is not waited for when it %s", async (_what, headers, body) => {
  request("Connection: close", ...headers);
  client.write(body);
  await once(client, "end");
  expect(heard).toMatch(/\r\nConnection: close\r\n/);
});

it("is not waited for when its body was read", async () => {
  answer = (request, response) => void request.resume().once("end", () => response.end("oui"));
  request("Connection: close", "Content-Length: 3");
  client.write("abc");
  await once(client, "end");
  expect(heard).toMatch(/\r\nConnection: close\r\n/);
});
