import { join } from "node:path";
import { ImageModel } from "@models/image";
import { env } from "../env.server";
import { logger } from "../log.server";
import { cacheName, keepDroppingErased, sharedCacheName } from "./erased-pictures.server";
import { openFileCache, type FileCache } from "./picture-cache.server";

/** What the disk cache may weigh, in bytes. */
const CACHE_BYTES = 512 * 1024 * 1024;

/** What is read of a picture, and how, where this machine's disk has it not. */
interface CachedRead {
  /** Of the image. */
  id: string;
  /** In the cache (erased-pictures.server.ts). */
  name: string;
  read: () => Promise<Buffer | null>;
}

/** Reads under way, so that a rush on a new picture fetches it once. */
const underWay = new Map<string, Promise<Buffer | null>>();

/** A picture's bytes from this machine's disk, else as they are read, which the disk then has; null when there are none. */
export async function readCached(asked: CachedRead): Promise<Buffer | null> {
  const { name } = asked;
  const current = underWay.get(name);
  if (current) return await current;
  const reading = readThroughCache(asked).finally(() => underWay.delete(name));
  underWay.set(name, reading);
  return await reading;
}

async function readThroughCache({ id, name, read }: CachedRead): Promise<Buffer | null> {
  const cache = await openedCache();
  const cached = await cache?.read(name);
  if (cached) return cached;
  const bytes = await read();
  if (!bytes || !cache) return bytes;
  await cache.write(name, bytes);
  // Erased since its bytes were read, by whom ever: then nobody else would drop it here. So where nobody can say.
  const isThere = await ImageModel.exists({ _id: id }).catch(() => null);
  if (!isThere) await cache.remove(name);
  return bytes;
}

/** Takes a picture off this machine's disk, in each size that it may have. */
export async function dropCached(id: string, widths: readonly number[]): Promise<void> {
  const cache = await openedCache();
  if (!cache) return;
  const names = [...widths.map((width) => cacheName(id, width)), sharedCacheName(id)];
  await Promise.all(names.map((name) => cache.remove(name)));
}

let cacheOpening: Promise<FileCache | null> | undefined;

/** Null while the disk refuses: pictures then come from where they are kept. */
function openedCache(): Promise<FileCache | null> {
  cacheOpening ??= openFileCache(join(env.DATA_DIR, "cache", "images"), CACHE_BYTES).then(
    (cache) => {
      keepDroppingErased(cache);
      return cache;
    },
    (error: unknown) => {
      logger.warn({ err: error }, "the cache of pictures could not be opened");
      // The next reader tries again.
      cacheOpening = undefined;
      return null;
    },
  );
  return cacheOpening;
}
