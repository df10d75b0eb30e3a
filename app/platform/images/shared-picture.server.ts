import sharp from "sharp";
import { createLimiter } from "../concurrency/limiter";
import { Refusal } from "../refusal";

/** How wide a picture is that shared links show, in pixels, where its own has as many. */
export const SHARED_WIDTH = 1280;
const QUALITY = 80;

/** Apart from those that people send: whoever asks for many of these holds up no upload. */
const limiter = createLimiter(1, 20);

/**
 * A stored picture as JPEG, on white where one sees through it.
 *
 * @throws Refusal("unavailable") when too many are waiting
 */
export async function encodeShared(stored: Buffer): Promise<Buffer> {
  const bytes = await limiter(() =>
    sharp(stored).flatten({ background: "#fff" }).jpeg({ quality: QUALITY }).toBuffer(),
  );
  if (bytes === null) throw new Refusal("unavailable");
  return bytes;
}
