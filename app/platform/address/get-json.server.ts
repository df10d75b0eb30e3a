import { lookup as lookUp } from "node:dns/promises";
import { get as getPlain } from "node:http";
import { get as getSecure } from "node:https";
import type { LookupFunction } from "node:net";
import { singleFlight } from "../concurrency/single-flight";

interface GetJsonOptions {
  /** For the whole of it, connecting and reading included. */
  timeoutMs: number;
  maxBytes: number;
}

export interface JsonAnswer {
  status: number;
  /** Undefined unless the status is 200. */
  body: unknown;
}

/** Where a host is, asked once at a time: what is asked of a silent name server holds up the names of all else. */
const addressesOf = singleFlight((host) => lookUp(host, { all: true }));

const lookUpOnce: LookupFunction = (hostname, options, callback) => {
  addressesOf(hostname).then(
    (found) =>
      options.all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family),
    (error: NodeJS.ErrnoException) => callback(error, ""),
  );
};

/**
 * GET of a JSON document, for services whose host is fixed. Redirections are answers like any other
 * and never followed, so that no answer can send this server somewhere else.
 *
 * @throws Error when there is no answer in time, or it is too long, or no JSON.
 */
export async function getJson(
  url: URL,
  { timeoutMs, maxBytes }: GetJsonOptions,
): Promise<JsonAnswer> {
  const get = url.protocol === "https:" ? getSecure : getPlain;
  const signal = AbortSignal.timeout(timeoutMs);
  return await new Promise((resolve, reject) => {
    const options = { signal, lookup: lookUpOnce, headers: { accept: "application/json" } };
    const request = get(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("error", reject);
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) response.destroy(new Error(`More than ${maxBytes} bytes`));
        else chunks.push(chunk);
      });
      response.on("end", () => {
        const status = response.statusCode ?? 0;
        const text = Buffer.concat(chunks).toString();
        try {
          resolve({ status, body: status === 200 ? JSON.parse(text) : undefined });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    request.on("error", reject);
  });
}
