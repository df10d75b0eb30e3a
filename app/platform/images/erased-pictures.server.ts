import { ImageModel } from "@models/image";
import { trusted } from "mongoose";
import { logger } from "../log.server";
import type { FileCache } from "./picture-cache.server";

/** How often a process looks, in ms. */
const AGAIN_MS = 3_600_000;
/** So many are asked about at once. */
const AT_ONCE = 1_000;

/** Of a picture at one width, or as shared links show it: its id comes first. */
const NAME = /^([0-9a-f]{24})-(?:\d+\.webp|partage\.jpg)$/;

/** What the cache calls a picture at one width. */
export function cacheName(id: string, width: number): string {
  return `${id}-${width}.webp`;
}

/** What it calls a picture as shared links show it. */
export function sharedCacheName(id: string): string {
  return `${id}-partage.jpg`;
}

/**
 * Whoever erases a picture drops it from the cache of their own process alone. Each other drops it from its own by this: now, in the
 * background, and every hour, also what was erased while it did not run.
 */
export function keepDroppingErased(cache: FileCache): void {
  const look = () => {
    dropErased(cache).catch((error: unknown) => {
      logger.warn({ err: error }, "erased pictures not dropped from the cache");
    });
  };
  look();
  setInterval(look, AGAIN_MS).unref();
}

/** @returns how many files of a cache were those of pictures that are no more, and are gone */
export async function dropErased(cache: FileCache): Promise<number> {
  const names = await cache.names();
  const ids = [...new Set(names.flatMap((name) => NAME.exec(name)?.[1] ?? []))];
  const left = new Set<string>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = trusted({ $in: ids.slice(at, at + AT_ONCE) });
    for (const { _id } of await ImageModel.find({ _id: some }, "_id").lean()) {
      left.add(_id.toHexString());
    }
  }
  const erased = names.filter((name) => {
    const id = NAME.exec(name)?.[1];
    return id !== undefined && !left.has(id);
  });
  await Promise.all(erased.map((name) => cache.remove(name)));
  return erased.length;
}
