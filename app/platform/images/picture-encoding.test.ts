import sharp from "sharp";
import { expect, it, vi } from "vitest";
import { Refusal } from "../refusal";
import type * as pictureCheck from "./picture-check.server";
import { checkPicture } from "./picture-check.server";
import { encodePicture } from "./picture-encoding.server";

vi.mock("./picture-check.server", async (original) => {
  const real = await original<typeof pictureCheck>();
  return { ...real, checkPicture: vi.fn(real.checkPicture) };
});

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

it("each step on a picture may take ten seconds of one core, and nothing is kept of it", async () => {
  const patience = vi.spyOn(sharp.prototype, "timeout");
  const wide = sharp({ create: { width: 700, height: 2, channels: 3, background: "#f6c28b" } });
  const sizes = await encodePicture(await wide.png().toBuffer(), "venue");
  expect(sizes.map(({ width }) => width)).toEqual([320, 640, 700]);
  expect(patience.mock.calls).toEqual(Array(1 + sizes.length).fill([{ seconds: 10 }]));
  patience.mockRestore();
  expect(sharp.concurrency()).toBe(1);
  const { files, items, memory } = sharp.cache();
  expect([files.max, items.max, memory.max]).toEqual([0, 0, 0]);
});

it("a picture that its decoder complains of, and shows all the same, is taken", async () => {
  const jpeg = await sharp(grain, { raw }).jpeg().toBuffer();
  // Bytes between two parts of the file that belong to neither.
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const odd = Buffer.concat([jpeg.subarray(0, scan), Buffer.alloc(3), jpeg.subarray(scan)]);
  await expect(sharp(odd, { failOn: "warning" }).toBuffer()).rejects.toThrow("extraneous");
  expect(await encodePicture(odd, "venue")).toHaveLength(1);
});

it("two pictures are worked on at once, sixty wait, and no more", async () => {
  const check = vi.mocked(checkPicture);
  const ends: ((reason: Refusal) => void)[] = [];
  check.mockClear().mockImplementation(() => new Promise((_, reject) => void ends.push(reject)));
  const given = Array.from({ length: 62 }, () => encodePicture(grain, "venue"));
  const outcomes = Promise.allSettled(given);
  await expect(encodePicture(grain, "venue")).rejects.toMatchObject({ code: "unavailable" });
  expect(check).toHaveBeenCalledTimes(2);
  check.mockRejectedValue(new Refusal("too_large"));
  for (const end of ends) end(new Refusal("too_large"));
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ reason: { code: "too_large" } });
  expect(check).toHaveBeenCalledTimes(62);
});
