import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { get as getPlain, type IncomingMessage } from "node:http";
import { get as getSecure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { isPublicAddress } from "./public-address";

/**
 * Why nothing was fetched. A name that leads inside the network is answered as one that leads nowhere; `no_name_server`: nobody
 * told us where it leads, which may be no fault of the name's.
 */
export type FetchProblem =
  | "bad_address"
  | "no_public_server"
  | "no_name_server"
  | "unreachable"
  | "bad_status"
  | "server_failing"
  | "too_many_redirects"
  | "too_slow"
  | "too_large";

export class FetchFailure extends Error {
  constructor(
    readonly problem: FetchProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
    this.name = "FetchFailure";
  }
}

export interface FetchOptions {
  /** What the server is told that we would like: 'text/calendar'. */
  accept: string;
  /** Who asks; some calendars answer nobody who does not look like a browser. */
  userAgent: string;
  /** For the whole of it: names, connections, redirections, reading. */
  timeoutMs: number;
  /** Of the body as it is read, after decompression. */
  maxBytes: number;
  maxRedirects: number;
  /** Hosts that may be asked wherever they are and at any port; for tests. */
  exemptHosts?: readonly string[];
  /** Whom to ask for names; for tests. */
  nameServers?: readonly string[];
}

const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };
const REDIRECTIONS = new Set([301, 302, 303, 307, 308]);
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * GET of what is at an address that somebody typed, without letting them send this server into its own network:
 * only http and https at their usual ports, and each connection, that of a redirection too, is made only to an
 * address that `isPublicAddress` says is. It is checked where it is looked up for the connection itself, so a
 * name that leads elsewhere the next time gains nothing.
 *
 * @returns the body in memory of its own, which may be handed to a thread; outside of V8's heap, where as a text each character
 *   may take two bytes
 * @throws FetchFailure
 */
export async function fetchPublicBody(
  address: string,
  options: FetchOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    let url = checkedUrl(address, undefined, options);
    for (let hop = 0; hop <= options.maxRedirects; hop += 1) {
      const response = await ask(url, signal, options);
      const { statusCode = 0, headers } = response;
      if (REDIRECTIONS.has(statusCode) && headers.location !== undefined) {
        response.destroy();
        url = checkedUrl(headers.location, url, options);
      } else if (statusCode === 200) {
        return await bodyOf(response, options.maxBytes);
      } else {
        response.destroy();
        throw new FetchFailure(isPassing(statusCode) ? "server_failing" : "bad_status");
      }
    }
    throw new FetchFailure("too_many_redirects");
  } catch (error) {
    if (error instanceof FetchFailure) throw error;
    throw new FetchFailure(signal.aborted ? "too_slow" : "unreachable", { cause: error });
  }
}

/** Whether a status tells of the server, asked too much or broken, and not of the address. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/** An address that may be asked at all; where its host lies is checked for each connection. */
function checkedUrl(address: string, base: URL | undefined, options: FetchOptions): URL {
  if (!URL.canParse(address, base)) throw new FetchFailure("bad_address");
  const url = new URL(address, base);
  const usual = PORTS[url.protocol];
  if (usual === undefined || url.username !== "" || url.password !== "") {
    throw new FetchFailure("bad_address");
  }
  if (isExempt(url.hostname, options)) return url;
  if (url.port !== "" && url.port !== usual) throw new FetchFailure("bad_address");
  // An address instead of a name is never looked up.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new FetchFailure("no_public_server");
  return url;
}

function isExempt(host: string, { exemptHosts = [] }: FetchOptions): boolean {
  return exemptHosts.includes(host);
}

async function ask(url: URL, signal: AbortSignal, options: FetchOptions): Promise<IncomingMessage> {
  const get = url.protocol === "https:" ? getSecure : getPlain;
  return await new Promise((resolve, reject) => {
    const request = get(url, {
      signal,
      // A connection of its own: one that is kept was checked for another name.
      agent: false,
      lookup: isExempt(url.hostname, options) ? undefined : publicLookup(options.nameServers),
      headers: {
        accept: options.accept,
        "accept-encoding": "gzip, deflate, br",
        "user-agent": options.userAgent,
      },
    });
    request.on("response", resolve);
    request.on("error", reject);
  });
}

/** How long a name server is waited for, and how often it is asked. */
const NAME_SERVER = { timeout: 2_500, tries: 2 } as const;
/**
 * For all of them together: of two silent ones each is asked in its turn, longer than a whole fetch may take, which would
 * then be said to be slow.
 */
const LOOKUP_MS = 7_500;

/**
 * Looks names up and gives the connection their addresses only when all of them are public. Name servers are asked
 * by themselves and not through the system: what is looked up there waits in one queue of the process, which names
 * that somebody typed would hold up for all others, Stripe's among them, while their name server is silent.
 *
 * @param servers for tests; default: those of the machine
 */
export function publicLookup(servers?: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    const resolver = new Resolver(NAME_SERVER);
    if (servers) resolver.setServers(servers);
    // What is still asked then is answered as untold.
    const limit = setTimeout(() => resolver.cancel(), LOOKUP_MS);
    const done: typeof callback = (...told) => {
      clearTimeout(limit);
      callback(...told);
    };
    const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)] as const;
    void Promise.allSettled(families).then(([four, six]) => {
      const found: LookupAddress[] = [];
      for (const address of four.status === "fulfilled" ? four.value : [])
        found.push({ address, family: 4 });
      for (const address of six.status === "fulfilled" ? six.value : [])
        found.push({ address, family: 6 });
      const [first] = found;
      if (!first || !found.every(({ address }) => isPublicAddress(address))) {
        const causes = [four, six].flatMap((one): unknown[] =>
          one.status === "rejected" ? [one.reason] : [],
        );
        void isUntold(causes, resolver).then((isOurs) => {
          const problem = !first && isOurs ? "no_name_server" : "no_public_server";
          done(new FetchFailure(problem, { cause: causes[0] }), "");
        });
      } else if (options.all) {
        done(null, found);
      } else {
        done(null, first.address, first.family);
      }
    });
  };
}

/** What name servers say of a name that is none or leads nowhere. */
const NO_SUCH_NAME: readonly unknown[] = ["ENOTFOUND", "ENODATA", "EBADNAME"];
/** What they say of one whose own servers are broken or gone, and those that ask others of all names while these are away. */
const FAILED = "ESERVFAIL";

/** Whether nobody told us where a name leads, which is no fault of its own. */
async function isUntold(causes: readonly unknown[], resolver: Resolver): Promise<boolean> {
  const codes = causes.map((error) => error instanceof Error && "code" in error && error.code);
  if (!codes.every((code) => code === FAILED || NO_SUCH_NAME.includes(code))) return true;
  return codes.includes(FAILED) && !(await knowsNames(resolver));
}

/** A name that there is, whatever people type. */
const KNOWN_NAME = "api.stripe.com";
/** For so long it is remembered whether it was known: there may be many calendars. */
const REMEMBERED_MS = 60_000;

let lastAsked: { of: string; at: number; isKnown: Promise<boolean> } | undefined;

/** Whether the name servers know anything at all at the moment. */
async function knowsNames(resolver: Resolver): Promise<boolean> {
  const of = resolver.getServers().join(" ");
  const at = performance.now();
  if (lastAsked?.of !== of || at - lastAsked.at > REMEMBERED_MS) {
    const isKnown = resolver.resolve4(KNOWN_NAME).then(
      () => true,
      () => false,
    );
    lastAsked = { of, at, isKnown };
  }
  return await lastAsked.isKnown;
}

/** Room for nearly all that people type addresses of; what is larger gets twice as much each time. */
const FIRST_BYTES = 64 * 1024;

async function bodyOf(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  // Put together as it comes: who sends byte by byte would fill the heap with a list of pieces.
  let room = new Uint8Array(Math.min(FIRST_BYTES, maxBytes));
  let bytes = 0;
  for await (const chunk of decoded(response) as AsyncIterable<Buffer>) {
    const filled = bytes;
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > maxBytes) throw new FetchFailure("too_large");
    if (bytes > room.length) {
      const larger = new Uint8Array(Math.min(2 * bytes, maxBytes));
      larger.set(room);
      room = larger;
    }
    room.set(chunk, filled);
  }
  return room.slice(0, bytes);
}

function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  const decoder = DECODERS[encoding]?.();
  if (!decoder) throw new FetchFailure("unreachable");
  // What ends the one ends the other; who reads it is told.
  return pipeline(response, decoder, () => undefined);
}
