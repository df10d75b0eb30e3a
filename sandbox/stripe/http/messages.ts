import type { IncomingMessage, ServerResponse } from "node:http";

/** An answer, before it is written. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export class BodyTooLarge extends Error {}

/** Reads a body as text. @throws BodyTooLarge past `limit` bytes */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge(`Body larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function json(status: number, value: object, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

export function redirect(location: string): Answer {
  return { status: 303, headers: { location, "cache-control": "no-store" }, body: "" };
}

export function write(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    ...answer.headers,
    "content-length": Buffer.byteLength(answer.body),
  });
  response.end(answer.body);
}
