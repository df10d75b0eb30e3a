import sharp from "sharp";
import { afterEach, expect, it, vi } from "vitest";
import { fitted, lighten, sizeText } from "./photo-files";

it("draws photos no larger than they are kept, and none larger than it is", () => {
  expect(fitted(4_032, 3_024, 1_920)).toEqual([1_920, 1_440]);
  expect(fitted(3_024, 4_032, 1_920)).toEqual([1_920, 2_560]);
  expect(fitted(800, 600, 1_920)).toEqual([800, 600]);
});

it("says how much is sent", () => {
  expect([1_440_000, 99_000].map(sizeText)).toEqual(["1,4\u00a0Mo", "moins de 0,1\u00a0Mo"]);
});

afterEach(() => vi.unstubAllGlobals());

/** The little of a browser that is asked before a photo is drawn. */
function browser(size: (file: Blob) => Promise<{ width: number; height: number }>) {
  const data = Array.from({ length: 256 }, (_, at) => [64, 128, 192, 255][at % 4]);
  const context = { fillRect: () => undefined, getImageData: () => ({ data }) };
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => context }) });
  const read = vi.fn(size);
  vi.stubGlobal("createImageBitmap", read);
  return read;
}

it("leaves photos as they are where the browser does not turn them as they were held", async () => {
  const file = new File(["photo"], "IMG_1.jpg", { type: "image/jpeg" });
  const ignorant = browser(async (asked) => {
    const { width, height } = await sharp(await asked.arrayBuffer()).metadata();
    return { width, height };
  });
  expect(await lighten(file)).toEqual([file, null]);
  expect(ignorant).toHaveBeenCalledOnce();

  const able = browser(async (asked) => {
    const { autoOrient } = await sharp(await asked.arrayBuffer()).metadata();
    return autoOrient;
  });
  await lighten(file);
  expect(able).toHaveBeenLastCalledWith(file);
});
