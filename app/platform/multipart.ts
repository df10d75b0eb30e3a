/**
 * Bodies of `multipart/form-data`, read as they come in. Parsers that take a whole body hold it
 * twice, and the one of Remix refuses files whose names hold a `;` or a `=`.
 */

/** What a part says of itself. */
export interface PartHeader {
  name: string;
  /** Set for files, empty for a file field without a choice. */
  filename?: string;
  /** The type that the browser claims. */
  contentType?: string;
}

/** Takes a part's bytes in; `end` is called once all have come. */
export interface PartSink {
  write: (bytes: Uint8Array<ArrayBuffer>) => void;
  end: () => void;
}

const CRLF = "\r\n";
const HEADER_BYTES = 8_000;
/** As RFC 2046 has it. */
const BOUNDARY = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const DISPOSITION = /^content-disposition:\s*form-data\b(.*)$/im;
const CONTENT_TYPE = /^content-type:\s*(.*)$/im;
/** `name="value"`, with quotes in the value as `%22` (browsers) or `\"` (programs). */
const PARAMETER = /;\s*([a-z]+)\*?=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gi;

type State = "content" | "delimited" | "header" | "over";

/** A body that is no such form, or ends before its end. */
export class MalformedMultipart extends Error {}

/** The boundary that a Content-Type names; null for any other type. */
export function multipartBoundary(contentType: string): string | null {
  const match = BOUNDARY.exec(contentType);
  return match?.[1] ?? match?.[2] ?? null;
}

/**
 * Reads a form part by part.
 *
 * @param open called at the start of each part, answers what takes its bytes
 * @throws MalformedMultipart, and what `open` and the sinks throw
 */
export async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  open: (header: PartHeader) => PartSink,
): Promise<void> {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`);
  // The first delimiter has no line end before it; with one, it is like the others.
  let rest = Buffer.from(CRLF);
  let state = "content" as State;
  // What precedes the first part is nobody's.
  let sink: PartSink | null = null;

  /** Goes one step on with what is there; false when more is needed. */
  const step = (): boolean => {
    if (state === "content") {
      const at = rest.indexOf(delimiter);
      // The end of what is there may be the beginning of a delimiter.
      const known = at === -1 ? Math.max(0, rest.length - delimiter.length + 1) : at;
      if (known > 0) sink?.write(rest.subarray(0, known));
      rest = rest.subarray(at === -1 ? known : at + delimiter.length);
      if (at === -1) return false;
      sink?.end();
      state = "delimited";
      return true;
    }
    if (state === "delimited") {
      if (rest.length < 2) return false;
      const mark = rest.toString("latin1", 0, 2);
      if (mark !== "--" && mark !== CRLF) throw new MalformedMultipart("No line end at a boundary");
      // The line end stays: a part without any header begins with two.
      state = mark === "--" ? "over" : "header";
      return true;
    }
    if (state === "header") {
      const at = rest.indexOf(`${CRLF}${CRLF}`);
      if (at > HEADER_BYTES || (at === -1 && rest.length > HEADER_BYTES)) {
        throw new MalformedMultipart("A part's header is too long");
      }
      if (at === -1) return false;
      sink = open(parseHeader(rest.toString("utf8", 0, at)));
      rest = rest.subarray(at + 2 * CRLF.length);
      state = "content";
      return true;
    }
    return false;
  };

  for await (const chunk of chunks) {
    if (state === "over") continue;
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    while (step());
  }
  if (state !== "over") throw new MalformedMultipart("The body ends before its end");
}

function parseHeader(text: string): PartHeader {
  const parameters = new Map<string, string>();
  for (const [, key = "", quoted, bare = ""] of (DISPOSITION.exec(text)?.[1] ?? "").matchAll(
    PARAMETER,
  )) {
    parameters.set(key.toLowerCase(), quoted ?? bare);
  }
  const name = parameters.get("name");
  if (!name) throw new MalformedMultipart("A part without a name");
  return {
    name,
    filename: parameters.get("filename"),
    contentType: CONTENT_TYPE.exec(text)?.[1]?.trim(),
  };
}
