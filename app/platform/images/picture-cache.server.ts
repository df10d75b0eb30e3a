import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { logger } from "../log.server";

/** A cache of files, bounded by their bytes; the least recently read leaves first. */
export interface FileCache {
  /** The file's bytes, or null when the cache has it not. */
  read(name: string): Promise<Buffer | null>;
  /** Keeps a file, whole or not at all. A disk that refuses is logged and does no other harm. */
  write(name: string, bytes: Buffer): Promise<void>;
  remove(name: string): Promise<void>;
  /** All files that are there, whichever process wrote them. */
  names(): Promise<string[]>;
}

/**
 * Opens the cache in `directory`, with what an earlier run left there. Several processes may share
 * a directory: a file that another one dropped simply reads as absent.
 *
 * @param maxBytes what the files may weigh together
 */
export async function openFileCache(directory: string, maxBytes: number): Promise<FileCache> {
  await mkdir(directory, { recursive: true });
  const weights = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (weight) => weight,
    dispose: (_weight, name, reason) => {
      if (reason !== "set") void drop(name);
    },
  });

  async function drop(name: string): Promise<void> {
    try {
      await rm(join(directory, name), { force: true });
    } catch (error) {
      logger.warn({ err: error, name }, "a cached picture could not be removed");
    }
  }

  for (const { name, size } of await filesByAge(directory)) {
    // What a killed process was writing never became a file of the cache.
    if (name.endsWith(".part")) await drop(name);
    else weights.set(name, Math.max(1, size));
  }

  return {
    async read(name) {
      try {
        const bytes = await readFile(join(directory, name));
        // A file that another process wrote counts from here on.
        if (weights.get(name) === undefined) weights.set(name, Math.max(1, bytes.length));
        return bytes;
      } catch (error) {
        if (!isAbsent(error)) logger.warn({ err: error, name }, "a cached picture is unreadable");
        return null;
      }
    },

    async write(name, bytes) {
      const part = `${randomUUID()}.part`;
      try {
        await writeFile(join(directory, part), bytes);
        await rename(join(directory, part), join(directory, name));
        weights.set(name, Math.max(1, bytes.length));
      } catch (error) {
        logger.warn({ err: error, name }, "a picture could not be cached");
        await drop(part);
      }
    },

    async remove(name) {
      weights.delete(name);
      await drop(name);
    },

    names: () => readdir(directory),
  };
}

/** Oldest first, so that the newest count as the most recently read. */
async function filesByAge(directory: string) {
  const names = await readdir(directory);
  const files = await Promise.all(names.map((name) => describeFile(directory, name)));
  return files.flatMap((file) => file ?? []).sort((a, b) => a.mtimeMs - b.mtimeMs);
}

/** Null for what another process took away since the directory was read. */
async function describeFile(directory: string, name: string) {
  try {
    const { size, mtimeMs } = await stat(join(directory, name));
    return { name, size, mtimeMs };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
