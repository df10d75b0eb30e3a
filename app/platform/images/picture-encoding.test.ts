import sharp, { type Sharp } from "sharp";
import { expect, it, onTestFinished, vi } from "vitest";
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

it("all steps on a picture have fifteen seconds of one core together, and nothing is kept of it", async () => {
  const patience = vi.spyOn(sharp.prototype, "timeout");
  const wide = sharp({ create: { width: 700, height: 2, channels: 3, background: "#f6c28b" } });
  const file = await wide.png().toBuffer();
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
    patience.mockRestore();
  });
  expect((await encodePicture(file, "venue")).map(({ width }) => width)).toEqual([320, 640, 700]);
  expect(patience.mock.calls).toEqual(Array(4).fill([{ seconds: 15 }]));
  // Each step takes six of them.
  patience.mockClear().mockImplementation(function (this: Sharp) {
    vi.setSystemTime(Date.now() + 6_000);
    return this;
  });
  await expect(encodePicture(file, "venue")).rejects.toMatchObject({ code: "unavailable" });
  expect(patience.mock.calls).toEqual([15, 9, 3].map((seconds) => [{ seconds }]));
  expect(sharp.concurrency()).toBe(1);
  const { files, items, memory } = sharp.cache();
  expect([files.max, items.max, memory.max]).toEqual([0, 0, 0]);
});

it("a picture whose work would take minutes is cut off, and its place is the next one's", async () => {
  const png = await sharp(grain, { raw }).png().toBuffer();
  const slowly = vi.spyOn(sharp.prototype, "toColourspace").mockImplementation(function (
    this: Sharp,
  ) {
    return this.resize({ width: 4_000 }).blur(300);
  });
  const cut = Array.from({ length: 4 }, () => encodePicture(png, "venue", 1));
  for (const outcome of await Promise.allSettled(cut))
    expect(outcome).toMatchObject({ reason: { code: "unavailable" } });
  slowly.mockRestore();
  expect(await encodePicture(png, "venue")).toHaveLength(1);
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
