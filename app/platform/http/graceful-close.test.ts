import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { gracefulClose } from "./graceful-close.server";

/** What becomes of connections when a server ends, by real ones. */

let server: Server;
let close: ReturnType<typeof gracefulClose>;
/** What was asked and not answered yet. */
let asked: ServerResponse[];
const clients: Socket[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  asked = [];
  server = createServer((_request, response) => void asked.push(response));
  close = gracefulClose(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  vi.useRealTimers();
});

/** A connection, what it heard, and how it asks. */
async function connected() {
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  clients.push(client);
  const told = { client, heard: "", isOver: false };
  client.setEncoding("utf8").on("data", (text: string) => (told.heard += text));
  client.on("close", () => (told.isOver = true)).on("error", () => undefined);
  await once(server, "connection");
  return told;
}
const GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
/** Both ends are in this process: what does not come within so many turns does not come. */
const until = async (isSo: () => boolean) => {
  for (let turns = 0; !isSo(); turns += 1) {
    if (turns > 1_000_000) throw new Error(`Not ${isSo.toString()}`);
    await setImmediate();
  }
};
const state = async (closing: Promise<void>) =>
  await Promise.race([closing.then(() => "closed"), setImmediate("open")]);

it("answers what was asked before it and what comes in within half a second, each connection's last", async () => {
  const [before, late, idle] = [await connected(), await connected(), await connected()];
  idle.client.write(GET);
  await until(() => asked.length === 1);
  asked.pop()!.end("non");
  await until(() => idle.heard.includes("non"));
  // Until then they are kept.
  expect(idle.heard).toMatch(/\r\nConnection: keep-alive\r\n/);
  before.client.write(GET);
  await until(() => asked.length === 1);
  const closing = close(8_000);
  late.client.write(GET);
  await until(() => asked.length === 2);
  vi.advanceTimersByTime(499);
  await setImmediate();
  expect(idle.isOver).toBe(false);
  vi.advanceTimersByTime(1);
  await until(() => idle.isOver);
  expect([before.isOver, late.isOver, await state(closing)]).toEqual([false, false, "open"]);
  for (const response of asked) response.end("oui");
  await closing;
  await until(() => before.isOver && late.isOver);
  for (const { heard } of [before, late]) {
    expect(heard).toMatch(/\r\nConnection: close\r\n[^]*oui/);
  }
  expect(vi.getTimerCount()).toBe(0);
});

it("keeps nothing of what was answered before", async () => {
  const one = await connected();
  one.client.write(GET);
  await until(() => asked.length === 1);
  const answered = asked.pop()!;
  answered.end("oui");
  await once(answered, "close");
  const closing = close(8_000);
  // It is not told any more that it is the last.
  expect(answered.shouldKeepAlive).toBe(true);
  vi.advanceTimersByTime(500);
  await closing;
});

it("breaks off what is not answered in the time that it is given", async () => {
  const one = await connected();
  one.client.write(GET);
  await until(() => asked.length === 1);
  const closing = close(8_000);
  vi.advanceTimersByTime(7_999);
  expect(await state(closing)).toBe("open");
  vi.advanceTimersByTime(1);
  await closing;
  await until(() => one.isOver);
  expect(one.heard).toBe("");
});
