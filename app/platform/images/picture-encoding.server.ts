import type { ImagePurpose } from "@models/image";
import sharp, { type OutputInfo, type Raw, type Sharp } from "sharp";
import { Refusal } from "../refusal";
import { checkPicture, MAX_PICTURE_PIXELS } from "./picture-check.server";
import { createLimiter } from "../concurrency/limiter";

/** The widths that pages ask for, in pixels, ascending. */
export const PICTURE_WIDTHS = [320, 640, 1280, 1920] as const;

const QUALITY: Record<ImagePurpose, number> = { venue: 85, avatar: 60, gallery: 60 };

/** Pictures worked on at once, and waiting: each may hold 12 MB, and its pixels while it is decoded. */
const AT_ONCE = 2;
const MAX_WAITING = 60;
/** How long all the work on one picture may take, in seconds, before it gives its place up. */
const PICTURE_SECONDS = 15;

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
 * @param seconds how long the work on it may take; a test's own
 * @throws Refusal `too_large` or `unsupported_type` for what is not a picture we take (see
 *   `checkPicture`) or cannot be decoded to its end, `unavailable` when too many are waiting or its time is over.
 */
export async function encodePicture(
  bytes: Uint8Array,
  purpose: ImagePurpose,
  seconds = PICTURE_SECONDS,
): Promise<EncodedPicture[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const result = await limiter(() => encode(file, QUALITY[purpose], Date.now() + seconds * 1000));
  if (result === null) throw new Refusal("unavailable");
  return result;
}

async function encode(file: Buffer, quality: number, by: number): Promise<EncodedPicture[]> {
  const { width } = await checkPicture(file);
  const widest = Math.min(width, Math.max(...PICTURE_WIDTHS));
  const widths = [...PICTURE_WIDTHS.filter((candidate) => candidate < widest), widest];
  const pixels = await decode(file, widest, by);
  const sizes: EncodedPicture[] = [];
  for (const size of widths) {
    const picture = sharp(pixels.data, { raw: pixels.raw }).resize({ width: size });
    const { data, info } = await inTime(picture.webp({ quality }), by);
    sizes.push({ width: info.width, height: info.height, bytes: data });
  }
  return sizes;
}

/** Decodes once, at the largest width needed. */
async function decode(
  file: Buffer,
  width: number,
  by: number,
): Promise<{ data: Buffer; raw: Raw }> {
  try {
    const picture = sharp(file, { failOn: "error", limitInputPixels: MAX_PICTURE_PIXELS })
      .autoOrient()
      .resize({ width })
      .toColourspace("srgb");
    const { data, info } = await inTime(picture.raw(), by);
    const { height, channels } = info;
    return { data, raw: { width: info.width, height, channels } };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // Cut short, corrupt, or in a coding this build has no decoder for: not a picture for us.
    throw new Refusal("unsupported_type");
  }
}

/**
 * A step of the work, ended at `by` (milliseconds since 1970): the decoder counts whole seconds.
 *
 * @throws Refusal("unavailable") when that is over
 */
async function inTime(step: Sharp, by: number): Promise<{ data: Buffer; info: OutputInfo }> {
  const seconds = Math.ceil((by - Date.now()) / 1000);
  if (seconds < 1) throw new Refusal("unavailable");
  try {
    return await step.timeout({ seconds }).toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw Date.now() < by ? error : new Refusal("unavailable");
  }
}
