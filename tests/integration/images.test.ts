import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { deflateSync } from "node:zlib";
import { ImageModel, type Image } from "@models/image";
import mongoose, { Types } from "mongoose";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { inTransaction } from "~/platform/database.server";
import { env } from "~/platform/env.server";
import {
  deleteDraft,
  deleteImage,
  nearestWidth,
  readImage,
  storeImage,
} from "~/platform/images/images.server";
import type { RefusalCode } from "~/platform/refusal";
import { loader } from "~/routes/images";
import { askedBy } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { Visitor } from "../support/visitor";

useDatabase();

const owner = new Types.ObjectId();
const cacheDirectory = join(env.DATA_DIR, "cache", "images");

/** A picture with something to see: a bright left half and a dark right half. */
function scene(width: number, height: number) {
  const dark = {
    create: { width: Math.ceil(width / 2), height, channels: 3, background: "#20304a" },
  } as const;
  return sharp({ create: { width, height, channels: 3, background: "#f6c28b" } }).composite([
    { input: dark, left: Math.floor(width / 2), top: 0 },
  ]);
}

async function store(bytes: Buffer) {
  return await storeImage({ bytes, owner, purpose: "venue" });
}

/** As `store`, of what everybody may see without a venue that shows it. */
async function storeForAll(bytes: Buffer) {
  return await storeImage({ bytes, owner, purpose: "gallery" });
}

async function storedFiles() {
  return await mongoose.connection.collection("pictures.files").countDocuments();
}

/** The names under which the database has a picture's bytes. */
async function filesOf({ _id }: Pick<Image, "_id">) {
  const files = await mongoose.connection.collection("pictures.files").find().toArray();
  const names = files.map(({ filename }) => String(filename));
  return names.filter((name) => name.startsWith(`${_id.toHexString()}/`));
}

/** The same JPEG, progressive, with another size in its header: what is refused by that is never decoded. */
async function claiming(width: number, height: number, jpeg: Promise<Buffer>) {
  const bytes = await jpeg;
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** A PNG chunk: length, type, data, checksum. */
function pngChunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  let crc = 0xffffffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A small PNG file whose header claims a huge picture. @param kind depth, colour type and so on */
function pngBomb(width: number, height: number, kind = [8, 2, 0, 0, 0]) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(kind, 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1A\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

async function animatedWebp() {
  const frames = Buffer.alloc(64 * 128 * 3, 0x40).fill(0xc0, 64 * 64 * 3);
  return await sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

async function animatedPng() {
  const still = await scene(64, 64).png().toBuffer();
  const afterHeader = 8 + 25;
  const control = pngChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  return Buffer.concat([still.subarray(0, afterHeader), control, still.subarray(afterHeader)]);
}

const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><script>alert(1)</script></svg>`;

const refused: [name: string, code: RefusalCode, bytes: () => Buffer | Promise<Buffer>][] = [
  ["an SVG", "unsupported_type", () => Buffer.from(markup)],
  [
    "an SVG behind an XML prolog",
    "unsupported_type",
    () => Buffer.from(`<?xml version="1.0"?>\n${markup}`),
  ],
  [
    "HTML under a picture's name",
    "unsupported_type",
    () => Buffer.from("<!doctype html><title>photo.jpg</title><script>alert(1)</script>"),
  ],
  [
    "a JPEG with a page behind it",
    "unsupported_type",
    async () =>
      Buffer.concat([
        await scene(400, 300).jpeg().toBuffer(),
        Buffer.from("<SCRIPT>alert(1)</SCRIPT>"),
      ]),
  ],
  // Files are looked through in pieces of 64 kB.
  ...[1, 5, 8].map((before): (typeof refused)[number] => [
    `a JPEG with a page behind it, ${before} bytes before a piece ends`,
    "unsupported_type",
    async () => {
      const picture = await scene(400, 300).jpeg().toBuffer();
      const padding = Buffer.alloc(2 * 64 * 1024 - picture.length - before);
      return Buffer.concat([picture, padding, Buffer.from("<!doctype html>")]);
    },
  ]),
  [
    "a PNG that is also a ZIP",
    "unsupported_type",
    async () =>
      Buffer.concat([
        await scene(400, 300).png().toBuffer(),
        Buffer.from("PK\x05\x06"),
        Buffer.alloc(18),
      ]),
  ],
  ["a GIF", "unsupported_type", async () => await scene(400, 300).gif().toBuffer()],
  ["a TIFF", "unsupported_type", async () => await scene(400, 300).tiff().toBuffer()],
  ["an animated WebP", "unsupported_type", animatedWebp],
  ["an animated PNG", "unsupported_type", animatedPng],
  ["a PNG that claims 30,000 × 30,000", "too_large", () => pngBomb(30_000, 30_000)],
  [
    "attack 28: a PNG of 6,300 × 6,300 in 16 bits",
    "picture_deep",
    () => pngBomb(6_300, 6_300, [16, 6, 0, 0, 0]),
  ],
  [
    "attack 28: an interlaced PNG of 40 megapixels",
    "picture_interlaced",
    () => pngBomb(6_300, 6_300, [8, 6, 0, 0, 1]),
  ],
  [
    "attack 28: an AVIF of 7 megapixels",
    "too_large",
    async () => await scene(3_500, 2_000).avif({ effort: 0 }).toBuffer(),
  ],
  [
    "attack 28: a progressive JPEG of 25 megapixels, colours whole",
    "picture_interlaced",
    () =>
      claiming(
        5_000,
        5_000,
        scene(64, 64).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
      ),
  ],
  ["a PNG whose pixels are missing", "unsupported_type", () => pngBomb(4_000, 3_000)],
  [
    "a JPEG cut short",
    "unsupported_type",
    async () => {
      const whole = await scene(800, 600).jpeg().toBuffer();
      return whole.subarray(0, Math.floor(whole.length * 0.6));
    },
  ],
  [
    "13 MB",
    "too_large",
    async () =>
      Buffer.concat([await scene(400, 300).jpeg().toBuffer(), Buffer.alloc(13 * 1024 * 1024)]),
  ],
  [
    "a picture nine times as high as wide",
    "picture_too_high",
    async () => await scene(100, 900).png().toBuffer(),
  ],
  ["a signature alone", "unsupported_type", () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ["nothing", "unsupported_type", () => Buffer.alloc(0)],
];

describe("what is not a picture we take", () => {
  beforeEach(emptyDatabase);

  it.each(refused)("attack 12: refuses %s", async (_name, code, make) => {
    const files = await storedFiles();
    await expect(store(await make())).rejects.toMatchObject({ name: "Refusal", code });
    expect(await ImageModel.countDocuments()).toBe(0);
    expect(await storedFiles()).toBe(files);
  });
});

describe("what is taken", () => {
  beforeEach(emptyDatabase);

  it.each(["jpeg", "png", "webp", "avif"] as const)("re-encodes %s to WebP", async (format) => {
    const image = await store(await scene(640, 480).toFormat(format).toBuffer());
    expect(image).toMatchObject({
      owner,
      purpose: "venue",
      width: 640,
      height: 480,
      widths: [320, 640],
    });
    const stored = await readImage(image._id.toHexString(), 640);
    const metadata = await sharp(stored!.bytes).metadata();
    expect(metadata).toMatchObject({ format: "webp", width: 640, height: 480, space: "srgb" });
  });

  it("makes every width below the picture's own, then its own, and never a larger one", async () => {
    const large = await store(await scene(2_400, 1_800).jpeg().toBuffer());
    expect(large).toMatchObject({ width: 1_920, height: 1_440, widths: [320, 640, 1_280, 1_920] });
    expect(await storedFiles()).toBe(4);
    const between = await store(await scene(1_100, 825).jpeg().toBuffer());
    expect(between).toMatchObject({ width: 1_100, height: 825, widths: [320, 640, 1_100] });
    const shown = await readImage(between._id.toHexString(), 1_280);
    expect(await sharp(shown!.bytes).metadata()).toMatchObject({ width: 1_100, height: 825 });
    const small = await store(await scene(200, 150).jpeg().toBuffer());
    expect(small).toMatchObject({ width: 200, height: 150, widths: [200] });
  });

  it("takes a sideways picture upright and forgets where it was made", async () => {
    const sideways = await scene(800, 400)
      .withExif({
        IFD0: { Orientation: "6", Make: "Appareil" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 30/1" },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(sideways).metadata()).orientation).toBe(6);
    expect(sideways.includes("Exif")).toBe(true);

    const image = await store(sideways);
    expect(image).toMatchObject({ width: 400, height: 800, widths: [320, 400] });
    const stored = await readImage(image._id.toHexString(), 320);
    const metadata = await sharp(stored!.bytes).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
    expect(stored!.bytes.includes("Exif")).toBe(false);
    // A quarter turn clockwise brings the bright left half to the top.
    const { data } = await sharp(stored!.bytes)
      .resize(1, 2)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(data[3]!);
  });

  it("keeps transparency", async () => {
    const glass = sharp({
      create: {
        width: 400,
        height: 300,
        channels: 4,
        background: { r: 200, g: 20, b: 20, alpha: 0.5 },
      },
    });
    const image = await store(await glass.png().toBuffer());
    const stored = await readImage(image._id.toHexString(), 320);
    expect((await sharp(stored!.bytes).metadata()).hasAlpha).toBe(true);
  });

  it("spends less on an avatar than on a venue's photo", async () => {
    const noise = sharp({
      create: {
        width: 640,
        height: 480,
        channels: 3,
        noise: { type: "gaussian", mean: 120, sigma: 40 },
        background: "#888",
      },
    });
    const bytes = await noise.png().toBuffer();
    const [photo, avatar] = await Promise.all([
      storeImage({ bytes, owner, purpose: "venue" }),
      storeImage({ bytes, owner, purpose: "avatar" }),
    ]);
    const weight = async (id: Types.ObjectId) =>
      (await readImage(id.toHexString(), 640))!.bytes.length;
    expect(await weight(avatar._id)).toBeLessThan(await weight(photo._id));
  });

  it("belongs to the transaction it is stored in", async () => {
    const bytes = await scene(400, 300).jpeg().toBuffer();
    const failing = inTransaction(async (session) => {
      await storeImage({ bytes, owner, purpose: "gallery", session });
      throw new Error("given up");
    });
    await expect(failing).rejects.toThrow("given up");
    expect(await ImageModel.countDocuments()).toBe(0);
  });
});

describe("reading", () => {
  it("answers with the nearest width that there is", async () => {
    const image = await store(await scene(1_300, 975).jpeg().toBuffer());
    const id = image._id.toHexString();
    const widest = await readImage(id, 1_920);
    expect((await sharp(widest!.bytes).metadata()).width).toBe(1_300);
    expect(widest!.etag).toBe(`"${id}-1300"`);
    expect(nearestWidth([200], 1_920)).toBe(200);
    expect(nearestWidth([320, 960], 640)).toBe(960);
    expect(nearestWidth([320, 640, 1_280, 1_500], 1_280)).toBe(1_280);
    expect(nearestWidth([320, 640, 1_100], 1_280)).toBe(1_100);
    expect(nearestWidth([320, 900, 1_920], 640)).toBe(900);
  });

  it("asks once for what many ask for at once, and then never again for ten minutes", async () => {
    const [image] = [
      await storeForAll(await scene(700, 500).jpeg().toBuffer()),
      await store(await scene(400, 300).jpeg().toBuffer()),
    ];
    const id = image._id.toHexString();
    const start = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(start);
    const rush = await askedBy(() =>
      Promise.all([320, 640, 640, 640].map((width) => readImage(id, width))),
    );
    const widths = [];
    for (const read of rush.answer) widths.push((await sharp(read!.bytes).metadata()).width);
    expect(widths).toEqual([320, 640, 640, 640]);
    const files = (width: number) =>
      `find pictures.files: filter {filename: "${id}/${width}.webp"}, limit 1`;
    const { asked } = rush;
    expect(asked.filter((one) => one.startsWith("find pictures.files: filter {filename"))).toEqual([
      files(320),
      files(640),
    ]);
    expect(asked.find((one) => one.startsWith("aggregate images"))).toMatch(
      `aggregate images: pipeline [{$match: {_id: "${id}"}}`,
    );

    const again = await askedBy(() => readImage(id, 640));
    expect(again).toMatchObject({ answer: { etag: `"${id}-640"` }, asked: [] });
    await ImageModel.deleteOne({ _id: image._id });
    // The memory looks at the clock once in a millisecond.
    clock.mockReturnValue(start + 10 * 60_000);
    expect(await readImage(id, 640)).not.toBeNull();
    clock.mockReturnValue(start + 10 * 60_000 + 1);
    await eventually(async () => expect(await readImage(id, 640)).toBeNull());
    clock.mockRestore();
  });

  it("keeps files on disk and needs them no more than they need us", async () => {
    const image = await store(await scene(400, 300).jpeg().toBuffer());
    const id = image._id.toHexString();
    const [first, again] = await Promise.all([readImage(id, 320), readImage(id, 320)]);
    expect(again!.bytes.equals(first!.bytes)).toBe(true);
    const files = (await readdir(cacheDirectory)).filter((name) => name.startsWith(id));
    expect(files).toEqual([`${id}-320.webp`]);

    // What the disk holds is what is served: the database is not asked again.
    const marked = Buffer.from("cached on disk");
    await writeFile(join(cacheDirectory, files[0]!), marked);
    expect((await readImage(id, 320))!.bytes.equals(marked)).toBe(true);
  });

  it("has nothing left of a deleted image, and all of the others", async () => {
    const [before, image, after] = [
      await store(await scene(700, 500).jpeg().toBuffer()),
      await store(await scene(700, 500).jpeg().toBuffer()),
      await store(await scene(700, 500).jpeg().toBuffer()),
    ];
    const id = image._id.toHexString();
    await readImage(id, 640);
    const files = await storedFiles();
    await deleteImage(image._id);
    expect(await storedFiles()).toBe(files - image.widths.length);
    for (const { _id } of [before, after]) {
      expect(await readImage(_id.toHexString(), 640)).not.toBeNull();
    }
    expect(await readImage(id, 640)).toBeNull();
    expect(await filesOf(image)).toEqual([]);
    expect((await readdir(cacheDirectory)).filter((name) => name.startsWith(id))).toEqual([]);
    await deleteImage(image._id);
  });

  it("forgets at once whom a removed picture was for", async () => {
    const id = (await storeForAll(await scene(64, 64).png().toBuffer()))._id;
    const isFor = vi.fn(() => true);
    await readImage(id.toHexString(), 64, isFor);
    expect(isFor).toHaveBeenCalledTimes(1);
    await deleteImage(id);
    await readImage(id.toHexString(), 64, isFor);
    expect(isFor).toHaveBeenCalledTimes(1);
  });

  it("knows a picture by its id in small letters alone, so that the cache has it once", async () => {
    const id = "abcdefabcdefabcdefabcdef";
    const bytes = await scene(64, 64).png().toBuffer();
    await storeImage({ bytes, owner, purpose: "venue", id: new Types.ObjectId(id) });
    expect(await readImage(id, 64)).not.toBeNull();
    for (const other of [id.toUpperCase(), id.replace("a", "A"), `${id}0`, "x", ""]) {
      expect(await readImage(other, 64)).toBeNull();
    }
  });

  it("removes a draft of its owner's as long as it is one, and no other picture", async () => {
    const made = async (fields: object = {}) =>
      await storeImage({
        bytes: await scene(64, 64).png().toBuffer(),
        owner,
        purpose: "venue",
        ...fields,
      });
    const [first, shown] = [await made({ draftSince: new Date() }), await made()];
    const [draft, last] = [
      await made({ draftSince: new Date() }),
      await made({ draftSince: new Date() }),
    ];
    expect(draft.draftSince).toEqual(expect.any(Date));
    expect(await deleteDraft(shown._id)).toBe(false);
    expect(await deleteDraft(draft._id, { owner: new Types.ObjectId() })).toBe(false);
    expect(await deleteDraft(draft._id, { owner })).toBe(true);
    expect(await deleteDraft(draft._id, { owner })).toBe(false);
    for (const { _id } of [first, shown, last]) {
      expect(await readImage(_id.toHexString(), 64)).not.toBeNull();
    }
    expect(await filesOf(draft)).toEqual([]);
    expect(await filesOf(last)).toEqual([`${last._id.toHexString()}/64.webp`]);
  });

  it("tells of a database that takes no bytes", async () => {
    const open = vi.spyOn(mongoose.mongo.GridFSBucket.prototype, "openUploadStreamWithId");
    open.mockImplementationOnce(
      () =>
        new Writable({
          write: (_bytes, _encoding, done) => done(new Error("the disk is full")),
        }) as mongoose.mongo.GridFSBucketWriteStream,
    );
    const images = await ImageModel.countDocuments();
    await expect(store(await scene(64, 64).png().toBuffer())).rejects.toThrow("the disk is full");
    open.mockRestore();
    expect(await ImageModel.countDocuments()).toBe(images);
  });
});

describe("GET /images/:id/:file", () => {
  let id = "";
  beforeAll(async () => {
    const image = await storeForAll(await scene(700, 525).jpeg().toBuffer());
    id = image._id.toHexString();
  });

  async function get(params: { id: string; file: string }, headers: Record<string, string> = {}) {
    const request = new Request(
      `http://localhost/images/${params.id}/${encodeURIComponent(params.file)}`,
      { headers },
    );
    return await loader({ params, request, context: new Visitor().context() });
  }

  it("serves WebP that browsers keep", async () => {
    const response = await get({ id, file: "640.webp" });
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      "cache-control": "public, max-age=86400, s-maxage=60, immutable",
      "content-length": String(body.length),
      "content-type": "image/webp",
      etag: `"${id}-640"`,
    });
    expect((await sharp(body).metadata()).width).toBe(640);
  });

  it("serves what shared links show as JPEG, made once for this disk", async () => {
    const large = await storeForAll(await scene(1_500, 1_000).png().toBuffer());
    const own = large._id.toHexString();
    const response = await get({ id: own, file: "partage.jpg" });
    const body = Buffer.from(await response.arrayBuffer());
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      200,
      {
        "cache-control": "public, max-age=86400, s-maxage=60, immutable",
        "content-length": String(body.length),
        "content-type": "image/jpeg",
        etag: `"${own}-partage"`,
      },
    ]);
    const made = await sharp(body).metadata();
    expect(made).toMatchObject({ format: "jpeg", width: 1_280, height: 853 });
    const known = { "If-None-Match": response.headers.get("ETag")! };
    expect((await get({ id: own, file: "partage.jpg" }, known)).status).toBe(304);
    await writeFile(join(cacheDirectory, `${own}-partage.jpg`), "cached on disk");
    expect(await (await get({ id: own, file: "partage.jpg" })).text()).toBe("cached on disk");
    await deleteImage(large._id);
    expect((await get({ id: own, file: "partage.jpg" })).status).toBe(404);
    expect((await readdir(cacheDirectory)).filter((name) => name.startsWith(own))).toEqual([]);
  });

  it("puts what one sees through on white where links are shared, and makes nothing larger", async () => {
    const glass = { width: 400, height: 300, channels: 4, background: "#0000" } as const;
    const { _id } = await storeForAll(await sharp({ create: glass }).png().toBuffer());
    const response = await get({ id: _id.toHexString(), file: "partage.jpg" });
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, data[0]]).toEqual([400, 300, 255]);
  });

  it.each([320, 640, 1_280, 1_920])(
    "has an answer for the width %i of any image",
    async (width) => {
      expect((await get({ id, file: `${width}.webp` })).status).toBe(200);
    },
  );

  it("answers 304 to who has it", async () => {
    for (const condition of [`"${id}-640"`, `"other", W/"${id}-640"`, "*"]) {
      const response = await get({ id, file: "640.webp" }, { "If-None-Match": condition });
      expect(response.status).toBe(304);
      expect(response.headers.get("ETag")).toBe(`"${id}-640"`);
      expect(await response.text()).toBe("");
    }
    expect((await get({ id, file: "640.webp" }, { "If-None-Match": '"other"' })).status).toBe(200);
  });

  it.each([
    "0.webp",
    "641.webp",
    "-1.webp",
    "1e3.webp",
    "99999.webp",
    "640.webp/..",
    "640.png",
    "640.jpg",
    "partage.webp",
    "partage.jpg/",
    "Partage.jpg",
    "../640.webp",
    "640",
    "",
  ])("answers 404 to the file %j", async (file) => {
    const response = await get({ id, file });
    expect(response.status).toBe(404);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it.each(["0".repeat(24), "not-an-id", "../../etc", `${"a".repeat(23)}Z`, ""])(
    "answers 404 to the id %j",
    async (badId) => {
      for (const file of ["640.webp", "partage.jpg"]) {
        expect((await get({ id: badId, file })).status).toBe(404);
      }
    },
  );
});
