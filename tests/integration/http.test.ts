import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants } from "node:zlib";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Express } from "express";
import mongoose, { Types } from "mongoose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { jobsCollection, turnsOfJobs } from "@jobs/queue";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import { env } from "~/platform/env.server";
import { createExpressApp } from "~/platform/http/app.server";
import { measureJobs } from "~/platform/http/metrics.server";
import { pageCache } from "~/platform/http/page-cache.server";
import { keepState } from "~/platform/known-state.server";
import { logger } from "~/platform/log.server";
import { staticFiles } from "~/platform/http/static-files.server";
import { RequestSession } from "~/platform/session.server";
import { useDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createUser } from "../support/fixtures";
import { PROVED } from "../support/members";

/** What Express does with a request before and around Remix, spoken to as proxies and browsers do. */

vi.mock("compression", async (original) => {
  const { default: pack } = await original<{ default: typeof compression }>();
  return { default: vi.fn(pack) };
});

useDatabase();

const { origin: siteOrigin } = new URL(env.APP_URL);

const MEMBER = "routes/groups/member";

/**
 * A build of pages that show their request's address, and perhaps one more.
 *
 * @param addedPath a page added to the group of members
 */
function buildWith(addedPath?: string): ServerBuild {
  const shown = ({ request }: { request: Request }) => request.url;
  const routes: Record<string, object> = {};
  const add = (id: string, path: string | undefined, parentId: string | undefined) => {
    const module = { default: () => null, loader: shown, action: shown };
    routes[id] = { id, path, parentId, module };
  };
  add("root", "", undefined);
  add(MEMBER, undefined, "root");
  add("open", "open", "root");
  add("page", "page", "root");
  add("nowhere", "*", "root");
  add("closed", "closed", MEMBER);
  if (addedPath !== undefined) add("added", addedPath, MEMBER);
  return {
    routes,
    entry: {
      module: {
        default: (...[, status, headers, { staticHandlerContext }]: EntryArguments) => {
          const { loaderData, actionData } = staticHandlerContext;
          // As of pages; others are answered as what they are here, a text.
          if ("page" in loaderData) headers.set("Content-Type", "text/html; charset=utf-8");
          return new Response(JSON.stringify({ loaderData, actionData }), { status, headers });
        },
        handleError: (error: unknown) => {
          throw error;
        },
      },
    },
    assets: { version: "0", url: "", entry: { module: "", imports: [] }, routes: {} },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    mode: "production",
    isSpaMode: false,
    future: {},
  } as unknown as ServerBuild;
}
type EntryArguments = Parameters<ServerBuild["entry"]["module"]["default"]>;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** Listens with the application; answers a function that sends it requests with just these headers. */
async function listen(app: Express) {
  const server = createServer(app).listen(0, "127.0.0.1");
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return async (method: string, path: string, headers: Record<string, string> = {}) =>
    await new Promise<Answer>((resolve, reject) => {
      const options = { host: "127.0.0.1", port, method, path, headers };
      const request = httpRequest(options, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      request.on("error", reject);
      request.end();
    });
}

/** An empty directory, which goes away with the file's data. */
const noFiles = () => mkdtempSync(join(env.DATA_DIR, "client-"));

const { TRUST_PROXY } = env;
afterEach(() => {
  env.TRUST_PROXY = TRUST_PROXY;
});

/** As it is deployed, behind one proxy that it trusts. */
function built(): Express {
  env.TRUST_PROXY = 1;
  return createExpressApp({ build: buildWith(), clientDir: noFiles() });
}

/** As the sources would be served, `current` being what they are now. */
function inDevelopment(current: () => ServerBuild): Express {
  const middlewares = (_request: unknown, _response: unknown, next: () => void) => next();
  return createExpressApp({
    vite: {
      middlewares: Object.assign(middlewares, {}) as never,
      ssrLoadModule: () => Promise.resolve(current()),
    },
  });
}

test("it believes as many proxies as it is told of, so that each visitor has tries of their own", () => {
  expect(built().get("trust proxy")).toBe(1);
  env.TRUST_PROXY = 0;
  expect(inDevelopment(buildWith).get("trust proxy")).toBe(0);
});

const OTHER_HOSTS: Record<string, string>[] = [
  { host: "10.0.0.3:8080" },
  { host: "10.0.0.3:8080", "x-forwarded-host": "evil.example" },
  {
    host: "evil.example",
    "x-forwarded-host": "a.example, b.example",
    "x-forwarded-proto": "https",
  },
];

test.each(OTHER_HOSTS)(
  "attack 31: loaders and actions see the site's own address: %j",
  async (headers) => {
    const send = await listen(built());
    const read = await send("GET", "/open?a=1", headers);
    expect(read.text).toContain(`"open":"${siteOrigin}/open?a=1"`);
    const posted = await send("POST", "/open", { ...headers, origin: siteOrigin });
    expect(posted.status).toBe(200);
    expect(posted.text).toContain(`"actionData":{"open":"${siteOrigin}/open"}`);
  },
);

test.each(OTHER_HOSTS)(
  "attack 31: an Origin that is the Host’s, not the site’s, is refused: %j",
  async (headers) => {
    const send = await listen(built());
    for (const origin of [`http://${headers.host}`, "http://evil.example", "null"]) {
      expect((await send("POST", "/open", { ...headers, origin })).status).toBe(403);
    }
  },
);

test("a group's page sends a stranger to the login, an open one does not", async () => {
  const send = await listen(built());
  expect((await send("GET", "/open")).status).toBe(200);
  const { status, headers } = await send("GET", "/closed");
  expect([status, headers.location]).toEqual([303, "/connexion?vers=%2Fclosed"]);
});

test("in development a page added to a group is behind its guard at once", async () => {
  let build = buildWith();
  const send = await listen(inDevelopment(() => build));
  expect((await send("GET", "/closed")).status).toBe(303);
  expect((await send("GET", "/new")).text).toContain("nowhere");
  build = buildWith("new");
  const { status, headers } = await send("GET", "/new");
  expect([status, headers.location]).toEqual([303, "/connexion?vers=%2Fnew"]);
  expect((await send("GET", "/open")).text).toContain("/open");
});

test("an answer to someone with a session is kept nowhere", async () => {
  const send = await listen(built());
  const withSession = await send("GET", "/open", { cookie: "session=x" });
  expect(withSession.headers["cache-control"]).toBe("private, no-store");
  expect(withSession.headers.vary).toContain("Cookie");
  const without = await send("GET", "/open");
  expect(without.headers["cache-control"]).toMatch(/^private, no-/);
  expect(without.headers.vary).toContain("Cookie");
});

/** What of an answer says who may keep it, and what a browser may fetch before it is asked for. */
const kept = ({ status, headers }: Answer) => [
  ...[status, headers["cache-control"], headers.vary, headers["speculation-rules"]],
];

test("a page may be kept by who has no cookie, and says which others may be fetched beforehand", async () => {
  const send = await listen(built());
  const rules = '"/speculation-rules.json"';
  const vary = "Accept-Encoding, Cookie";
  expect(kept(await send("GET", "/page"))).toEqual([200, "private, no-cache", vary, rules]);
  const cookie = { cookie: "session=x" };
  expect(kept(await send("GET", "/page", cookie))).toEqual([
    ...[200, "private, no-store", vary, rules],
  ]);
  expect(kept(await send("GET", "/open"))).toEqual([200, "private, no-store", vary, undefined]);
});

test("a request leaves a line in the log, without what its address would let others in by", async () => {
  const info = vi.spyOn(logger, "info");
  const send = await listen(built());
  const before = performance.now();
  const { headers } = await send("GET", `/open?a=${"b".repeat(40)}`);
  await send("POST", `/reset/${"c".repeat(43)}`, { origin: siteOrigin });
  await until(() => info.mock.calls.length === 2);
  const said = { requestId: expect.any(String) as string, ms: expect.any(Number) as number };
  expect(info.mock.calls).toEqual([
    [
      {
        ...{ ...said, requestId: headers["x-request-id"] },
        ...{ method: "GET", path: "/open", status: 200, finished: true },
      },
      "request",
    ],
    [{ ...said, method: "POST", path: "/reset/…", status: 200, finished: true }, "request"],
  ]);
  const longest = Math.ceil(performance.now() - before);
  for (const [fields] of info.mock.calls) {
    const { ms } = fields as { ms: number };
    expect([ms >= 0, ms <= longest]).toEqual([true, true]);
  }
  info.mockRestore();
});

test("a page that is not there because the site is closed is no error of the log", async () => {
  const [info, error] = [vi.spyOn(logger, "info"), vi.spyOn(logger, "error")];
  const send = await listen(built());
  keepState(
    JSON.stringify({ notices: [], maintenance: { message: "Travaux.", from: new Date(0) } }),
  );
  expect((await send("GET", "/page")).status).toBe(503);
  await until(() => info.mock.calls.length === 1);
  expect(info).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }), "request");
  expect(error).not.toHaveBeenCalled();
  keepState(JSON.stringify({ notices: [], maintenance: null }));
  info.mockRestore();
  error.mockRestore();
});

test("a line of the log says who looked at the site as whom", async () => {
  const admin = await createUser({ isAdmin: true, adminRole: "support" });
  const person = await createUser();
  let cookie = "";
  const session = new RequestSession(null, null, (value) => (cookie = value.split(";")[0] ?? ""));
  await session.start(admin._id, PROVED);
  const viewing = { userId: person._id, until: new Date(Date.now() + 600_000) };
  await inTransaction((transaction) => session.startView(viewing, transaction));
  const info = vi.spyOn(logger, "info");
  const send = await listen(built());
  expect((await send("GET", "/closed", { cookie })).status).toBe(200);
  await until(() => info.mock.calls.length === 1);
  expect(info.mock.lastCall?.[0]).toMatchObject({
    ...{ viewedBy: admin._id.toString(), viewedAs: person._id.toString() },
  });
  info.mockRestore();
});

test("a line of the log says whose session asked, by its id", async () => {
  const person = await createUser();
  let cookie = "";
  const session = new RequestSession(null, null, (value) => (cookie = value.split(";")[0] ?? ""));
  await session.start(person._id);
  const info = vi.spyOn(logger, "info");
  const send = await listen(built());
  expect((await send("GET", "/closed", { cookie })).status).toBe(200);
  await until(() => info.mock.calls.length === 1);
  expect(info.mock.lastCall?.[0]).toMatchObject({ viewer: person._id.toString() });
  info.mockRestore();
});

test("it is ready once it has all that it would make visitors wait for, and while the database answers", async () => {
  const told = async (how: { isReady?: () => boolean } = {}) => {
    const send = await listen(
      createExpressApp({ build: buildWith(), clientDir: noFiles(), ...how }),
    );
    const { status, text, headers } = await send("GET", "/readyz");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    const health = await send("GET", "/healthz");
    expect([health.status, health.text]).toEqual([200, "ok"]);
    return [status, text];
  };
  expect(await told()).toEqual([200, "ok"]);
  expect(await told({ isReady: () => true })).toEqual([200, "ok"]);
  expect(await told({ isReady: () => false })).toEqual([503, "reading the venues"]);
  const { db } = mongoose.connection;
  const ping = vi.spyOn(db!, "admin").mockImplementation(() => {
    throw new Error("gone");
  });
  expect(await told()).toEqual([503, "no database"]);
  ping.mockRestore();
});

test("pages that are made anew are packed fast, with as much to look back at as a page is long", async () => {
  vi.mocked(compression).mockClear();
  const send = await listen(built());
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 };
  expect(vi.mocked(compression).mock.calls).toEqual([[{ brotli: { params } }]]);
  const long = `/open?${"a".repeat(3_000)}`;
  const { headers } = await send("GET", long, { "accept-encoding": "br" });
  expect(headers["content-encoding"]).toBe("br");
});

test("what fails outside of pages is told barely, with a number that the log has", async () => {
  const error = vi.spyOn(logger, "error").mockReturnValue(undefined);
  const failing = Object.assign(new Error("broken"), { status: 400 });
  const send = await listen(
    inDevelopment(() => {
      throw failing;
    }),
  );
  for (const [path, type] of [
    ["/open", "text/plain; charset=utf-8"],
    ["/api/open", "application/problem+json; charset=utf-8"],
  ] as const) {
    error.mockClear();
    const { status, headers, text } = await send("GET", path);
    const id = headers["x-request-id"] as string;
    expect([status, headers["content-type"]]).toEqual([500, type]);
    expect(text).toContain(`Une erreur est survenue. Incident ${id}`);
    expect(error).toHaveBeenCalledWith({ err: failing, requestId: id }, "unexpected error");
  }
  await until(() => error.mock.calls.length === 2);
  expect(error.mock.lastCall?.[0]).toMatchObject({ status: 500, path: "/api/open" });
  error.mockRestore();
});

test("each kind of answer has these headers, and no others", async () => {
  const send = await listen(built());
  const foreign = { origin: "https://ailleurs.example", "sec-fetch-site": "cross-site" };
  const asked: [method: string, path: string, headers?: Record<string, string>][] = [
    ["GET", "/open"],
    ["GET", "/open", { cookie: "session=x" }],
    ["GET", "/closed"],
    ["GET", "/nowhere"],
    ["GET", "/healthz"],
    ["GET", "/readyz"],
    ["GET", "/metrics"],
    ["GET", "/x%0a"],
    ["TRACE", "/open"],
    ["POST", "/open", foreign],
    ["POST", "/open", { origin: "null" }],
  ];
  const told: Record<string, unknown> = {};
  for (const [method, path, given = {}] of asked) {
    const { status, headers } = await send(method, path, given);
    const varying = { date: "", "x-request-id": "", etag: "", "content-length": "" };
    const shown = Object.entries(headers).map(([name, value]) =>
      Object.hasOwn(varying, name)
        ? name
        : `${name}: ${String(value).replace(/('sha256-[^']+' ?)+/g, "(hashes of the styles)")}`,
    );
    told[[method, path, ...Object.keys(given)].join(" ")] = [status, ...shown.sort()];
  }
  expect(told).toMatchSnapshot();
});

test("what is measured has these names, and counts by these", async () => {
  const send = await listen(built());
  await send("GET", "/open");
  const { text } = await send("GET", "/metrics");
  const own = text
    .split("\n")
    .filter((line) => /^# HELP (http|page|log|job)_|route="open"/.test(line));
  expect(own.map((line) => line.replace(/ [\d.e-]+$/, ""))).toMatchSnapshot();
});

test("what the guide has somebody woken by is measured, at routes that there are", async () => {
  const guide = readFileSync("docs/operations.md", "utf8");
  const rules = [...guide.matchAll(/```yaml\n(groups:[^`]*)```/g)].map(([, rule]) => rule).join("");
  const send = await listen(built());
  await send("GET", "/open");
  const { text } = await send("GET", "/metrics");
  const named = new Set(rules.match(/\b(?:http|page|log|job|nodejs)_\w+/g));
  expect(named.size).toBeGreaterThan(4);
  expect([...named].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  const source = readFileSync("app/routes.ts", "utf8");
  const routes = [...source.matchAll(/\b(route|api)\("([^"]+)"/g)].map(([, kind, path]) =>
    kind === "api" ? `api/${path!}` : path!,
  );
  const asked = [...rules.matchAll(/route=~"([^"]+)"/g)].flatMap(([, some]) => some!.split("|"));
  expect(asked).toHaveLength(3);
  const matched = asked.map((some) =>
    routes.filter((path) => new RegExp(`^(?:${some})$`).test(path)),
  );
  expect(matched).toEqual([
    ["api/stripe/webhook", "api/stripe/webhook-connect"],
    ["inscription", "inscription-c", "inscription-master", "inscription-c-master"],
    ["api/auth/signup", "api/auth/signup-master"],
  ]);
});

test("it is measured when each job was done and is to be done, how often it failed, and without the database the rest", async () => {
  const at = new Date("2026-03-02T09:00:00Z");
  const written = (after: number) => Types.ObjectId.createFromTime(at.getTime() / 1_000 + after);
  await jobsCollection().insertMany([
    { name: "send-mails", type: "single", lastFinishedAt: at, nextRunAt: addMinutes(at, 1) },
    { name: "send-mails", type: "normal", lastFinishedAt: at, nextRunAt: null },
    { _id: written(30), name: "sweep-holds", type: "single", nextRunAt: at, failCount: 3 },
    { _id: written(45), name: "expire-requests", type: "single", failCount: 0 },
    { name: "of-another-version", type: "single", nextRunAt: at },
  ]);
  measureJobs(turnsOfJobs);
  const send = await listen(built());
  const lines = async () =>
    (await send("GET", "/metrics")).text.split("\n").filter((line) => line.startsWith("job_"));
  const seconds = at.getTime() / 1_000;
  expect(await lines()).toEqual([
    `job_last_finished_timestamp_seconds{job="send-mails"} ${seconds}`,
    // These never ended a turn: since their schedules were written.
    `job_last_finished_timestamp_seconds{job="sweep-holds"} ${seconds + 30}`,
    `job_last_finished_timestamp_seconds{job="expire-requests"} ${seconds + 45}`,
    `job_next_turn_timestamp_seconds{job="send-mails"} ${seconds + 60}`,
    `job_next_turn_timestamp_seconds{job="sweep-holds"} ${seconds}`,
    'job_failures{job="send-mails"} 0',
    'job_failures{job="sweep-holds"} 3',
    'job_failures{job="expire-requests"} 0',
  ]);
  measureJobs(() => Promise.reject(new Error("away")));
  expect(await lines()).toEqual([]);
  measureJobs(() => Promise.resolve([]));
  await jobsCollection().deleteMany({});
});

describe("a kept page", () => {
  const html = (text: string) =>
    new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });

  /** Listens with a page cache whose pages `render` makes; past it, everything is "anew". */
  const listenKeeping = (render: (url: string) => Promise<Response>) =>
    listen(
      express()
        .disable("etag")
        .use(pageCache(render), (_request, response) => void response.send("anew")),
    );
  const packed = { "accept-encoding": "gzip" };

  test("is not sent again to who names its ETag, weakened or among others", async () => {
    const send = await listenKeeping(() => Promise.resolve(html("page")));
    const first = await send("GET", "/", packed);
    const etag = first.headers.etag ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
    for (const named of [etag, `W/${etag}`, `"other", ${etag}`, `W/"other",W/${etag}`, "*"]) {
      const { status, text } = await send("GET", "/", { ...packed, "if-none-match": named });
      expect([named, status, text]).toEqual([named, 304, ""]);
    }
    const other = await send("GET", "/", { ...packed, "if-none-match": '"other"' });
    expect(other.status).toBe(200);
  });

  test("is one of these, for as long as a minute", async () => {
    const id = "a".repeat(24);
    let renderings = 0;
    const send = await listenKeeping(() => Promise.resolve(html(`page ${(renderings += 1)}`)));
    const isKept = async (path: string) => (await send("GET", path, packed)).text !== "anew";
    const shared = [
      ...["/", "/reservation", `/reservation/${id}`, "/reservation?start=x", "/qui-sommes-nous"],
      ...["/mentions-legales", "/CGU", "/CGV", "/politique", "/accessibilite"],
    ];
    for (const path of shared) expect([path, await isKept(path)]).toEqual([path, true]);
    expect(renderings).toBe(shared.length);
    for (const path of [
      ...["/connexion", "/contact", `/reservation/${id}/carte`, "/reservation/x", "/reservation/"],
      `/reservation?${"x".repeat(500)}`,
    ]) {
      expect([path, await isKept(path)]).toEqual([path, false]);
    }
    expect((await send("HEAD", "/", packed)).headers.etag).toBeUndefined();
    expect((await send("GET", "/", { "accept-encoding": "identity" })).text).toBe("anew");
    const at = performance.now();
    const clock = vi.spyOn(performance, "now");
    clock.mockReturnValue(at + 59_000);
    await send("GET", "/", packed);
    expect(renderings).toBe(shared.length);
    clock.mockReturnValue(at + 61_000);
    // The cache looks at the time once a millisecond.
    await eventually(async () => {
      await send("GET", "/", packed);
      expect(renderings).toBe(shared.length + 1);
    });
    clock.mockRestore();
  });

  test("is rendered once for all who ask meanwhile, and not for who asks later", async () => {
    let renderings = 0;
    let finish: (response: Response) => void = () => undefined;
    const send = await listenKeeping(() => {
      renderings += 1;
      return new Promise((resolve) => (finish = resolve));
    });
    const asked = Array.from({ length: 5 }, () => send("GET", "/reservation", packed));
    await until(() => renderings > 0);
    finish(html("page"));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect((await send("GET", "/reservation", packed)).status).toBe(200);
    expect(renderings).toBe(1);
  });

  test("is never one from before a change, even one that was being rendered then", async () => {
    const DATED = "/reservation?start=2027-06-12&end=2027-06-12";
    const finishers: (() => void)[] = [];
    let text = "before";
    const send = await listenKeeping(() => {
      const read = text;
      return new Promise((resolve) => finishers.push(() => resolve(html(read))));
    });
    const etagOf = (answer: Answer) => answer.headers.etag;
    const early = send("GET", DATED, packed);
    await until(() => finishers.length === 1);
    text = "after";
    await bumpContentVersion({ days: ["a".repeat(24)] });
    const late = send("GET", DATED, packed);
    await until(() => finishers.length === 2);
    for (const finish of finishers) finish();
    const [before, after] = [etagOf(await early), etagOf(await late)];
    expect(before).not.toBe(after);
    expect(etagOf(await send("GET", DATED, packed))).toBe(after);
    expect(finishers).toHaveLength(2);
  });

  test("stays when days are taken that are not on it, and may be kept in front for some seconds", async () => {
    let renderings = 0;
    const send = await listenKeeping(() => Promise.resolve(html(`page ${(renderings += 1)}`)));
    const { headers } = await send("GET", "/reservation", packed);
    await bumpContentVersion({ days: ["a".repeat(24)] });
    await send("GET", "/reservation", packed);
    expect(renderings).toBe(1);
    await bumpContentVersion({ venues: ["a".repeat(24)] });
    await send("GET", "/reservation", packed);
    expect(renderings).toBe(2);
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=0, must-revalidate, s-maxage=5",
      "cdn-cache-control": "public, max-age=5, stale-while-revalidate=60",
      vary: "Accept-Encoding, Cookie",
    });
  });

  test("is none that is somebody's own, missing, or no page", async () => {
    const answers = [
      new Response("hello", { headers: { "Content-Type": "text/html", "Set-Cookie": "a=b" } }),
      new Response("missing", { status: 404, headers: { "Content-Type": "text/html" } }),
      new Response(null, { status: 303, headers: { Location: "/" } }),
    ];
    const send = await listenKeeping(() => Promise.resolve(answers.shift()!));
    for (const path of ["/", "/reservation", "/CGU"]) {
      expect((await send("GET", path, packed)).text).toBe("anew");
    }
    expect((await send("GET", "/", { ...packed, cookie: "a=b" })).text).toBe("anew");
    expect(answers).toEqual([]);
  });
});

describe("a file of the build", () => {
  const directory = noFiles();
  mkdirSync(join(directory, "assets"));
  mkdirSync(join(directory, ".vite"));
  for (const [name, bytes] of Object.entries({
    "assets/a-12345678.js": "plain",
    "assets/a-12345678.js.br": "packed by brotli",
    "assets/a-12345678.js.gz": "packed by gzip",
    "assets/small-12345678.js": "small",
    "favicon.ico": "icon",
    ".vite/manifest.json": "{}",
  })) {
    writeFileSync(join(directory, name), bytes);
  }
  const listenWithFiles = () =>
    listen(
      express().use(staticFiles(directory), (_request, response) => {
        response.status(404).send("no file");
      }),
    );

  test("is measured as one of the files, and by no name of its own", async () => {
    let measured: unknown;
    const app = express().use((_request, response, next) => {
      response.on("finish", () => {
        measured = response.locals.route as unknown;
      });
      next();
    });
    const send = await listen(app.use(staticFiles(directory)));
    await send("GET", "/favicon.ico");
    expect(measured).toBe("files");
  });

  test("comes as it was packed, for good", async () => {
    const send = await listenWithFiles();
    const path = "/assets/a-12345678.js";
    for (const [accepted, encoding, text] of [
      ["gzip, br", "br", "packed by brotli"],
      ["gzip", "gzip", "packed by gzip"],
      ["br;q=0", undefined, "plain"],
    ] as const) {
      const { headers, ...answer } = await send("GET", path, { "accept-encoding": accepted });
      expect(answer).toEqual({ status: 200, text });
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers["content-type"]).toMatch(/javascript/);
      expect(headers.vary).toBe("Accept-Encoding");
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    }
  });

  test("comes as it is where packing it gains nothing, and for a day without a hash", async () => {
    const send = await listenWithFiles();
    const small = await send("GET", "/assets/small-12345678.js", { "accept-encoding": "br" });
    expect([small.text, small.headers["content-encoding"]]).toEqual(["small", undefined]);
    const icon = await send("GET", "/favicon.ico");
    expect(icon.headers["cache-control"]).toBe("public, max-age=86400");
    const { headers, text } = await send("HEAD", "/favicon.ico");
    expect([headers["content-length"], text]).toEqual(["4", ""]);
  });

  test("is not sent again to who names its ETag", async () => {
    const send = await listenWithFiles();
    const { headers } = await send("GET", "/favicon.ico");
    for (const named of [headers.etag!, `"other", ${headers.etag!}`]) {
      const again = await send("GET", "/favicon.ico", { "if-none-match": named });
      expect(again.status).toBe(304);
    }
  });

  test("is nothing but what the build made for browsers", async () => {
    const send = await listenWithFiles();
    for (const path of [
      ...["/.vite/manifest.json", "/assets", "/assets/", "/assets/../favicon.ico", "/%"],
      ...["/..%2f..%2fetc%2fpasswd", "/favicon.ico%00", "//favicon.ico"],
    ]) {
      expect([path, (await send("GET", path)).text]).toEqual([path, "no file"]);
    }
    expect((await send("POST", "/favicon.ico")).text).toBe("no file");
  });

  test("that a newer build took away is a page that is not there", async () => {
    writeFileSync(join(directory, "assets/gone-12345678.js"), "gone");
    writeFileSync(join(directory, "assets/gone-12345678.js.br"), "gone too");
    const send = await listenWithFiles();
    rmSync(join(directory, "assets/gone-12345678.js.br"));
    const path = "/assets/gone-12345678.js";
    const { status, headers, text } = await send("GET", path, { "accept-encoding": "br" });
    expect([status, text]).toEqual([404, "no file"]);
    expect(headers["content-type"]).toMatch(/html/);
    expect([headers["content-encoding"], headers.vary]).toEqual([undefined, undefined]);
  });
});

/** Waits for what the server is about to do. */
async function until(isTrue: () => boolean): Promise<void> {
  await vi.waitUntil(isTrue, { interval: 5, timeout: 60_000 });
}
