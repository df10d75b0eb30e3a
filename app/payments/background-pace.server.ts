import { AsyncLocalStorage } from "node:async_hooks";
import { RateLimiterMemory, RateLimiterQueue } from "rate-limiter-flexible";
import Stripe from "stripe";
import { compareClocks } from "./clocks.server";

/**
 * How many requests a second the jobs of a process send to Stripe together. Stripe lets 25 of an account's test keys through before
 * it refuses, and 100 of its live ones, whichever process they come from; people's own requests need some of them. How many
 * processes may run jobs by that: docs/operations.md.
 */
export const BACKGROUND_PER_SECOND = 20;

const background = new AsyncLocalStorage<true>();
const turns = new RateLimiterQueue(
  new RateLimiterMemory({ points: 1, duration: 1 / BACKGROUND_PER_SECOND }),
);

/** Runs a job, whose requests to Stripe wait for their turn; nobody else's do. */
export async function inBackground<T>(job: () => Promise<T>): Promise<T> {
  return await background.run(true, job);
}

/**
 * The SDK's own way to send requests, one turn each, repetitions included. What is answered to a job tells besides whether our
 * clock is Stripe's: the reconciliation asks every two minutes.
 */
export function pacedHttpClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    if (!background.getStore()) return await send(...request);
    await turns.removeTokens(1);
    const response = await send(...request);
    compareClocks(response.getHeaders().date, new Date());
    return response;
  };
  return client;
}
