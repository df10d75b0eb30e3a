import { expect, it, vi } from "vitest";
import { allJobs } from "./all";

/** Each job runs in the background, whose requests to Stripe leave room for people's own (background-pace.test.ts). */
vi.mock("~/payments/background-pace.server", async (original) => ({
  ...(await original<object>()),
  inBackground: (job: unknown) => Promise.resolve([typeof job, "in the background"]),
}));

it.each(allJobs.map((job) => [job.name, job] as const))(
  "%s waits for its turns at Stripe",
  async (_, { handler }) => {
    expect(await handler()).toEqual(["function", "in the background"]);
  },
);
