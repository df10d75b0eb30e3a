import type { ImagePurpose } from "@models/image";
import sharp, { type Raw } from "sharp";
import { Refusal } from "../refusal";
import { checkPicture, MAX_PICTURE_PIXELS } from "./picture-check.server";
import { createLimiter } from "../concurrency/limiter";

/** The widths that pages ask for, in pixels, ascending. */
export const PICTURE_WIDTHS = [320, 640, 1280, 1920] as const;

const QUALITY: Record<ImagePurpose, number> = { venue: 85, avatar: 60, gallery: 60 };

/** Pictures worked on at once, and waiting: each may hold 12 MB, and its pixels while it is decoded. */
const AT_ONCE = 2;
const MAX_WAITING = 60;
/** How long one step of the work on a picture may take, in seconds, before it gives its place up. */
const STEP_SECONDS = 10;

// One thread a picture: the limiter decides how many cores are used. Nothing is decoded twice.
sharp.concurrency(1);
sharp.cache(false);

const limiter = createLimiter(AT_ONCE, MAX_WAITING);

export interface EncodedPicture {
  width: number;
  height: number;
  bytes: Buffer;
}

/**
 * A picture as WebP, upright and in sRGB, without any metadata, at every width of `PICTURE_WIDTHS`
 * below its own, ascending, then at its own (1,920 px at most): what lies between two of them loses nothing.
 *
 * @throws Refusal `too_large` or `unsupported_type` for what is not a picture we take (see
 *   `checkPicture`) or cannot be decoded to its end, `unavailable` when too many are waiting.
 */
export async function encodePicture(
  bytes: Uint8Array,
  purpose: ImagePurpose,
): Promise<EncodedPicture[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const result = await limiter(() => encode(file, QUALITY[purpose]));
  if (result === null) throw new Refusal("unavailable");
  return result;
}

async function encode(file: Buffer, quality: number): Promise<EncodedPicture[]> {
  const { width } = await checkPicture(file);
  const widest = Math.min(width, Math.max(...PICTURE_WIDTHS));
  const widths = [...PICTURE_WIDTHS.filter((candidate) => candidate < widest), widest];
  const pixels = await decode(file, widest);
  const sizes: EncodedPicture[] = [];
  for (const size of widths) {
    const { data, info } = await sharp(pixels.data, { raw: pixels.raw })
      .resize({ width: size })
      .webp({ quality })
      .timeout({ seconds: STEP_SECONDS })
      .toBuffer({ resolveWithObject: true });
    sizes.push({ width: info.width, height: info.height, bytes: data });
  }
  return sizes;
}

/** Decodes once, at the largest width needed. */
async function decode(file: Buffer, width: number): Promise<{ data: Buffer; raw: Raw }> {
  try {
    const { data, info } = await sharp(file, {
      failOn: "error",
      limitInputPixels: MAX_PICTURE_PIXELS,
    })
      .autoOrient()
      .resize({ width })
      .toColourspace("srgb")
      .raw()
      .timeout({ seconds: STEP_SECONDS })
      .toBuffer({ resolveWithObject: true });
    const { height, channels } = info;
    return { data, raw: { width: info.width, height, channels } };
  } catch {
    // Cut short, corrupt, too long to decode, or in a coding this build has no decoder for: not a picture
    // for us.
    throw new Refusal("unsupported_type");
  }
}
