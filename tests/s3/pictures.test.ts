import { installGlobals } from "@remix-run/node";
import { Types } from "mongoose";
import sharp from "sharp";
import { afterAll, describe, expect, it, vi } from "vitest";
import { ImageModel } from "@models/image";
import { gridFsPictures } from "~/platform/images/gridfs-pictures.server";
import { deleteImage, readImage, storeImage } from "~/platform/images/images.server";
import { movePictures } from "~/platform/images/move-pictures.server";
import type { PictureName } from "~/platform/images/picture-store";
import { s3Pictures } from "~/platform/images/s3-pictures.server";
import { useDatabase } from "../support/database";

/** Before the application reads its environment. */
const moto = await vi.hoisted(async () => {
  const { startMoto } = await import("./moto");
  const started = await startMoto();
  Object.assign(process.env, {
    S3_ENDPOINT: started.endpoint,
    S3_BUCKET: started.bucket,
    S3_REGION: started.region,
    S3_ACCESS_KEY_ID: started.accessKeyId,
    S3_SECRET_ACCESS_KEY: started.secretAccessKey,
    S3_ADDRESSING: started.addressing,
  });
  return started;
});
afterAll(() => moto.stop());

useDatabase();

const bucket = s3Pictures(moto);
const newId = () => new Types.ObjectId().toHexString();
const bytes = (length: number, of: number) => Buffer.alloc(length, of);
const picture = async () =>
  await sharp({ create: { width: 700, height: 500, channels: 3, background: "#f6c28b" } })
    .png()
    .toBuffer();

// The web process speaks with Remix's own fetch, the worker with Node's.
describe.each([
  ["the database", gridFsPictures, () => undefined],
  ["a bucket", bucket, () => undefined],
  ["a bucket, as the web process asks it", bucket, installGlobals],
])("pictures in %s", (_where, store, prepare) => {
  it("keeps bytes, each size for itself, until the picture is removed", async () => {
    prepare();
    const [id, other] = [newId(), newId()];
    const has = async (name: PictureName, kept: Buffer) =>
      (await store.get(name))?.equals(kept) ?? false;
    expect(await store.get({ id, width: 320 })).toBeNull();
    // More than one chunk of GridFS.
    await store.put({ id, width: 320 }, bytes(600_000, 1));
    await store.put({ id, width: 640 }, bytes(10, 2));
    await store.put({ id: other, width: 320 }, bytes(10, 3));
    expect(await has({ id, width: 320 }, bytes(600_000, 1))).toBe(true);
    expect(await has({ id, width: 640 }, bytes(10, 2))).toBe(true);
    expect(await store.get({ id, width: 1_280 })).toBeNull();

    // The same again, as after an answer that was lost.
    await store.put({ id, width: 640 }, bytes(10, 2));
    expect(await has({ id, width: 640 }, bytes(10, 2))).toBe(true);

    await store.remove(id, [320, 640]);
    expect(await store.get({ id, width: 320 })).toBeNull();
    expect(await store.get({ id, width: 640 })).toBeNull();
    expect(await has({ id: other, width: 320 }, bytes(10, 3))).toBe(true);
    await store.remove(id, [320, 640]);
  });
});

it.each([
  ["another secret", { secretAccessKey: "wrong" }],
  ["another key", { accessKeyId: "nobody" }],
  ["somebody else's bucket", { bucket: "others" }],
])("is refused, and tells it as an outage: %s", async (_what, changes) => {
  const pictures = s3Pictures({ ...moto, ...changes });
  await expect(pictures.get({ id: newId(), width: 320 })).rejects.toMatchObject({
    code: "unavailable",
  });
});

it("shows pictures of before the bucket, moves them, and has nothing left of removed ones", async () => {
  const before = await storeImage({
    bytes: await picture(),
    owner: new Types.ObjectId(),
    purpose: "venue",
  });
  const id = before._id.toHexString();
  const small = (await bucket.get({ id, width: 320 }))!;
  expect((await sharp(small).metadata()).width).toBe(320);
  // As it lay before there was a bucket.
  for (const width of before.widths) {
    await gridFsPictures.put({ id, width }, (await bucket.get({ id, width }))!);
  }
  await bucket.remove(id, before.widths);
  expect((await readImage(id, 320))!.bytes).toEqual(small);

  expect(await movePictures(bucket)).toEqual({ moved: 1, failed: [], untried: 0 });
  expect(await gridFsPictures.get({ id, width: 320 })).toBeNull();
  expect(await bucket.get({ id, width: 320 })).toEqual(small);
  expect(await movePictures(bucket)).toEqual({ moved: 0, failed: [], untried: 0 });

  await gridFsPictures.put({ id, width: 320 }, small);
  await deleteImage(before._id);
  expect(await ImageModel.exists({ _id: before._id })).toBeNull();
  for (const store of [bucket, gridFsPictures]) {
    expect(await store.get({ id, width: 320 })).toBeNull();
  }
  expect(await readImage(id, 320)).toBeNull();
});
