import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { RefusalCode } from "../refusal";
import { checkPicture } from "./picture-check.server";

/** At which pixel and which byte a picture is one no more; headers alone are read, so that none is decoded. */

const PNG = "\x89PNG\r\n\x1A\n";

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // Its checksum is read with its pixels.
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
}

/** The header of a PNG file of that size, and a little of its pixels. */
function png(width: number, height: number, { bits = 8, channels = 4, interlaced = false } = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, channels === 4 ? 6 : 2, 0, 0, interlaced ? 1 : 0], 8);
  const made = Buffer.from(PNG, "latin1");
  return Buffer.concat([made, chunk("IHDR", header), chunk("IDAT", Buffer.alloc(99))]);
}

const square = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: "#f6c28b" } });
type Jpeg = Parameters<ReturnType<typeof square>["jpeg"]>[0];

/** A progressive JPEG whose header says that it is larger than it is. */
async function jpeg(width: number, height: number, options: Jpeg) {
  const bytes = await square()
    .jpeg({ progressive: true, ...options })
    .toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

let avif: Buffer;
beforeAll(async () => {
  avif = await square().avif({ effort: 0 }).toBuffer();
});

/** The same AVIF, whose header says that it is larger than it is. */
function heif(width: number, height: number) {
  const bytes = Buffer.from(avif);
  const size = bytes.indexOf("ispe");
  bytes.writeUInt32BE(width, size + 8);
  bytes.writeUInt32BE(height, size + 12);
  return bytes;
}

const whole = { chromaSubsampling: "4:4:4" };
const halved = { chromaSubsampling: "4:2:0" };

describe.each<
  [string, (width: number, height: number) => Buffer | Promise<Buffer>, number[], RefusalCode]
>([
  ["a PNG", (width, height) => png(width, height), [8_000, 5_000], "too_large"],
  [
    "a PNG of 16 bits",
    (width, height) => png(width, height, { bits: 16 }),
    [5_000, 4_000],
    "picture_deep",
  ],
  [
    "a PNG of 16 bits without transparency",
    (width, height) => png(width, height, { bits: 16, channels: 3 }),
    [6_666, 4_000],
    "picture_deep",
  ],
  [
    "an interlaced PNG",
    (width, height) => png(width, height, { interlaced: true }),
    [6_000, 4_000],
    "picture_interlaced",
  ],
  [
    "an interlaced PNG without transparency",
    (width, height) => png(width, height, { interlaced: true, channels: 3 }),
    [6_000, 5_000],
    "picture_interlaced",
  ],
  [
    "an interlaced PNG of 16 bits",
    (width, height) => png(width, height, { interlaced: true, bits: 16 }),
    [4_000, 3_000],
    "picture_interlaced",
  ],
  [
    "a progressive JPEG",
    (width, height) => jpeg(width, height, halved),
    [8_000, 5_000],
    "too_large",
  ],
  [
    "a progressive JPEG with all of its colours",
    (width, height) => jpeg(width, height, whole),
    [5_000, 4_000],
    "picture_interlaced",
  ],
  ["an AVIF", heif, [3_000, 2_000], "too_large"],
])("%s", (_what, made, [width = 0, height = 0], code) => {
  it(`may have ${width} × ${height} pixels, and no row more`, async () => {
    expect(await checkPicture(await made(width, height))).toEqual({ width, height });
    await expect(checkPicture(await made(width, height + 1))).rejects.toMatchObject({
      code,
    });
  });
});

describe("a picture", () => {
  const outcome = (bytes: Buffer): Promise<unknown> =>
    checkPicture(bytes).then(
      () => "taken",
      (error: { code: unknown }) => error.code,
    );

  it("weighs 12 MB at most, is eight times as high as wide at most, and as wide as one likes", async () => {
    const bytes = await square().jpeg().toBuffer();
    const weighing = (length: number) =>
      Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
    expect(await outcome(weighing(12 * 1024 * 1024))).toBe("taken");
    expect(await outcome(weighing(12 * 1024 * 1024 + 1))).toBe("too_large");
    expect(await outcome(png(100, 800))).toBe("taken");
    expect(await outcome(png(100, 801))).toBe("picture_too_high");
    expect(await outcome(png(4_000, 10))).toBe("taken");
    // 40,000,000 pixels and one.
    expect(await outcome(png(754_717, 53))).toBe("too_large");
    expect(await outcome(png(30_000, 30_000))).toBe("too_large");
  });

  it("is still: of the ISO container's brands, those of one picture", async () => {
    const branded = (brand: string) => {
      const bytes = Buffer.from(avif);
      bytes.write(brand, 8, "latin1");
      return bytes;
    };
    for (const brand of ["avif", "heic", "heix", "heim", "heis", "mif1"]) {
      expect([brand, await outcome(branded(brand))]).toEqual([brand, "taken"]);
    }
    for (const brand of ["avis", "hevc", "msf1", "isom", "mp42", "qt  "]) {
      expect([brand, await outcome(branded(brand))]).toEqual([brand, "unsupported_type"]);
    }
  });

  it("is still, whatever it says of movement behind its pixels", async () => {
    const still = png(64, 64);
    expect(await outcome(Buffer.concat([still, chunk("acTL", Buffer.alloc(8))]))).toBe("taken");
    const bytes = await square().jpeg().withIccProfile("srgb").toBuffer();
    expect(await outcome(Buffer.concat([bytes, Buffer.from("acTL IDAT")]))).toBe("taken");
  });

  it("has no page, program or archive in it, however they begin", async () => {
    const bytes = await square().jpeg().toBuffer();
    const foreign = [
      ...["<script", "<HTML", "<body", "<!DOCTYPE", "<svg>", "<svg ", "<?php", "%PDF-"],
      "PK\x05\x06\0\0\0\0",
    ];
    for (const text of foreign) {
      const carrying = Buffer.concat([bytes, Buffer.from(text, "latin1")]);
      expect([text, await outcome(carrying)]).toEqual([text, "unsupported_type"]);
    }
    for (const text of ["<svgs", "PK\x03\x04", "script", "PDF-"]) {
      const carrying = Buffer.concat([bytes, Buffer.from(text, "latin1")]);
      expect([text, await outcome(carrying)]).toEqual([text, "taken"]);
    }
  });
});
