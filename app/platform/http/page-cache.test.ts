import { createHash } from "node:crypto";
import { brotliDecompressSync, constants, gunzipSync, type BrotliOptions } from "node:zlib";
import type * as zlib from "node:zlib";
import type { Request, Response as ExpressResponse } from "express";
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from "vitest";
import { eventually } from "../../../tests/support/eventually";
import { keepState } from "../known-state.server";
import { pageCacheAnswers } from "./metrics.server";
import { pageCache } from "./page-cache.server";

/** How a kept page is packed, named and sent, how many and how long; asked by itself, without a network. */

/** What a page of these words weighs when it is packed either way, in place of what it does weigh. */
const weights = vi.hoisted(() => new Map<string, number>());
const asked = vi.hoisted(() => [] as unknown[]);
vi.mock("node:zlib", async (original) => {
  const real = await original<typeof zlib>();
  const weighing = (html: Buffer, packed: Buffer | null) => {
    const weight = weights.get(html.toString());
    return weight === undefined ? packed : { length: weight };
  };
  return {
    ...real,
    brotliCompress(html: Buffer, options: BrotliOptions, done: zlib.CompressCallback) {
      asked.push(options);
      real.brotliCompress(html, options, (error, packed) =>
        done(error, weighing(html, packed) as never),
      );
    },
    gzip(html: Buffer, done: zlib.CompressCallback) {
      real.gzip(html, (error, packed) => done(error, weighing(html, packed) as never));
    },
  };
});
vi.mock("../content-version.server", () => ({ pageVersion: (url: string) => `${version} ${url}` }));

let version = 1;
let clock: MockInstance<typeof performance.now>;
const start = performance.now();
beforeEach(() => {
  [version, asked.length] = [1, 0];
  weights.clear();
  pageCacheAnswers.reset();
  clock = vi.spyOn(performance, "now").mockReturnValue(start);
});
afterEach(() => {
  keepState("");
  vi.restoreAllMocks();
});

const html = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", ...headers },
  });

/** A cache of what is rendered, and what it answers: what is sent, or `passed on`. */
function caching(render: (url: string) => Response) {
  const rendered: string[] = [];
  const handle = pageCache((url) => {
    rendered.push(url);
    return Promise.resolve(render(url));
  });
  const get = (url: string, { encoding = "br", fresh = false } = {}) =>
    new Promise<{ status?: number; headers: Record<string, unknown>; body?: Buffer } | "passed on">(
      (done, fail) => {
        const headers: Record<string, unknown> = {};
        let status: number | undefined;
        const response = {
          setHeader: (name: string, value: unknown) => void (headers[name] = value),
          status: (code: number) => {
            status = code;
            return response;
          },
          end: (body?: Buffer) => done({ status, headers, body }),
        };
        const request = {
          ...{ method: "GET", headers: {}, originalUrl: url, path: url.split("?")[0], fresh },
          acceptsEncodings: (one: string) => (one === encoding ? one : false),
        };
        const next = (error?: unknown) =>
          error instanceof Error ? fail(error) : done("passed on");
        handle(request as unknown as Request, response as unknown as ExpressResponse, next);
      },
    );
  return { get, rendered };
}

const answersByResult = async () => {
  const { values } = await pageCacheAnswers.get();
  return values.map(({ labels, value }) => `${labels.result}: ${value}`).sort();
};

it("is sent as it was rendered, packed, with its name and for how long it is good", async () => {
  const { get, rendered } = caching(() => html("<p>é</p>", { "X-Own": "a" }));
  const first = await get("/CGU");
  const common = {
    ...{ "content-type": "text/html; charset=utf-8", "x-own": "a" },
    ETag: `"${createHash("sha1").update("<p>é</p>").digest("base64url")}"`,
    "Cache-Control": "public, max-age=0, must-revalidate, s-maxage=5",
    "CDN-Cache-Control": "public, max-age=5, stale-while-revalidate=60",
    Vary: "Accept-Encoding, Cookie",
  };
  if (first === "passed on") throw new Error("not kept");
  const length = first.body!.length;
  const packed = { ...common, "Content-Encoding": "br", "Content-Length": length };
  expect(first).toMatchObject({ status: 200, headers: packed });
  expect(brotliDecompressSync(first.body!).toString()).toBe("<p>é</p>");
  expect(asked).toEqual([{ params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }]);
  const again = await get("/CGU", { encoding: "gzip" });
  if (again === "passed on") throw new Error("not kept");
  expect(again.headers).toMatchObject({ "Content-Encoding": "gzip" });
  expect(again.headers["Content-Length"]).toBe(again.body!.length);
  expect(gunzipSync(again.body!).toString()).toBe("<p>é</p>");
  expect(await get("/CGU", { fresh: true })).toEqual({
    ...{ status: 304, headers: common, body: undefined },
  });
  expect(rendered).toEqual(["/CGU"]);
  expect(await answersByResult()).toEqual(["kept: 2", "rendered: 1"]);
});

it("is kept for a minute, while nothing changes, in as many as weigh 48 MB together", async () => {
  const { get, rendered } = caching((url) => html(url));
  const isRendered = async (url: string) => {
    const before = rendered.length;
    await get(url);
    return rendered.length > before;
  };
  expect(await isRendered("/CGU")).toBe(true);
  clock.mockReturnValue(start + 60_000);
  await eventually(async () => expect(await isRendered("/CGU")).toBe(false));
  clock.mockReturnValue(start + 60_001);
  await eventually(async () => expect(await isRendered("/CGU")).toBe(true));
  version = 2;
  expect([await isRendered("/CGU"), await isRendered("/CGU")]).toEqual([true, false]);
  const notice = {
    ...{ id: "n", kind: "attention", audience: "everyone", text: "Bonjour" },
    ...{ from: new Date(0), until: new Date(4_000_000_000_000) },
  };
  keepState(JSON.stringify({ notices: [notice], maintenance: null }));
  expect([await isRendered("/CGU"), await isRendered("/CGU")]).toEqual([true, false]);
});

it("makes room, the one asked for longest ago first, past 48 MB", async () => {
  const { get, rendered } = caching((url) => html(url));
  const half = 48 * 1024 * 512 - 1_000;
  // What is packed either way, beside 1 kB of the rest.
  const weigh = (url: string, bytes: number) => weights.set(url, bytes / 2);
  weigh("/reservation?a", half);
  weigh("/reservation?b", half);
  weigh("/reservation?c", 2);
  await get("/reservation?a");
  await get("/reservation?b");
  await get("/reservation?a");
  await get("/reservation?b");
  expect(rendered).toHaveLength(2);
  await get("/reservation?c");
  await get("/reservation?b");
  expect(rendered).toHaveLength(3);
  await get("/reservation?a");
  expect(rendered).toHaveLength(4);
});

it("is no page with an address past 500 characters, nor what is not everybody's", async () => {
  const { get } = caching((url) => {
    const of = new URL(url, "http://localhost").searchParams;
    if (of.has("cookie")) return html("x", { "set-cookie": "a=b" });
    if (of.has("text")) return new Response("x");
    return html("x", {}, of.has("gone") ? 404 : 200);
  });
  const sized = (length: number) => "/reservation?".padEnd(length, "x");
  expect(await get(sized(500))).toMatchObject({ status: 200 });
  expect(await get(sized(501))).toBe("passed on");
  for (const url of ["/?cookie", "/?text", "/?gone"]) expect(await get(url)).toBe("passed on");
  const failing = caching(() => {
    throw new Error("a fault");
  });
  await expect(failing.get("/")).rejects.toThrow("a fault");
});
