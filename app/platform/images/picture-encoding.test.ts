import sharp from "sharp";
import { expect, it } from "vitest";
import { encodePicture } from "./picture-encoding.server";

/** Grain of 320 × 240, whose bytes depend on the quality. */
const grain = Uint8Array.from({ length: 320 * 240 * 3 }, (_, at) => (at * at * 31 + at * 7) % 251);
const raw = { width: 320, height: 240, channels: 3 } as const;

it.each([
  ["venue", 85],
  ["avatar", 60],
  ["gallery", 60],
] as const)("a picture for %s is WebP of quality %i", async (purpose, quality) => {
  const png = await sharp(grain, { raw }).png().toBuffer();
  const [encoded, ...others] = await encodePicture(png, purpose);
  expect(others).toEqual([]);
  const same = await sharp(grain, { raw }).webp({ quality }).toBuffer();
  expect(encoded!.bytes.equals(same)).toBe(true);
  const other = await sharp(grain, { raw })
    .webp({ quality: quality + 1 })
    .toBuffer();
  expect(encoded!.bytes.equals(other)).toBe(false);
});
