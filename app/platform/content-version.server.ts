import { trusted } from "mongoose";
import { CONTENT_VERSION, SettingModel, SITE_STATE } from "@models/setting";
import { keepState } from "./known-state.server";
import { logger } from "./log.server";
import { singleFlight } from "./concurrency/single-flight";

/** How long another process may show what this one just changed. */
const POLL_MS = 2_000;

let version = 0;
let readAt = 0;
let reading: Promise<void> | null = null;

/**
 * Tells every process that public content changed (a venue, a tile, a review, an owner's standing):
 * cached pages are rendered anew. To be called after the commit of what changed; should the
 * process die in between, cached pages still go after a minute.
 */
export async function bumpContentVersion(): Promise<void> {
  await bump(CONTENT_VERSION);
}

/** One count tells of everything that was committed before it began. */
const bump = singleFlight(async (key) => {
  await SettingModel.updateOne(
    { _id: key },
    { $inc: { value: 1 }, $set: { updatedAt: new Date() } },
    { upsert: true },
  );
  // Never ahead of the database's own count, so that another process's bump is always a change.
  version += 1;
});

/**
 * The version to compare cached pages with. Never waits: at most every two seconds it has the
 * database asked in the background, which tells the site's state too.
 */
export function contentVersion(now: number = Date.now()): number {
  if (now - readAt > POLL_MS && reading === null) {
    readAt = now;
    reading = SettingModel.find({ _id: trusted({ $in: [CONTENT_VERSION, SITE_STATE] }) })
      .lean()
      .then((settings) => {
        const valueOf = (key: string) => settings.find(({ _id }) => _id === key)?.value;
        // Before the version: what is rendered for the new one has the new state.
        keepState(String(valueOf(SITE_STATE) ?? ""));
        version = Math.max(version, Number(valueOf(CONTENT_VERSION) ?? 0));
      })
      // Cached pages stay good while the database is away; /readyz says that it is.
      .catch((error: unknown) => logger.warn({ err: error }, "content version not read"))
      .finally(() => {
        reading = null;
      });
  }
  return version;
}

/** The version in the database now: for what must see what another process wrote a moment ago. */
export async function storedContentVersion(): Promise<number> {
  const setting = await SettingModel.findById(CONTENT_VERSION).lean();
  return Number(setting?.value ?? 0);
}
