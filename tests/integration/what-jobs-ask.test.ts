import { sandbox } from "../support/payments";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { handlers } from "@jobs/all";
import { TIMETABLE, type JobName } from "@jobs/timetable";
import { askedBy } from "../support/asked-of-database";
import { useDatabase } from "../support/database";

/**
 * What each job looks for first, at an instant that never changes: whose turn it is from when on, in which order, and how
 * many at once.
 */

useDatabase();

beforeAll(async () => {
  await sandbox.settled();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-10T09:00:00Z") });
});
afterAll(() => {
  vi.useRealTimers();
});

it("jobs: when each has its turn", () => {
  expect(TIMETABLE).toMatchSnapshot();
});

it.each(Object.keys(handlers) as JobName[])("%s", async (name) => {
  const { asked } = await askedBy(handlers[name]);
  expect(asked).toMatchSnapshot();
});
