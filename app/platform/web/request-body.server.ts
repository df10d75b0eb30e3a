import { createBodyMemory, type MemoryShare } from "./body-memory";
import { logger } from "../log.server";
import { MalformedMultipart, readMultipart, type FileSink } from "./multipart";
import { Refusal } from "./refusal";

const URL_ENCODED = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART = /^multipart\/form-data\b/i;
/** Names of our own fields; brackets, dots and `__proto__` never are. */
const FIELD_NAME = /^(?!__proto__$)[A-Za-z_][\w-]{0,60}$/;
const MAX_FIELDS = 200;
/** What a body without files may weigh, and what the texts of one with files may, in bytes. */
const TEXT_BYTES = 100_000;
/** Past its limit a form is read on, for the texts in it, up to so many times the limit. */
const READ_ON = 4;
/** How long a body may be under way, in ms: texts, and photos over a slow line. */
const TEXT_MS = 30_000;
const FILES_MS = 280_000;

/** What all bodies with files that are being worked on may weigh together, in bytes. */
export const FILES_MEMORY = 100_000_000;

/**
 * Opens a request's share of the memory for large bodies, to be released once the request is
 * answered.
 */
export const bodyShare = createBodyMemory(FILES_MEMORY);

/** A form as it was read. */
export interface PostedForm {
  form: FormData;
  /** Why files were left out of it, when some were; the texts are all there. */
  refused: Refusal | null;
}

/**
 * The bytes of a body as they come in, up to a limit, whatever Content-Length says or does not say.
 * A body that takes too long is cut off, with its connection.
 */
async function* limited(request: Request, maxBytes: number, ms: number) {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw new Refusal("too_large");
  const reader = request.body?.getReader();
  if (!reader) return;
  let isLate = false;
  // Ends the read under way. (A race against the time would keep every chunk until it is over.)
  const timer = setTimeout(() => {
    isLate = true;
    reader.cancel().catch((error: unknown) => logger.warn({ err: error }, "body not cut off"));
  }, ms);
  let size = 0;
  let isOpen = true;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        isOpen = false;
        // The sender went away: nobody is there to be answered, and nothing of ours failed.
        throw new Refusal("invalid", { cause: error });
      });
      isOpen = !done;
      if (isLate) throw new Refusal("too_slow");
      if (done) return;
      size += value.byteLength;
      if (size > maxBytes) throw new Refusal("too_large");
      yield value;
    }
  } finally {
    clearTimeout(timer);
    if (isOpen) await reader.cancel();
  }
}

/** The whole of a body, in a share of the memory when it may be large. */
async function readWhole(
  request: Request,
  maxBytes: number,
  share: MemoryShare | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(request, maxBytes, share ? FILES_MS : TEXT_MS)) {
    if (share && !share.take(chunk.byteLength)) throw new Refusal("unavailable");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A body as the text it came as, for a signature that covers its every byte.
 *
 * @throws Refusal("too_large" | "too_slow")
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readWhole(request, maxBytes, null));
}

/**
 * The fields of a posted form. Of files only those are kept that fit into the limit and into the
 * process's memory; the texts are kept even then.
 *
 * @param maxBytes what its files may weigh together
 * @throws Refusal("too_large" | "too_slow" | "unsupported_type" | "invalid")
 */
export async function readForm(
  request: Request,
  share: MemoryShare,
  maxBytes = TEXT_BYTES,
): Promise<PostedForm> {
  const type = request.headers.get("content-type") ?? "";
  if (MULTIPART.test(type)) return await readParts(request, type, { share, maxBytes });
  if (!URL_ENCODED.test(type)) throw new Refusal("unsupported_type");
  const form = new FormData();
  const check = fieldCheck();
  for (const [name, value] of new URLSearchParams(await readText(request, TEXT_BYTES))) {
    check(name);
    form.append(name, value);
  }
  return { form, refused: null };
}

async function readParts(
  request: Request,
  contentType: string,
  { share, maxBytes }: { share: MemoryShare; maxBytes: number },
): Promise<PostedForm> {
  const form = new FormData();
  const check = fieldCheck();
  let refused: Refusal | null = null;
  let textBytes = 0;
  let fileBytes = 0;

  const text = (name: string, value: string, isWhole: boolean) => {
    check(name);
    textBytes += Buffer.byteLength(value);
    if (!isWhole || textBytes > TEXT_BYTES) throw new Refusal("too_large");
    form.append(name, value);
  };
  const hasRoom = (bytes: number): boolean => {
    if (fileBytes + bytes > maxBytes) refused ??= new Refusal("files_too_large");
    else if (!share.take(bytes)) refused ??= new Refusal("unavailable");
    else fileBytes += bytes;
    return refused === null;
  };
  const file = (name: string, filename: string, type: string): FileSink => {
    check(name);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let isKept = true;
    return {
      write(bytes) {
        isKept &&= hasRoom(bytes.byteLength);
        if (isKept) chunks.push(bytes);
        else chunks.length = 0;
      },
      end() {
        if (isKept) form.append(name, new File(chunks, filename, { type }));
      },
    };
  };
  const most = maxBytes > TEXT_BYTES ? READ_ON * maxBytes : maxBytes;
  const body = limited(request, most, maxBytes > TEXT_BYTES ? FILES_MS : TEXT_MS);
  try {
    await readMultipart(body, { contentType, textBytes: TEXT_BYTES }, { text, file });
  } catch (error) {
    // A malformed body is the sender's doing.
    throw error instanceof MalformedMultipart ? new Refusal("invalid", { cause: error }) : error;
  }
  return { form, refused };
}

/** Refuses a name that is none of our fields', and more fields than any form has. */
function fieldCheck(): (name: string) => void {
  let fields = 0;
  return (name) => {
    fields += 1;
    if (fields > MAX_FIELDS || !FIELD_NAME.test(name)) throw new Refusal("invalid");
  };
}

/**
 * The fields of an /api call, from a JSON object or a form.
 *
 * @throws Refusal("too_large" | "too_slow" | "unsupported_type" | "invalid" | "unavailable")
 */
export async function readApiBody(
  request: Request,
  share: MemoryShare,
  maxBytes = TEXT_BYTES,
): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type") ?? "";
  if (URL_ENCODED.test(type) || MULTIPART.test(type)) {
    const { form, refused } = await readForm(request, share, maxBytes);
    if (refused) throw refused;
    return formToObject(form);
  }
  const bytes = await readWhole(request, maxBytes, maxBytes > TEXT_BYTES ? share : null);
  if (bytes.byteLength === 0) return {};
  if (!/^application\/json\b/i.test(type)) throw new Refusal("unsupported_type");
  const value = parseJson(bytes);
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new Refusal("invalid");
  }
  return value as Record<string, unknown>;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal("invalid");
  }
}

/** A form as a plain object: repeated names become lists. */
export function formToObject(form: FormData): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    object[name] = values.length > 1 ? values : values[0];
  }
  return object;
}
