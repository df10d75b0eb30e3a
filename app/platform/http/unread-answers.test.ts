import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { eventually } from "../../../tests/support/eventually";
import { cutUnread } from "./unread-answers.server";

/** Who is cut off for reading nothing, by real connections. */

/** More than what the system itself keeps of a connection on its way. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, "x");
const GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.close();
  server.closeAllConnections();
});

/** A connection to a server that cuts off, and what becomes of it there. */
async function connected(unreadMs: number, answer: RequestListener) {
  server = createServer(answer);
  cutUnread(server, unreadMs);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  const [there] = (await once(server, "connection")) as [Socket];
  return there;
}

it.each([
  ["at once", (_request, response) => void response.end(LARGE)],
  [
    "part by part",
    (_request, response) => {
      for (let part = 0; part < 32; part += 1) response.write(LARGE.subarray(0, 1024 * 1024));
      response.end();
    },
  ],
] satisfies [string, RequestListener][])(
  "nobody who reads nothing of what is sent %s",
  async (_how, answer) => {
    const there = await connected(100, answer);
    client.pause().write(GET);
    await eventually(() => expect(there.destroyed).toBe(true));
  },
);

it("but not who reads slowly", async () => {
  // What is read shows here only once a good part of what the system keeps is gone: by far sooner, on a busy machine too.
  const unreadMs = 4_000;
  const there = await connected(unreadMs, (_request, response) => void response.end(LARGE));
  client.pause().write(GET);
  await eventually(() => expect(there.writableLength).toBeGreaterThan(0));
  let read = 0;
  for (const since = Date.now(); Date.now() - since < 1.5 * unreadMs; await sleep(25)) {
    read += (client.read() as Buffer | null)?.length ?? 0;
  }
  expect(there.destroyed).toBe(false);
  client.on("data", (part) => (read += part.length)).resume();
  await eventually(() => expect(read).toBeGreaterThan(LARGE.length));
});

it("nor who waits for what takes long, nor who sends it", async () => {
  const there = await connected(50, (request, response) => {
    request.resume().on("end", () => void sleep(300).then(() => response.end("done")));
  });
  client.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n");
  for (const part of "four") {
    await sleep(150);
    client.write(part);
  }
  const [answer] = (await once(client, "data")) as [Buffer];
  expect(answer.toString()).toContain("done");
  // Nor who then waits with the next request: that is for the time that connections are kept.
  await sleep(200);
  expect(there.destroyed).toBe(false);
});
