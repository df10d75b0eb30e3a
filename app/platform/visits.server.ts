/**
 * How often pages are shown, by the day of Paris: numbers in memory, written together every few seconds. No
 * person, no address, no cookie; a process that is killed loses the last seconds (decisions/032).
 */
import { LRUCache } from "lru-cache";
import { DayCountModel, type VisitName } from "@models/day-count";
import { isDuplicateKey } from "./database-errors.server";
import { todayInParis } from "./days";
import { logger } from "./log.server";

const EVERY_MS = 10_000;
/** A kept page is shown so long, and its search found nothing all the while. */
const KEPT_MS = 60_000;

let counts = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;
const emptySearches = new LRUCache<string, true>({ max: 1_000, ttl: KEPT_MS });

/** Counts one showing. */
export function countVisit(name: VisitName, now: Date): void {
  const key = `${todayInParis(now)}:${name}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
  timer ??= setTimeout(() => void writeVisits(), EVERY_MS).unref();
}

/** Notes what a search found, for all who are shown the page that is made of it. */
export function noteResults(url: string, found: number): void {
  const target = targetOf(url);
  if (found === 0) emptySearches.set(target, true);
  else emptySearches.delete(target);
}

/** Whether the search of an address found nothing when it was made last. */
export function foundNothing(url: string): boolean {
  return emptySearches.has(targetOf(url));
}

function targetOf(url: string): string {
  const { pathname, search } = new URL(url, "http://localhost");
  return pathname + search;
}

/** Adds what was counted to the database's own numbers; what cannot be written is kept for the next time. */
export async function writeVisits(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const written = counts;
  counts = new Map();
  for (const [key, count] of written) {
    try {
      await add(key, count);
    } catch (error) {
      logger.warn({ err: error, key }, "visits not written");
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
  }
}

async function add(_id: string, count: number): Promise<void> {
  const [day, name] = _id.split(":") as [string, VisitName];
  const write = async () => {
    const { matchedCount } = await DayCountModel.updateOne({ _id }, { $inc: { count } });
    if (matchedCount === 0) await DayCountModel.create({ _id, day, name, count });
  };
  await write().catch(async (error: unknown) => {
    // Another process wrote the day's first in between.
    if (!isDuplicateKey(error)) throw error;
    await write();
  });
}
