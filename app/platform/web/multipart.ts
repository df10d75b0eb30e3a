import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";

/**
 * Bodies of `multipart/form-data`, read as they come in: parsers that take a whole body hold it twice,
 * and the one of Remix refuses files whose names hold a `;` or a `=`.
 */

/** Takes a file's bytes in; `end` is called once all have come. */
export interface FileSink {
  write: (bytes: Uint8Array<ArrayBuffer>) => void;
  end: () => void;
}

/** Takes the parts of a form in. What it throws ends the reading. */
export interface PartTaker {
  /** `isWhole` is false when the value was longer than `textBytes` and is cut there. */
  text: (name: string, value: string, isWhole: boolean) => void;
  /** Called at the start of each file; `type` is what the browser claims. */
  file: (name: string, filename: string, type: string) => FileSink;
}

const HEADER_BYTES = 8_000;

/** A body that is no such form, or ends before its end. */
export class MalformedMultipart extends Error {}

/**
 * Reads a form part by part.
 *
 * @param contentType with the boundary
 * @param textBytes what one text may weigh
 * @throws MalformedMultipart, and what `chunks` and `taker` throw
 */
export async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  { contentType, textBytes }: { contentType: string; textBytes: number },
  taker: PartTaker,
): Promise<void> {
  // Errors that are not the form's: they pass unchanged.
  let failure: { error: unknown } | null = null;
  async function* source() {
    try {
      yield* chunks;
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  }
  const parser = parserOf(contentType, textBytes);
  const take = (step: () => void) => {
    if (parser.destroyed) return;
    try {
      step();
    } catch (error) {
      failure ??= { error };
      parser.destroy(error as Error);
    }
  };
  parser.on("field", (name: string | undefined, value, _nameIsCut, valueIsCut) => {
    take(() => taker.text(name ?? "", value, !valueIsCut));
  });
  parser.on("file", (name: string | undefined, stream, filename, _encoding, type) => {
    let sink: FileSink | null = null;
    take(() => (sink = taker.file(name ?? "", filename, type)));
    stream.on("data", (bytes: Uint8Array<ArrayBuffer>) => take(() => sink?.write(bytes)));
    stream.on("end", () => take(() => sink?.end()));
    // A file cut short; the parser says so too, but a stream whose error nobody hears ends the process.
    stream.on("error", (error) => parser.destroy(error));
  });
  try {
    await pipeline(source(), parser);
  } catch (cause) {
    const known = failure as { error: unknown } | null;
    throw known ? known.error : new MalformedMultipart("Not a whole form", { cause });
  }
}

function parserOf(contentType: string, textBytes: number) {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { fieldSize: textBytes, headerSize: HEADER_BYTES },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
    });
  } catch (cause) {
    throw new MalformedMultipart("No boundary", { cause });
  }
}
