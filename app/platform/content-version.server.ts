import { SettingModel } from "@models/setting";
import type { ClientSession } from "mongoose";
import { logger } from "./log.server";

const KEY = "contentVersion";
/** How long another process may show what this one just changed. */
const POLL_MS = 2_000;

let version = 0;
let readAt = 0;
let reading: Promise<void> | null = null;

/**
 * Tells every process that public content changed (a venue, a tile, a review, days taken): pages
 * kept in memory are rendered anew. Call it in the transaction that changes it, or right after.
 */
export async function bumpContentVersion(session?: ClientSession): Promise<void> {
  const setting = await SettingModel.findOneAndUpdate(
    { _id: KEY },
    { $inc: { value: 1 }, $set: { updatedAt: new Date() } },
    { upsert: true, new: true, session },
  ).lean();
  version = Number(setting?.value ?? version + 1);
}

/**
 * The version to compare kept pages with. Never waits: at most every two seconds it has the
 * database asked in the background.
 */
export function contentVersion(now: number = Date.now()): number {
  if (now - readAt > POLL_MS && reading === null) {
    readAt = now;
    reading = SettingModel.findById(KEY)
      .lean()
      .then((setting) => {
        version = Math.max(version, Number(setting?.value ?? 0));
      })
      // Kept pages stay good while the database is away; /readyz says that it is.
      .catch((error: unknown) => logger.warn({ err: error }, "content version not read"))
      .finally(() => {
        reading = null;
      });
  }
  return version;
}
