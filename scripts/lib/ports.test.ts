import { once } from "node:events";
import net, { type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { answers, anyFreePort, holdAnyPort, holdPort, reachedAt, type HeldPort } from "./ports.mjs";

const servers: Server[] = [];
const held: HeldPort[] = [];

async function occupy(host = "127.0.0.1"): Promise<number> {
  const server = net.createServer().listen(0, host);
  servers.push(server);
  await once(server, "listening");
  return (server.address() as net.AddressInfo).port;
}

async function hold(...args: Parameters<typeof holdPort>): Promise<HeldPort> {
  const port = await holdPort(...args);
  held.push(port);
  return port;
}

afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await Promise.all(held.splice(0).map(({ release }) => release()));
});

describe("holdPort", () => {
  it("keeps a port that is free", async () => {
    const port = await anyFreePort();
    expect((await hold(port)).port).toBe(port);
  });

  it.each(["127.0.0.1", "0.0.0.0"])("passes over one that is taken on %s", async (host) => {
    const port = await occupy(host);
    expect((await hold(port)).port).toBeGreaterThan(port);
  });

  it.each(["127.0.0.1", "0.0.0.0", "localhost"])(
    "holds it from the moment it is chosen for %s: nobody else gets it",
    async (host) => {
      const { port } = await hold(await anyFreePort(), { host });
      const others = await Promise.all([hold(port), hold(port), hold(port)]);
      expect(new Set([port, ...others.map((other) => other.port)]).size).toBe(4);
      const stranger = net.createServer().listen(port, "127.0.0.1");
      const [error] = (await once(stranger, "error")) as [NodeJS.ErrnoException];
      expect(error.code).toBe("EADDRINUSE");
    },
  );

  it("is free again once it is given up", async () => {
    const { port, release } = await holdPort(await anyFreePort());
    await release();
    expect((await hold(port)).port).toBe(port);
  });

  it("says so when none of those allowed is free", async () => {
    const port = await occupy();
    await expect(holdPort(port, { attempts: 1 })).rejects.toThrow(
      `No free port from ${port} to ${port}`,
    );
  });
});

describe("reachedAt", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ["0.0.0.0", "127.0.0.1"],
    ["::", "127.0.0.1"],
    ["::1", "[::1]"],
    ["localhost", "localhost"],
    ["192.0.2.7", "192.0.2.7"],
  ])("%s: %s", (host, expected) => {
    expect(reachedAt(host)).toBe(expected);
  });
});

describe("answers", () => {
  it("tells a port that accepts connections from one that does not", async () => {
    expect(await answers(await occupy())).toBe(true);
    expect(await answers(await anyFreePort())).toBe(false);
  });

  it("of one that is held: who comes is turned away at once", async () => {
    const { port, release } = await holdAnyPort();
    const socket = net.connect(port, "127.0.0.1");
    // Reset or closed, as the system tells it first.
    socket.on("error", () => undefined);
    await once(socket, "close");
    await release();
    expect(await answers(port)).toBe(false);
  });
});
