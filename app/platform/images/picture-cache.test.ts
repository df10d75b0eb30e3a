import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openFileCache } from "./picture-cache.server";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "picture-cache-"));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

const bytes = (length: number) => Buffer.alloc(length, 1);
const files = async () => (await readdir(directory)).sort();
/** Files are dropped in the background; a busy machine has the test's own time for it. */
const filesBecome = (names: string[]) =>
  vi.waitFor(async () => expect(await files()).toEqual(names), { timeout: 25_000, interval: 10 });

describe("openFileCache", () => {
  it("gives back what it was given, and null for the rest", async () => {
    const cache = await openFileCache(directory, 1_000);
    await cache.write("a", bytes(10));
    expect(await cache.read("a")).toEqual(bytes(10));
    expect(await cache.read("b")).toBeNull();
    await cache.remove("a");
    expect(await cache.read("a")).toBeNull();
    expect(await files()).toEqual([]);
  });

  it("stays within its bytes by dropping what was read longest ago", async () => {
    const cache = await openFileCache(directory, 100);
    await cache.write("a", bytes(40));
    await cache.write("b", bytes(40));
    await cache.read("a");
    await cache.write("c", bytes(40));
    await filesBecome(["a", "c"]);
    expect(await cache.read("b")).toBeNull();
  });

  it("goes on with what an earlier run left, oldest first, without its unfinished files", async () => {
    for (const [index, name] of ["old", "new", "unfinished.part"].entries()) {
      await writeFile(join(directory, name), bytes(40));
      await utimes(join(directory, name), index, index);
    }
    const cache = await openFileCache(directory, 100);
    expect(await files()).toEqual(["new", "old"]);
    await cache.write("newest", bytes(40));
    await filesBecome(["new", "newest"]);
  });

  it("counts what another process wrote into the same directory", async () => {
    const cache = await openFileCache(directory, 100);
    await writeFile(join(directory, "theirs"), bytes(60));
    expect(await cache.read("theirs")).toEqual(bytes(60));
    await cache.write("ours", bytes(60));
    await filesBecome(["ours"]);
  });

  it("leaves nothing of a file that could not take its place", async () => {
    await mkdir(join(directory, "a"));
    const cache = await openFileCache(directory, 100);
    await cache.write("a", bytes(10));
    expect(await files()).toEqual(["a"]);
  });

  it("outlives a directory that was taken away", async () => {
    const cache = await openFileCache(directory, 100);
    await rm(directory, { recursive: true });
    await cache.write("a", bytes(10));
    expect(await cache.read("a")).toBeNull();
    await openFileCache(directory, 100);
  });
});
