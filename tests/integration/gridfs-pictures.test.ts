import { ImageModel } from "@models/image";
import { PictureRemovalModel } from "@models/picture-removal";
import mongoose, { Types } from "mongoose";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gridFsPictures } from "~/platform/images/gridfs-pictures.server";
import { deleteImage, storeImage, sweepRemovedPictures } from "~/platform/images/images.server";
import { pictureFileName } from "~/platform/images/picture-store";
import { emptyDatabase, useDatabase } from "../support/database";

/** Pictures in the database when somebody, or something, comes between its two collections of them. */

useDatabase();
beforeEach(emptyDatabase);
afterEach(() => vi.restoreAllMocks());

const { Collection } = mongoose.mongo;
const part = (name: "files" | "chunks") => mongoose.connection.collection(`pictures.${name}`);
const left = async () => [
  await part("files").countDocuments(),
  await part("chunks").countDocuments(),
];
const later = () => new Date(Date.now() + 2 * 3_600_000);

async function store() {
  const create = { width: 400, height: 300, channels: 3, background: "#f6c28b" } as const;
  return await storeImage({
    bytes: await sharp({ create }).png().toBuffer(),
    owner: new Types.ObjectId(),
    purpose: "venue",
  });
}

type Method = (this: mongoose.mongo.Collection, ...given: unknown[]) => unknown;

/** Puts something around a method of every collection of the driver. */
function around(
  name: "deleteOne" | "deleteMany" | "insertOne" | "find",
  wrap: (real: Method) => Method,
) {
  const real = Reflect.get(Collection.prototype, name) as Method;
  vi.spyOn(Collection.prototype, name).mockImplementation(wrap(real) as never);
}

/** Has the driver fail once, at the nth command of those kinds that a picture's bytes are given. */
function failAt(nth: number, kinds: readonly ("deleteOne" | "deleteMany" | "insertOne")[]) {
  let done = 0;
  for (const kind of kinds) {
    around(
      kind,
      (real) =>
        function (...given) {
          if (this.collectionName.startsWith("pictures.")) done += 1;
          else return real.apply(this, given);
          return done === nth
            ? Promise.reject(new Error("the line broke"))
            : real.apply(this, given);
        },
    );
  }
}

describe("a picture's bytes", () => {
  it.each([1, 2])(
    "are all gone in the end, though removing them failed at step %i",
    async (nth) => {
      const { _id } = await store();
      failAt(nth, ["deleteOne", "deleteMany"]);
      await expect(deleteImage(_id)).rejects.toThrow("the line broke");
      vi.restoreAllMocks();
      expect(await ImageModel.countDocuments()).toBe(0);
      await sweepRemovedPictures(later());
      expect(await left()).toEqual([0, 0]);
      expect(await PictureRemovalModel.countDocuments()).toBe(0);
    },
  );

  it.each([1, 2, 3, 4])(
    "are all gone in the end, though storing them failed at step %i",
    async (nth) => {
      failAt(nth, ["insertOne"]);
      await expect(store()).rejects.toThrow("the line broke");
      vi.restoreAllMocks();
      await sweepRemovedPictures(later());
      expect(await left()).toEqual([0, 0]);
    },
  );

  it("are whole when they are stored again where an upload was cut short", async () => {
    const name = { id: new Types.ObjectId().toHexString(), width: 320 };
    // The file behind its three parts: of these the driver sends all at once, and one may still be on its way.
    failAt(4, ["insertOne"]);
    await expect(gridFsPictures.put(name, Buffer.alloc(600_000, 1))).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await left()).toEqual([0, 3]);
    expect(await gridFsPictures.get(name)).toBeNull();
    await gridFsPictures.put(name, Buffer.alloc(600_000, 2));
    expect((await gridFsPictures.get(name))!.equals(Buffer.alloc(600_000, 2))).toBe(true);
    // The same again, as after an answer that was lost.
    await gridFsPictures.put(name, Buffer.alloc(600_000, 2));
    expect(await left()).toEqual([1, 3]);
  });

  it("of an earlier version, whose files have ids of their own, are read and removed", async () => {
    const { _id } = await store();
    const id = _id.toHexString();
    const before = (await gridFsPictures.get({ id, width: 320 }))!;
    await gridFsPictures.remove(id, [320, 400]);
    const bucket = new mongoose.mongo.GridFSBucket(mongoose.connection.db!, {
      bucketName: "pictures",
    });
    const upload = bucket.openUploadStream(pictureFileName({ id, width: 320 }));
    await new Promise<void>((resolve) => upload.end(before, () => resolve()));
    expect(await gridFsPictures.get({ id, width: 320 })).toEqual(before);
    await deleteImage(_id);
    expect(await left()).toEqual([0, 0]);
  });
});

describe("whoever comes while a picture is moved elsewhere", () => {
  /** Has something happen right after a picture's file was found, before its bytes are asked for. */
  const meanwhile = (act: () => Promise<unknown>) => {
    let isOver = false;
    around(
      "find",
      (real) =>
        function (...given) {
          const cursor = real.apply(this, given) as mongoose.mongo.FindCursor<unknown>;
          if (this.collectionName !== "pictures.files" || isOver) return cursor;
          isOver = true;
          const toArray = cursor.toArray.bind(cursor);
          cursor.toArray = async () => {
            const found = await toArray();
            await act();
            return found;
          };
          return cursor;
        },
    );
  };

  it("finds it absent, to look for it where it went", async () => {
    const { _id } = await store();
    const id = _id.toHexString();
    meanwhile(() => gridFsPictures.remove(id, [320, 400]));
    expect(await gridFsPictures.get({ id, width: 320 })).toBeNull();
  });

  it("finds it absent while half of it is there", async () => {
    const { _id } = await store();
    meanwhile(() => part("chunks").deleteMany({}));
    expect(await gridFsPictures.get({ id: _id.toHexString(), width: 320 })).toBeNull();
  });

  it("removes it as well", async () => {
    const { _id } = await store();
    const id = _id.toHexString();
    meanwhile(() => gridFsPictures.remove(id, [320, 400]));
    await gridFsPictures.remove(id, [320, 400]);
    expect(await left()).toEqual([0, 0]);
  });
});
