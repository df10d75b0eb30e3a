import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DayCountModel } from "@models/day-count";
import { logger } from "./log.server";
import { countVisit, foundNothing, noteResults, writeVisits } from "./visits.server";

/** When visits are written, and for how long a search is known to have found nothing. */

const now = new Date("2027-03-10T09:00:00Z");
const update = vi.spyOn(DayCountModel, "updateOne");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now });
  update.mockReset().mockResolvedValue({ matchedCount: 1 } as never);
});
afterEach(async () => {
  await writeVisits();
  vi.useRealTimers();
});
const written = () => update.mock.calls.map(([filter, change]) => [filter, change]);

it("what was counted is written together, ten seconds after the first", async () => {
  countVisit("venue", now);
  vi.advanceTimersByTime(9_999);
  countVisit("venue", now);
  countVisit("search", now);
  expect(update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(written()).toEqual([
    [{ _id: "2027-03-10:venue" }, { $inc: { count: 2 } }],
    [{ _id: "2027-03-10:search" }, { $inc: { count: 1 } }],
  ]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(update).toHaveBeenCalledTimes(2);
  countVisit("venue", now);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written().at(-1)).toEqual([{ _id: "2027-03-10:venue" }, { $inc: { count: 1 } }]);
});

it("what cannot be written is told to the log, and written the next time", async () => {
  const warn = vi.spyOn(logger, "warn").mockReturnValue(undefined);
  const away = new Error("away");
  update.mockRejectedValueOnce(away);
  countVisit("venue", now);
  await writeVisits();
  expect(warn).toHaveBeenCalledWith({ err: away, key: "2027-03-10:venue" }, "visits not written");
  countVisit("venue", now);
  await writeVisits();
  expect(written().at(-1)).toEqual([{ _id: "2027-03-10:venue" }, { $inc: { count: 2 } }]);
  // What is written before its turn has none any more.
  expect(vi.getTimerCount()).toBe(0);
  warn.mockRestore();
});

it("a search that found nothing is known by its path and query, for a minute or until it finds something", () => {
  const clock = vi.spyOn(performance, "now");
  clock.mockReturnValue(1_000_000);
  noteResults("http://localhost/reservation?city=zzz", 0);
  expect(foundNothing("/reservation?city=zzz")).toBe(true);
  expect(foundNothing("/reservation?city=zz")).toBe(false);
  vi.advanceTimersByTime(2);
  clock.mockReturnValue(1_059_999);
  expect(foundNothing("/reservation?city=zzz")).toBe(true);
  vi.advanceTimersByTime(2);
  clock.mockReturnValue(1_060_001);
  expect(foundNothing("/reservation?city=zzz")).toBe(false);
  noteResults("/reservation?city=zzz", 0);
  noteResults("/reservation?city=zzz", 3);
  expect(foundNothing("/reservation?city=zzz")).toBe(false);
  clock.mockRestore();
});
