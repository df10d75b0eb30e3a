import sharp, { type Metadata } from "sharp";
import { Refusal } from "../refusal";

/**
 * What may enter as a picture, decided before a single pixel is decoded: the file's own signature
 * (never its name or the type a browser claims), its weight, the size its header states, one frame
 * only, and nothing in it that another program would read as a page, a script or an archive.
 */

/** The heaviest file taken, in bytes. */
const MAX_PICTURE_BYTES = 12 * 1024 * 1024;
/** The largest picture decoded, in pixels. */
export const MAX_PICTURE_PIXELS = 40_000_000;
/** What its pixels may weigh decoded, in bytes: 40 megapixels of four channels of 8 bits. */
const MAX_DECODED_BYTES = 4 * MAX_PICTURE_PIXELS;
/** Bytes of one sample, by the decoder's names; those of others (floats) are four at least. */
const SAMPLE_BYTES: Partial<Record<string, number>> = { uchar: 1, ushort: 2 };
/**
 * What a decoder may hold to get at the pixels, in bytes. Most give them row by row; some pictures have to be
 * decoded as a whole, and one of 1,500 bytes may take 800 MB of memory for it.
 */
const MAX_DECODER_BYTES = 120_000_000;
/** WebP ends at 16,383 pixels: a picture 1,920 wide may be at most this many times as high. */
const MAX_HEIGHT_PER_WIDTH = 8;

type Container = "jpeg" | "png" | "webp" | "heif";

/** Brands of the ISO container that hold one still picture (AVIF, HEIC); sequences are not among them. */
const STILL_BRANDS = new Set(["avif", "heic", "heix", "heim", "heis", "mif1"]);

/**
 * What makes a file mean something else to another program. Each is at least five bytes long, so
 * that compressed pixels hardly ever hold one by chance. The last is the end of a ZIP's directory.
 */
const FOREIGN_CONTENT = /<script|<html|<body|<!doctype|<svg[\s>]|<\?php|%pdf-|pk\x05\x06\x00{4}/i;
/** The longest of these, in bytes. */
const LONGEST_FOREIGN = 9;
/** A file is looked through in pieces: as one text it would be held twice. */
const TEXT_BYTES = 65_536;

export interface CheckedPicture {
  /** Pixels as shown, after the orientation that the camera noted. */
  width: number;
  height: number;
}

/**
 * Checks bytes against all of the above.
 *
 * @throws Refusal `too_large` for too many bytes or pixels, `picture_interlaced` or `picture_deep` for fewer that would
 *   take as much memory, `picture_too_high`, `unsupported_type` for anything that is not one still picture of a known format.
 */
export async function checkPicture(bytes: Buffer): Promise<CheckedPicture> {
  if (bytes.length > MAX_PICTURE_BYTES) throw new Refusal("too_large");
  const container = containerOf(bytes);
  if (container === null || isAnimatedPng(bytes, container) || hasForeignContent(bytes)) {
    throw new Refusal("unsupported_type");
  }
  const header = await readHeader(bytes);
  const pixels = header.width * header.height;
  const sampleBytes = SAMPLE_BYTES[header.depth] ?? 4;
  const isHeavy = pixels * heldPerPixel(header, sampleBytes) > MAX_DECODER_BYTES;
  if (pixels > MAX_PICTURE_PIXELS || (isHeavy && header.format === "heif")) {
    throw new Refusal("too_large");
  }
  if (isHeavy) throw new Refusal("picture_interlaced");
  if (pixels * header.channels * sampleBytes > MAX_DECODED_BYTES) throw new Refusal("picture_deep");
  if (header.format !== container || (header.pages ?? 1) > 1) throw new Refusal("unsupported_type");
  const { width, height } = header.autoOrient;
  if (height > width * MAX_HEIGHT_PER_WIDTH) throw new Refusal("picture_too_high");
  return { width, height };
}

/** Bytes that the decoder holds of each pixel until the last one is there, as measured. */
function heldPerPixel(header: Metadata, sampleBytes: number): number {
  const { format, channels, isProgressive, chromaSubsampling } = header;
  if (format === "heif") return 20;
  if (!isProgressive) return 0;
  // Coefficients of two bytes, of which colours have a quarter when they are subsampled.
  if (format === "jpeg") return chromaSubsampling === "4:2:0" ? 3 : 2 * channels;
  return (channels + 1) * sampleBytes;
}

/** Reads the header alone. Pixels are counted by us, so that a bomb is told from a broken file. */
async function readHeader(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    // The decoder knows no such picture: that is the answer, not a failure of ours.
    throw new Refusal("unsupported_type");
  }
}

function containerOf(bytes: Buffer): Container | null {
  const ascii = (start: number, end: number) => bytes.toString("latin1", start, end);
  if (ascii(0, 3) === "\xFF\xD8\xFF") return "jpeg";
  if (ascii(0, 8) === "\x89PNG\r\n\x1A\n") return "png";
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return "webp";
  if (ascii(4, 8) === "ftyp" && STILL_BRANDS.has(ascii(8, 12))) return "heif";
  return null;
}

/** An animated PNG says so in an `acTL` chunk before its first pixels; decoders without it show one frame. */
function isAnimatedPng(bytes: Buffer, container: Container): boolean {
  if (container !== "png") return false;
  const control = bytes.indexOf("acTL");
  return control !== -1 && control < bytes.indexOf("IDAT");
}

function hasForeignContent(bytes: Buffer): boolean {
  for (let start = 0; start < bytes.length; start += TEXT_BYTES) {
    const end = start + TEXT_BYTES + LONGEST_FOREIGN;
    if (FOREIGN_CONTENT.test(bytes.toString("latin1", start, end))) return true;
  }
  return false;
}
