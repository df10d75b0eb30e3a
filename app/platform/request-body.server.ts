import { Refusal } from "./refusal";

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
/** Names of our own fields; brackets, dots and `__proto__` never are. */
const FIELD_NAME = /^(?!__proto__$)[A-Za-z_][\w-]{0,60}$/;
const MAX_FIELDS = 200;

/** Reads a body up to a limit, whatever Content-Length says or does not say. */
async function readLimited(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw new Refusal("too_large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new Refusal("too_large");
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}

/**
 * A body as the text it came as, for a signature that covers its every byte.
 *
 * @throws Refusal("too_large")
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readLimited(request, maxBytes));
}

/**
 * The fields of a posted form.
 *
 * @throws Refusal("too_large" | "unsupported_type" | "invalid")
 */
export async function readForm(request: Request, maxBytes = 100_000): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!FORM_TYPES.test(type)) throw new Refusal("unsupported_type");
  const bytes = await readLimited(request, maxBytes);
  const form = await parseForm(bytes, type);
  const names = [...form.keys()];
  if (names.length > MAX_FIELDS || !names.every((name) => FIELD_NAME.test(name))) {
    throw new Refusal("invalid");
  }
  return form;
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    // The parser's only complaint is a malformed body, which is the sender's doing.
    throw new Refusal("invalid");
  }
}

/**
 * The fields of an /api call, from a JSON object or a form.
 *
 * @throws Refusal("too_large" | "unsupported_type" | "invalid")
 */
export async function readApiBody(
  request: Request,
  maxBytes = 100_000,
): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type") ?? "";
  if (FORM_TYPES.test(type)) return formToObject(await readForm(request, maxBytes));
  const bytes = await readLimited(request, maxBytes);
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
