import { randomBytes } from "node:crypto";
import { trusted } from "mongoose";
import {
  CONTENT_VERSION,
  SettingModel,
  SITE_STATE,
  type ContentChange,
  type Setting,
} from "@models/setting";
import { singleFlight } from "./concurrency/single-flight";
import { keepState } from "./known-state.server";
import { logger } from "./log.server";
import { ShownVersions } from "./shown-versions";

/**
 * What changed of the content that everybody sees, told to all processes by whoever changed it: one document
 * counts the changes and keeps the last ones. Pages that are kept know by it which of them are old, and
 * the search what to read anew (docs/decisions/030-what-changed.md).
 */

/** How long another process may show what this one just changed. */
const POLL_MS = 2_000;
/** So many changes are kept; whoever looks less often than they come reads everything anew. */
const KEPT = 100;

const PROCESS = randomBytes(6).toString("base64url");

/** Up to where somebody knows the changes. */
export interface ContentMark {
  /** How many there were. */
  value: number;
  /** How many of them were told; a process of an earlier version only counts its own. */
  told: number;
}

/** The changes after a mark, the oldest first; null when nobody knows all of them. */
export interface ContentSince {
  mark: ContentMark;
  changes: readonly ContentChange[] | null;
}

const NONE: ContentMark = { value: 0, told: 0 };

const shown = new ShownVersions();
const hearers: ((change: ContentChange) => void)[] = [];
let polled: ContentMark | null = null;
let polledAt = 0;
let polling: Promise<void> | null = null;
/** What changed here and is not told yet, the oldest first. */
const untold: ContentChange[] = [];
/** So many of them, from the oldest on, are being told at this moment: they stand for what was committed before. */
let underWay = 0;

/**
 * Has every change told to `hear` in this process as it becomes known here: at once what changed here, some seconds later
 * what other processes tell of (`lookForChanges`).
 */
export function onContentChange(hear: (change: ContentChange) => void): void {
  hearers.push(hear);
}

function take(change: ContentChange): void {
  shown.take(change);
  for (const hear of hearers) hear(change);
}

/**
 * Tells every process what changed; to be called after the commit. What cannot be told is told with the next
 * change, or by the next look for changes; what a process could not tell before it died is made up for when
 * one starts (`tellOfStart`).
 *
 * Never rejects, for what the caller did stands already, and what follows it is still to be done.
 */
export async function bumpContentVersion(change: Omit<ContentChange, "by">): Promise<void> {
  take(change);
  untold.push(change);
  await tell(CONTENT_VERSION).catch((error: unknown) =>
    logger.warn({ err: error }, "change not told yet"),
  );
}

/**
 * Tells that anything may have changed, where nobody knows whether something was committed: once, however often that
 * is so before the database takes it.
 */
export function tellUnknown(): void {
  const waits = untold.slice(underWay).some((change) => "anything" in change);
  if (!waits) void bumpContentVersion({ anything: true });
}

/** Tells that anything may have changed, by the hand of a process that died before it could say so. */
export async function tellOfStart(): Promise<void> {
  await bumpContentVersion({ anything: true });
}

/** One write tells of everything that was committed before it began. */
const tell = singleFlight(async (key) => {
  const telling = [...untold];
  if (telling.length === 0) return;
  underWay = telling.length;
  try {
    await SettingModel.updateOne(
      { _id: key },
      {
        $inc: { value: telling.length, told: telling.length },
        $push: { changes: { $each: telling.map(asText), $slice: -KEPT } },
        $set: { updatedAt: new Date() },
      },
      { upsert: true },
    );
  } finally {
    underWay = 0;
  }
  // One at a time tells: what came meanwhile stands behind.
  untold.splice(0, telling.length);
});

/**
 * The version of a public page, to compare what is kept of it with. Never waits.
 *
 * @param url its path and query
 */
export function pageVersion(url: string): string {
  lookForChanges();
  return shown.of(url);
}

/** At most every two seconds: has the database asked in the background what other processes changed. */
export function lookForChanges(now: number = Date.now()): void {
  if (now - polledAt > POLL_MS && polling === null) {
    polledAt = now;
    polling = poll()
      // Cached pages stay good while the database is away; /readyz says that it is.
      .catch((error: unknown) => logger.warn({ err: error }, "content version not read"))
      .finally(() => {
        polling = null;
      });
  }
}

/**
 * Has a process look also while nobody asks it for anything, or whoever comes first after a while would be shown what is
 * over: a site as open that was closed an hour ago.
 *
 * @param follow has what keeps up with the changes do so as well; it may neither wait nor fail
 * @returns what ends it
 */
export function followChanges(follow: () => void = () => undefined): () => void {
  const timer = setInterval(() => {
    lookForChanges();
    follow();
  }, POLL_MS / 2);
  return () => clearInterval(timer);
}

async function poll(): Promise<void> {
  if (untold.length > 0) await tell(CONTENT_VERSION);
  const both = trusted({ $in: [CONTENT_VERSION, SITE_STATE] });
  const settings = await SettingModel.find({ _id: both }).lean();
  const stored = (key: string) => settings.find(({ _id }) => _id === key) ?? null;
  // Before the changes: what is rendered for a new version has the new state.
  keepState(String(stored(SITE_STATE)?.value ?? ""));
  const version = stored(CONTENT_VERSION);
  const changes = polled && changesSince(polled, version);
  polled = markOf(version);
  // What changed here is known here since it did.
  for (const change of changes ?? [{ anything: true as const, by: "" }]) {
    if (change.by !== PROCESS) take(change);
  }
}

/** Where the changes stand in the database now. */
export async function contentMark(): Promise<ContentMark> {
  return markOf(await SettingModel.findById(CONTENT_VERSION, { value: 1, told: 1 }).lean());
}

/**
 * What changed since a mark, asked of the database now: for what must see what another process just wrote. With it comes
 * what this process could not tell yet, each time until it is told.
 */
export async function contentSince(mark: ContentMark): Promise<ContentSince> {
  // Before the question: what is told while it is asked may be in neither after it.
  const own = [...untold];
  const stored = await SettingModel.findById(CONTENT_VERSION).lean();
  const changes = changesSince(mark, stored);
  return { mark: markOf(stored), changes: changes && [...changes, ...own] };
}

function changesSince(mark: ContentMark, stored: Setting | null): ContentSince["changes"] {
  const now = markOf(stored);
  const last = stored?.changes ?? [];
  const fresh = now.told - mark.told;
  const isTold = fresh === now.value - mark.value && fresh >= 0 && fresh <= last.length;
  return isTold ? last.slice(last.length - fresh).map(ofText) : null;
}

const asText = (change: ContentChange) => JSON.stringify({ ...change, by: PROCESS });
const ofText = (text: string) => JSON.parse(text) as ContentChange;

function markOf(stored: Pick<Setting, "value" | "told"> | null): ContentMark {
  return stored ? { value: Number(stored.value), told: stored.told ?? 0 } : NONE;
}
