import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BACKGROUND_PER_SECOND, inBackground, pacedHttpClient } from "./background-pace.server";

const server = createServer((_, response) => response.end("{}"));
let stripe: Stripe;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const address = { host: "127.0.0.1", port, protocol: "http" } as const;
  stripe = new Stripe("sk_test_x", { ...address, httpClient: pacedHttpClient(), telemetry: false });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const COUNT = 15;
async function millisecondsOf(calls: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await calls();
  return performance.now() - start;
}
const many = () =>
  Promise.all(Array.from({ length: COUNT }, () => stripe.paymentIntents.retrieve("pi_1")));

it("leaves to people some of the 25 requests a second that Stripe lets through in test mode (docs.stripe.com/rate-limits)", () => {
  expect(BACKGROUND_PER_SECOND).toBeLessThanOrEqual(20);
});

it("lets a job send so many requests a second and no more, however many it has at once", async () => {
  const least = ((COUNT - 2) * 1_000) / BACKGROUND_PER_SECOND;
  expect(await millisecondsOf(() => inBackground(many))).toBeGreaterThan(least);
});

it("lets people's own requests pass at once while a job waits", async () => {
  let isDone = false;
  const job = inBackground(many).then(() => (isDone = true));
  await stripe.paymentIntents.retrieve("pi_1");
  expect(isDone).toBe(false);
  await job;
});
