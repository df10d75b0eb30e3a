import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Types } from "mongoose";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { env } from "~/platform/env.server";
import { deleteImage, readImage, storeImage } from "~/platform/images/images.server";
import { logger } from "~/platform/log.server";
import type * as caching from "~/platform/images/picture-cache.server";
import { openFileCache } from "~/platform/images/picture-cache.server";
import { useDatabase } from "../support/database";

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
