import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../tests/support/eventually";
import { logger } from "../log.server";
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
  eventually(async () => expect(await files()).toEqual(names));

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

  it("keeps what is written again under a name", async () => {
    const cache = await openFileCache(join(directory, "not", "there", "yet"), 100);
    await cache.write("a", bytes(40));
    await cache.write("a", bytes(60));
    // What is dropped is dropped in the background, before this.
    await cache.remove("b");
    expect(await cache.read("a")).toEqual(bytes(60));
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

  it("goes on when another process takes a file away while it looks, and not when it may not look", async () => {
    await symlink(join(directory, "gone"), join(directory, "a"));
    await openFileCache(directory, 100);
    await symlink(join(directory, "b"), join(directory, "b"));
    await expect(openFileCache(directory, 100)).rejects.toMatchObject({ code: "ELOOP" });
  });
});

it("tells the log what the disk refuses, and nothing of what is not there", async () => {
  const warned = vi.spyOn(logger, "warn").mockReturnValue();
  const cache = await openFileCache(directory, 100);
  expect(await cache.read("a")).toBeNull();
  await cache.remove("a");
  expect(warned).not.toHaveBeenCalled();
  await mkdir(join(directory, "a"));
  expect(await cache.read("a")).toBeNull();
  await cache.write("a", bytes(10));
  await cache.remove("a");
  const err = (code: string) => expect.objectContaining({ code }) as unknown;
  expect(warned.mock.calls).toEqual([
    [{ err: err("EISDIR"), name: "a" }, "a cached picture is unreadable"],
    [{ err: err("EISDIR"), name: "a" }, "a picture could not be cached"],
    [{ err: err("ERR_FS_EISDIR"), name: "a" }, "a cached picture could not be removed"],
  ]);
  warned.mockRestore();
});
