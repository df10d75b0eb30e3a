import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import mongoose from "mongoose";
import { afterAll, expect, test, vi } from "vitest";
import { startTestStack } from "../support/stack";

vi.setConfig({ testTimeout: 60_000 });

const stack = await startTestStack({ web: false, sandbox: false });
afterAll(() => stack.stop());

/** How many jobs the database of this stack knows of. */
async function jobsWritten(): Promise<number> {
  const connection = await mongoose.createConnection(stack.mongoUri).asPromise();
  try {
    return await connection.collection("agendaJobs").countDocuments();
  } finally {
    await connection.close();
  }
}

test("a web process whose port is taken ends, and has run no job", async () => {
  // Whoever holds it says to be ready, and is not taken for the process that was started.
  const holder = createServer((_request, response) => response.end("ok")).listen(0, "127.0.0.1");
  await once(holder, "listening");
  const env = {
    NODE_ENV: "production",
    PORT: String((holder.address() as AddressInfo).port),
  } as const;
  await expect(stack.startWeb("taken", env)).rejects.toThrow("EADDRINUSE");
  expect(await jobsWritten()).toBe(0);
  holder.close();

  const web = await stack.startWeb("free", env);
  await vi.waitUntil(async () => (await jobsWritten()) > 0, { interval: 50, timeout: 60_000 });
  await web.stop();
});
