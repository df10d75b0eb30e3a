import { once } from "node:events";
import net, { type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { answers, anyFreePort, isPortFree, nextFreePort } from "./ports.mjs";

const servers: Server[] = [];

async function occupy(host = "127.0.0.1"): Promise<number> {
  const port = await anyFreePort();
  const server = net.createServer().listen(port, host);
  servers.push(server);
  await once(server, "listening");
  return port;
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe("nextFreePort", () => {
  it("keeps a port that is free", async () => {
    const port = await anyFreePort();
    expect(await nextFreePort(port)).toBe(port);
  });

  it("passes over one that is taken", async () => {
    const port = await occupy();
    expect(await nextFreePort(port)).toBeGreaterThan(port);
  });

  it("says so when none of those allowed is free", async () => {
    const port = await occupy();
    await expect(nextFreePort(port, 1)).rejects.toThrow(`No free port from ${port} to ${port}`);
  });
});

describe("isPortFree", () => {
  it.each(["127.0.0.1", "0.0.0.0"])("sees a listener on %s", async (host) => {
    expect(await isPortFree(await occupy(host))).toBe(false);
  });
});

describe("answers", () => {
  it("tells a port that accepts connections from one that does not", async () => {
    expect(await answers(await occupy())).toBe(true);
    expect(await answers(await anyFreePort())).toBe(false);
  });
});
