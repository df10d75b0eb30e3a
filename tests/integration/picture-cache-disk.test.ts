import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Types } from "mongoose";
import sharp from "sharp";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { ImageModel } from "@models/image";
import { env } from "~/platform/env.server";
import {
  cacheName,
  dropErased,
  keepDroppingErased,
  sharedCacheName,
} from "~/platform/images/erased-pictures.server";
import { deleteImage, readImage, storeImage } from "~/platform/images/images.server";
import { pictureStore } from "~/platform/images/pictures.server";
import { logger } from "~/platform/log.server";
import type * as caching from "~/platform/images/picture-cache.server";
import { openFileCache } from "~/platform/images/picture-cache.server";
import { useDatabase } from "../support/database";
import { eventually } from "../support/eventually";

vi.mock("~/platform/images/picture-cache.server", async (original) => {
  const real = await original<typeof caching>();
  return { ...real, openFileCache: vi.fn(real.openFileCache) };
});

useDatabase();

const cache = join(env.DATA_DIR, "cache");

const picture = async () =>
  await storeImage({
    bytes: await sharp({ create: { width: 400, height: 300, channels: 3, background: "#f6c28b" } })
      .png()
      .toBuffer(),
    owner: new Types.ObjectId(),
    purpose: "venue",
  });

test("attack 32: pictures come from the database while the disk takes no cache", async () => {
  const { _id } = await picture();
  const id = _id.toString();
  // No directory can be made there, as on a full disk, or one that may only be read.
  await writeFile(cache, "");
  const warned = vi.spyOn(logger, "warn");
  expect((await readImage(id, 320))?.bytes.length).toBeGreaterThan(0);
  const refused = { err: expect.objectContaining({ code: "ENOTDIR" }) as unknown };
  expect(warned.mock.calls).toEqual([[refused, "the cache of pictures could not be opened"]]);
  await deleteImage((await picture())._id);

  await rm(cache);
  expect((await readImage(id, 320))?.bytes.length).toBeGreaterThan(0);
  // Half a gigabyte of them.
  expect(vi.mocked(openFileCache).mock.lastCall).toEqual([join(cache, "images"), 536_870_912]);
  expect(await readdir(join(cache, "images"))).toEqual([`${id}-320.webp`]);

  // The cache is open, and its disk refuses from here on.
  await rm(cache, { recursive: true });
  await writeFile(cache, "");
  expect((await readImage(id, 320))?.bytes.length).toBeGreaterThan(0);
  await rm(cache);
  await mkdir(join(cache, "images"), { recursive: true });
  expect((await readImage(id, 320))?.bytes.length).toBeGreaterThan(0);
  expect(await readdir(join(cache, "images"))).toEqual([`${id}-320.webp`]);
});

const directories: string[] = [];
const newCache = async () => {
  const directory = await mkdtemp(join(tmpdir(), "other-cache-"));
  directories.push(directory);
  return await openFileCache(directory, 10_000_000);
};
afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

test("what one process erased leaves the disks of all others, also of one that did not run", async () => {
  const [here, there] = [await newCache(), await newCache()];
  const [kept, erased] = [(await picture())._id, (await picture())._id];
  const names = [kept, erased].flatMap((id) => [
    ...[320, 400].map((width) => cacheName(id.toString(), width)),
    sharedCacheName(id.toString()),
  ]);
  for (const other of [here, there]) {
    for (const name of names) await other.write(name, Buffer.from("a face"));
    await other.write("notes.txt", Buffer.from("not the product's"));
  }
  await deleteImage(erased);
  expect([await dropErased(here), await dropErased(there)]).toEqual([3, 3]);
  for (const other of [here, there]) {
    expect((await other.names()).sort()).toEqual([...names.slice(0, 3), "notes.txt"].sort());
    expect(await dropErased(other)).toBe(0);
  }
});

test("a process drops them as it opens its cache and every hour, and goes on when it could not ask", async () => {
  const cached = await newCache();
  const erased = cacheName(new Types.ObjectId().toString(), 320);
  await cached.write(erased, Buffer.from("a face"));
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const warned = vi.spyOn(logger, "warn").mockReset().mockReturnValue(undefined);
  onTestFinished(() => warned.mockRestore());
  const err = new Error("away");
  vi.spyOn(ImageModel, "find").mockImplementationOnce(() => {
    throw err;
  });
  keepDroppingErased(cached);
  await eventually(() =>
    expect(warned.mock.calls).toEqual([[{ err }, "erased pictures not dropped from the cache"]]),
  );
  vi.advanceTimersByTime(3_600_000);
  await eventually(async () => expect(await cached.names()).toEqual([]));
  vi.restoreAllMocks();
});

test("a picture that is erased while it is read is not left on this disk", async () => {
  const { _id } = await picture();
  const id = _id.toString();
  await mkdir(join(cache, "images"), { recursive: true });
  const real = pictureStore.get.bind(pictureStore);
  const get = vi.spyOn(pictureStore, "get").mockImplementationOnce(async (name) => {
    const bytes = await real(name);
    // By another process, which knows nothing of this disk.
    await ImageModel.deleteOne({ _id });
    return bytes;
  });
  expect((await readImage(id, 320))?.bytes.length).toBeGreaterThan(0);
  get.mockRestore();
  expect(await readdir(join(cache, "images"))).not.toContain(cacheName(id, 320));
});
