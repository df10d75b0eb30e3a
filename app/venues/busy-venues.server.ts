import { LRUCache } from "lru-cache";
import { BookedSlotModel } from "@models/booked-slot";
import { halfOpenRange } from "@models/engine";
import { addDays, type Day } from "~/platform/days";

/** Whoever died before telling that days were taken or freed is found out after this time. */
const MAX_AGE_MS = 60_000;
const MAX_IDS = 200_000;

interface Days {
  start: Day;
  /** Included. */
  end: Day;
}

/**
 * Who is taken on the days that people ask for, cached while the content's version stands: taking a day
 * and freeing it bump it. Lists make room for each other; one longer than `MAX_IDS` is not cached.
 */
export class BusyVenues {
  #lists = new LRUCache<string, readonly string[], Days>({
    maxSize: MAX_IDS,
    sizeCalculation: (ids) => ids.length + 1,
    ttl: MAX_AGE_MS,
    fetchMethod: async (_key, _stale, { context }) => await readBusy(context),
    // What loses its place while it is being read is answered all the same.
    ignoreFetchAbort: true,
  });

  /**
   * The ids of the venues with anything taken on any of these days, as of this version or later. One
   * query, none when it was asked before; many who ask at once ask once.
   */
  async on(days: Days, version: number): Promise<readonly string[]> {
    const key = `${version} ${days.start} ${days.end}`;
    return await this.#lists.forceFetch(key, { context: days });
  }
}

async function readBusy({ start, end }: Days): Promise<readonly string[]> {
  const ids = await BookedSlotModel.distinct("venue", {
    day: halfOpenRange(start, addDays(end, 1)),
  });
  return ids.map((id) => id.toHexString());
}
