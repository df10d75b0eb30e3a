import { Refusal } from "../refusal";

/**
 * JSON bodies, read as they come in. Parsing costs what the sender wants it to cost: millions of small
 * values, a text of many megabytes. So the raw bytes are looked at first, and pictures sent as `data:` URLs
 * are decoded on their way, so that they are never a text: what is parsed in the end is small.
 */

const MAX_VALUES = 2_000;
const MAX_NESTING = 8;
/** What one text may weigh as it is written, in bytes. */
const MAX_TEXT_BYTES = 10_000;

/** How a picture's text starts, up to the comma; some programs write `\/` for `/`. */
const PICTURE = /^data:image\\?\/[a-z0-9.+-]{1,20};base64$/;
const LONGEST_START = "data:image\\/;base64".length + 20;
const BASE64 = /^[A-Za-z0-9+/]*$/;
const LAST_BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from(
  '"\\,[]{}',
) as unknown as [number, number, number, number, number, number, number];

/** What a body may hold. */
export interface JsonLimits {
  /** Bytes of all but the pictures. */
  textBytes: number;
  /** Pictures that it may hold; 0 for calls that take none. */
  pictures: number;
  /** Asked before a picture's bytes are kept. @throws Refusal */
  keep: (bytes: number) => void;
}

/** Takes a body in, chunk by chunk. */
export class JsonReader {
  readonly #parts: Buffer[] = [];
  readonly #pictures: Buffer[] = [];
  #textBytes = 0;
  #values = 0;
  #nesting = 0;
  /** Within a text: how many bytes of it came, how it starts, whether a `\` came just before. */
  #inText = false;
  #length = 0;
  #start = "";
  #isEscaped = false;
  #picture: PictureText | null = null;

  constructor(private readonly limits: JsonLimits) {}

  /** @throws Refusal("too_large" | "invalid"), and what `keep` throws */
  write(chunk: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#picture) {
        const quote = chunk.indexOf(QUOTE, at);
        const end = quote === -1 ? chunk.length : quote;
        this.#picture.write(chunk.subarray(at, end));
        if (quote !== -1) this.#endPicture(this.#picture);
        from = end;
        at = end;
      } else if (this.#inText) {
        if (this.#readText(chunk[at]!)) {
          this.#keep(chunk.subarray(from, at + 1));
          this.#keep(Buffer.from(`#${this.#pictures.length}`));
          from = at + 1;
        }
      } else this.#readStructure(chunk[at]!);
    }
    this.#keep(chunk.subarray(from));
  }

  /** Lets go of the pictures that came, whose room is another's: what comes of the body then is for nothing. */
  letGo(): void {
    this.#pictures.length = 0;
    this.#picture?.letGo();
  }

  /**
   * The value; pictures in it are their bytes. Undefined for an empty body.
   *
   * @throws Refusal("invalid")
   */
  end(): unknown {
    if (this.#picture) throw new Refusal("invalid");
    if (this.#textBytes === 0) return undefined;
    const pictures = this.#pictures;
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(this.#parts));
      return JSON.parse(text, (_name, value: unknown) => {
        // Nothing but `write` makes this text of a picture: `#` is none of base64's letters.
        const number = typeof value === "string" && /^data:image\/[^,]*,#(\d+)$/.exec(value)?.[1];
        return number ? pictures[Number(number)] : value;
      });
    } catch {
      throw new Refusal("invalid");
    }
  }

  #keep(bytes: Uint8Array): void {
    this.#textBytes += bytes.length;
    if (this.#textBytes > this.limits.textBytes) throw new Refusal("too_large");
    // A copy, so that these few bytes do not hold on to the large chunk that they came with.
    if (bytes.length > 0) this.#parts.push(Buffer.from(bytes));
  }

  #readStructure(byte: number): void {
    if (byte === QUOTE) {
      this.#inText = true;
      this.#length = 0;
      this.#start = "";
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      this.#nesting += 1;
      this.#values += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#nesting -= 1;
    else if (byte === COMMA) this.#values += 1;
    if (this.#nesting > MAX_NESTING || this.#values > MAX_VALUES) throw new Refusal("too_large");
  }

  /** @returns whether a picture's bytes follow */
  #readText(byte: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#inText = false;
      return false;
    } else if (byte === COMMA && this.limits.pictures > 0 && PICTURE.test(this.#start)) {
      if (this.#pictures.length >= this.limits.pictures) throw new Refusal("too_large");
      this.#picture = new PictureText(this.limits.keep);
      return true;
    }
    this.#length += 1;
    if (this.#length > MAX_TEXT_BYTES) throw new Refusal("too_large");
    if (this.#length <= LONGEST_START) this.#start += String.fromCharCode(byte);
    return false;
  }

  #endPicture(picture: PictureText): void {
    this.#pictures.push(picture.end());
    this.#picture = null;
    this.#inText = false;
  }
}

/** The base64 of one picture, decoded as it comes in. */
class PictureText {
  readonly #chunks: Buffer[] = [];
  /** Letters whose group of four is not whole yet. */
  #rest = "";

  constructor(private readonly keep: (bytes: number) => void) {}

  write(letters: Uint8Array): void {
    const text = Buffer.from(letters.buffer, letters.byteOffset, letters.byteLength);
    const piece = (this.#rest + text.toString("latin1")).replaceAll("\\/", "/");
    // The last letters may be the padding, or a `\` whose `/` is still to come.
    const end = Math.max(0, piece.length - 1 - ((piece.length - 1) % 4));
    this.#rest = piece.slice(end);
    this.#decode(piece.slice(0, end), BASE64);
  }

  letGo(): void {
    this.#chunks.length = 0;
  }

  end(): Buffer {
    this.#decode(this.#rest, LAST_BASE64);
    return Buffer.concat(this.#chunks);
  }

  #decode(letters: string, shape: RegExp): void {
    if (!shape.test(letters)) throw new Refusal("invalid");
    const bytes = Buffer.from(letters, "base64");
    this.keep(bytes.length);
    if (bytes.length > 0) this.#chunks.push(bytes);
  }
}
