import { LRUCache } from "lru-cache";
import { BookedSlotModel } from "@models/booked-slot";
import { halfOpenRange } from "@models/engine";
import { SLOTS } from "@models/enumerations";
import { shiftSlot, slotId, type DaySlot } from "~/bookings/rules/calendar";
import { addDays, type Day } from "~/platform/days";
import type { BusyOnDays } from "./venue-times";

/** Whoever died before telling that days were taken or freed is found out after this time. */
const MAX_AGE_MS = 60_000;
const MAX_IDS = 200_000;

interface Days {
  start: Day;
  /** Included. */
  end: Day;
  /** How many half days before and after them matter, too: some venues prepare in them. */
  preparation: { before: number; after: number };
}

/**
 * Who is taken on the days that people ask for, cached while the content's version stands: taking a day
 * and freeing it bump it. Lists make room for each other; one longer than `MAX_IDS` is not cached.
 */
export class BusyVenues {
  #lists = new LRUCache<string, BusyOnDays, Days>({
    maxSize: MAX_IDS,
    sizeCalculation: ({ on, before, after }) => [on, ...before, ...after].flat().length + 1,
    ttl: MAX_AGE_MS,
    fetchMethod: async (_key, _stale, { context }) => await readBusy(context),
    // What loses its place while it is being read is answered all the same.
    ignoreFetchAbort: true,
  });

  /**
   * The ids of the venues with anything taken on any of these days or near to them, as of this version or
   * later. One query, and one for each side on which venues prepare; none when it was asked before; many who
   * ask at once ask once.
   */
  async on(days: Days, version: number): Promise<BusyOnDays> {
    const { before, after } = days.preparation;
    const key = `${version} ${days.start} ${days.end} ${before} ${after}`;
    return await this.#lists.forceFetch(key, { context: days });
  }
}

async function readBusy({ start, end, preparation }: Days): Promise<BusyOnDays> {
  const [on, before, after] = await Promise.all([
    BookedSlotModel.distinct("venue", { day: halfOpenRange(start, addDays(end, 1)) }),
    takenBeside({ day: start, slot: "AM" }, -preparation.before),
    takenBeside({ day: end, slot: "PM" }, preparation.after),
  ]);
  return { on: on.map((id) => id.toHexString()), before, after };
}

/** For each of some half days before or after one, the nearest first: who is taken then. */
async function takenBeside(from: DaySlot, count: number): Promise<string[][]> {
  if (count === 0) return [];
  const step = Math.sign(count);
  const days = Math.ceil(Math.abs(count) / SLOTS.length);
  const first = addDays(from.day, step < 0 ? -days : 1);
  // A half day's own key says all: whose it is, and when.
  const taken = await BookedSlotModel.find(
    { day: halfOpenRange(first, addDays(first, days)) },
    { _id: 1 },
  ).lean();
  const places = new Map<string, string[]>();
  const lists = Array.from({ length: Math.abs(count) }, (_, place): string[] => {
    const list: string[] = [];
    places.set(slotId("", shiftSlot(from, step * (place + 1))), list);
    return list;
  });
  for (const { _id } of taken) {
    places.get(_id.slice(_id.indexOf(":")))?.push(_id.slice(0, _id.indexOf(":")));
  }
  return lists;
}
