import { request as httpRequest } from "node:http";

/** A body, made as it is sent, so that the test itself stays small. */
export type Body = () => Iterable<string>;

export interface LargeAnswer {
  /** 0 when the connection was cut without an answer. */
  status: number;
  text: string;
}

interface Sending {
  method?: string;
  cookie?: string;
  body: Body;
  /** Says in advance how much will come. */
  isAnnounced?: boolean;
}

const PATIENCE_MS = 120_000;

/** Sends a large body, JSON by its head, as fast as it is taken in; stops at the answer, as clients do. */
export async function sendLarge(
  url: string,
  { method = "POST", cookie = "", body, isAnnounced }: Sending,
): Promise<LargeAnswer> {
  const length = isAnnounced ? sizeOf(body) : undefined;
  return await new Promise((resolve) => {
    const headers = {
      cookie,
      "content-type": "application/json",
      ...(length === undefined ? { "transfer-encoding": "chunked" } : { "content-length": length }),
    };
    const request = httpRequest(url, { method, headers, agent: false, timeout: PATIENCE_MS });
    let isAnswered = false;
    request.on("response", (response) => {
      isAnswered = true;
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, text });
        request.destroy();
      });
      response.on("error", () => resolve({ status: 0, text }));
    });
    request.on("timeout", () => request.destroy(new Error("no answer")));
    request.on("error", ({ message }) => {
      if (!isAnswered) resolve({ status: 0, text: message });
    });
    const parts = body()[Symbol.iterator]();
    const goOn = () => {
      while (!request.destroyed) {
        const part = parts.next();
        if (part.done) return void request.end();
        if (!request.write(part.value)) return void request.once("drain", goOn);
      }
    };
    goOn();
  });
}

const sizes = new WeakMap<Body, number>();

/** Counted once: to make a body of 60 MB takes longer than to have it refused. */
function sizeOf(body: Body): number {
  let size = sizes.get(body);
  if (size === undefined) {
    size = 0;
    for (const part of body()) size += Buffer.byteLength(part);
    sizes.set(body, size);
  }
  return size;
}
