import { createBodyMemory, type MemoryShare, type NoRoom } from "./body-memory";
import { watchPace, type PaceLimits } from "./body-pace";
import { logger } from "../log.server";
import { JsonReader } from "./json-body";
import { MalformedMultipart, readMultipart, type FileSink } from "./multipart";
import { Refusal, type RefusalCode } from "../refusal";

const URL_ENCODED = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART = /^multipart\/form-data\b/i;
const JSON_TYPE = /^application\/json\b/i;
/** Names of our own fields; brackets, dots, and the names that every object has, never are. */
const FIELD_NAME = /^(?!prototype$)[A-Za-z_][\w-]{0,60}$/;
const MAX_FIELDS = 200;
/** What a body without files may weigh, and what the texts of one with files may, in bytes. */
export const TEXT_BYTES = 100_000;
/** Past its limit a form is read on, for the texts in it, up to so many times the limit. */
const READ_ON = 4;
/** How long a body may be under way: texts, and photos over a slow line, as long as they keep coming. */
const TEXT_PACE = { ms: 30_000, least: 0 };
const FILES_PACE = { ms: 280_000, least: 4_000 };
/**
 * How long an upload waits, unread, for its account's earlier upload to end: longer than `watchPace` bears a sender who fell
 * silent, so that whoever lost the line and sends again gets in. With `FILES_PACE` that stays below `requestTimeout`
 * (server.ts).
 */
const TURN_MS = 18_000;

/** What all bodies with files that are being worked on may weigh together, in bytes: two of the largest. */
export const FILES_MEMORY = 130_000_000;

/**
 * Opens a request's share of the memory for large bodies, in the name of an account, to be released once
 * the request is answered.
 */
export const bodyShare = createBodyMemory(FILES_MEMORY, TEXT_BYTES);

/** What is answered where a share cannot grow. */
const NO_ROOM = {
  busy: "upload_under_way",
  full: "unavailable",
  lost: "unavailable",
} as const satisfies Record<NoRoom, RefusalCode>;

/** A form as it was read. */
export interface PostedForm {
  form: FormData;
  /** Why files were left out of it, when some were; the texts are all there. */
  refused: Refusal | null;
}

/** What may cut a body off, its pace or a signal; and the share that a large one waits for. */
interface Cut {
  limits?: PaceLimits;
  signal?: AbortSignal;
  share?: MemoryShare;
}

/**
 * The bytes of a body as they come in, up to a limit, whatever Content-Length says or does not say.
 * A body that takes too long, or a large one that stalls, is cut off with its connection.
 */
async function* limited(
  request: Request,
  maxBytes: number,
  { limits = maxBytes > TEXT_BYTES ? FILES_PACE : TEXT_PACE, signal, share }: Cut = {},
) {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > maxBytes) throw new Refusal("too_large");
  if (announced > TEXT_BYTES) await share?.turn(TURN_MS);
  const reader = request.body?.getReader();
  if (!reader) return;
  let isLate = false;
  // Ends the read under way. (A race against the time would keep every chunk until it is over.)
  const cut = () => {
    isLate = true;
    reader.cancel().catch((error: unknown) => logger.warn({ err: error }, "body not cut off"));
  };
  const pace = watchPace(limits, cut);
  signal?.addEventListener("abort", cut);
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // The sender went away: nobody is there to be answered, and nothing of ours failed.
        throw new Refusal("invalid", { cause: error });
      });
      if (isLate) throw new Refusal("too_slow");
      if (done) return;
      pace.count(value.byteLength);
      size += value.byteLength;
      if (size > maxBytes) throw new Refusal("too_large");
      yield value;
    }
  } finally {
    pace.stop();
    signal?.removeEventListener("abort", cut);
    // What nobody reads any more is seen off by `unreadBodies`, so that its sender hears the answer.
    reader.releaseLock();
  }
}

/**
 * A body as the text it came as, for a signature that covers its every byte. However much it may weigh, it has no
 * longer than any text.
 *
 * @param signal cuts it off sooner
 * @throws Refusal("too_large" | "too_slow")
 */
export async function readText(
  request: Request,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  const cut = { limits: TEXT_PACE, signal };
  for await (const chunk of limited(request, maxBytes, cut)) chunks.push(chunk);
  return new TextDecoder().decode(Buffer.concat(chunks));
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
  const files = new Set<string>();
  let refused: Refusal | null = null;
  let textBytes = 0;
  let fileBytes = 0;

  const text = (name: string, value: string, isWhole: boolean) => {
    check(name);
    textBytes += Buffer.byteLength(value);
    if (!isWhole || textBytes > TEXT_BYTES) throw new Refusal("too_large");
    form.append(name, value);
  };
  /** What forgets the files that are coming. */
  const forget: (() => void)[] = [];
  share.whenLost(() => {
    refused ??= new Refusal(NO_ROOM.lost);
    files.forEach((name) => form.delete(name));
    for (const one of forget) one();
  });
  /** Takes room for so many more bytes of files; false, and why in `refused`, when there is none. */
  const takeRoom = (bytes: number): boolean => {
    if (fileBytes + bytes > maxBytes) refused ??= new Refusal("files_too_large");
    if (refused) return false;
    const noRoom = share.take(bytes);
    if (noRoom) refused = new Refusal(NO_ROOM[noRoom]);
    else fileBytes += bytes;
    return noRoom === null;
  };
  const file = (name: string, filename: string, type: string): FileSink => {
    check(name);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let isKept = true;
    forget.push(() => {
      isKept = false;
      chunks.length = 0;
    });
    return {
      write(bytes) {
        isKept &&= takeRoom(bytes.byteLength);
        if (isKept) chunks.push(bytes);
        else chunks.length = 0;
      },
      end() {
        if (!isKept) return;
        files.add(name);
        form.append(name, new File(chunks, filename, { type }));
      },
    };
  };
  const most = maxBytes > TEXT_BYTES ? READ_ON * maxBytes : maxBytes;
  const body = limited(request, most, { share });
  try {
    await readMultipart(body, { contentType, textBytes: TEXT_BYTES }, { text, file });
  } catch (error) {
    // A malformed body is the sender's doing.
    throw error instanceof MalformedMultipart ? new Refusal("invalid", { cause: error }) : error;
  }
  share.settle();
  return { form, refused };
}

/** Refuses a name that is none of our fields', and more fields than any form has. */
function fieldCheck(): (name: string) => void {
  let fields = 0;
  return (name) => {
    fields += 1;
    const isOurs = FIELD_NAME.test(name) && !(name in Object.prototype);
    if (!isOurs) throw new Refusal("invalid", { field: name.slice(0, 100) });
    if (fields > MAX_FIELDS) throw new Refusal("invalid");
  };
}

/** Pictures that the payload of an /api call may hold, as files or, in JSON, as `data:` URLs. */
export interface Pictures {
  most: number;
  /** Bytes of the whole body, as it is sent. */
  maxBytes: number;
}

/**
 * The fields of an /api call, from a JSON object or a form. Pictures are the bytes of a `data:` URL, or a
 * form's files.
 *
 * @throws Refusal("too_large" | "too_slow" | "unsupported_type" | "invalid" | "unavailable" |
 *   "upload_under_way")
 */
export async function readApiBody(
  request: Request,
  share: MemoryShare,
  pictures: Pictures = { most: 0, maxBytes: TEXT_BYTES },
): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type") ?? "";
  if (URL_ENCODED.test(type) || MULTIPART.test(type)) {
    const { form, refused } = await readForm(request, share, pictures.maxBytes);
    if (refused) throw refused;
    return formToObject(form);
  }
  const value = await readJson(request, share, { pictures, isJson: JSON_TYPE.test(type) });
  if (value === undefined) return {};
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new Refusal("invalid");
  }
  return value as Record<string, unknown>;
}

/** A JSON body's value; undefined when nothing was sent, whatever its type says. */
async function readJson(
  request: Request,
  share: MemoryShare,
  { pictures, isJson }: { pictures: Pictures; isJson: boolean },
): Promise<unknown> {
  const reader = new JsonReader({
    textBytes: TEXT_BYTES,
    pictures: pictures.most,
    keep(bytes) {
      const noRoom = share.take(bytes);
      if (noRoom) throw new Refusal(NO_ROOM[noRoom]);
    },
  });
  let isLost = false;
  share.whenLost(() => {
    isLost = true;
    reader.letGo();
  });
  // Not cut off then: with its connection would go the answer.
  for await (const chunk of limited(request, pictures.maxBytes, { share })) {
    if (isLost) throw new Refusal(NO_ROOM.lost);
    if (!isJson && chunk.byteLength > 0) throw new Refusal("unsupported_type");
    reader.write(chunk);
  }
  if (isLost) throw new Refusal(NO_ROOM.lost);
  share.settle();
  return reader.end();
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
