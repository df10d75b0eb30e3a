import { EventEmitter, once } from "node:events";
import { createServer, get as ask, Agent } from "node:http";
import type { AddressInfo } from "node:net";
import type { AppLoadContext } from "@remix-run/node";
import type { NextFunction, Request, Response } from "express";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "../env.server";
import { keepState } from "../known-state.server";
import { Refusal } from "../refusal";
import { countVisit, foundNothing } from "../visits.server";
import { countVisits } from "./count-visits.server";
import { gracefulClose } from "./graceful-close.server";
import { maintenance } from "./maintenance.server";
import { originCheck } from "./origin-check.server";
import { unavailablePage } from "./unavailable-page.server";

/** What a request passes on its way to its page, asked by itself: no network, no database. */

vi.mock("../content-version.server", () => ({ lookForChanges: () => undefined }));
vi.mock("../visits.server", () => ({ countVisit: vi.fn(), foundNothing: vi.fn() }));

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  query?: object;
}

const requestOf = ({ method = "GET", path, headers = {}, query = {} }: Asked) =>
  ({
    ...{ method, path, url: path, originalUrl: path, query, headers },
    get: (name: string) => headers[name],
  }) as unknown as Request;

describe("while the site is closed", () => {
  const now = new Date("2027-03-10T09:00:00Z");
  const until = new Date("2027-03-10T17:30:00Z");
  const message = "Nous changeons de serveur.";
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    close({ until });
  });
  afterEach(() => {
    keepState("");
    vi.useRealTimers();
  });
  const close = (more: object) => {
    keepState(JSON.stringify({ notices: [], maintenance: { message, from: now, ...more } }));
  };

  /** What is passed on: nothing where the request may go on. */
  const passed = async (asked: Asked, holder: object | null = null) => {
    const session = { present: holder !== null, holder: () => Promise.resolve(holder) };
    const context = { session } as unknown as AppLoadContext;
    const response = { locals: { context } } as unknown as Response;
    const error = await new Promise<unknown>((next) => {
      void maintenance(requestOf(asked), response, next as NextFunction);
    });
    expect(context.closed).toBe(error);
    return error as Refusal | undefined;
  };
  const officer = { isVerified: true, adminRole: "lecture", secondFactorAt: now };

  it("these addresses stay open, and no others", async () => {
    const open = [
      ...["/api/stripe/webhook", "/api/stripe/webhook-connect"],
      ...["/connexion", "/seconde-etape", "/deconnexion", "/voir-comme"],
      ...["/api/auth/login", "/api/auth/second-factor", "/api/auth/logout"],
    ];
    for (const path of open) expect([path, await passed({ path })]).toEqual([path, undefined]);
    for (const path of ["/", "/inscription", "/api/auth/signup", "/admin"]) {
      expect(await passed({ path })).toMatchObject({ code: "maintenance", status: 503 });
    }
  });

  it("people are told why, until when, and to send again what they sent", async () => {
    const why = `Le site est en maintenance. ${message}`;
    const back = `${why} Retour prévu le 10/03/2027 à 18\u00a0h\u00a030.`;
    const refusal = await passed({ path: "/" });
    expect(refusal).toMatchObject({ message: back, until });
    const again =
      "Ce que vous avez envoyé n’a pas été enregistré\u00a0: gardez cette page et rechargez-la ensuite pour le renvoyer.";
    expect((await passed({ path: "/contact", method: "POST" }))?.message).toBe(`${back} ${again}`);
    close({});
    expect(await passed({ path: "/" })).toMatchObject({ message: why, retryAfter: 600 });
  });

  it("who works in the office passes; nobody else does, and everybody once it is open", async () => {
    expect(await passed({ path: "/" }, officer)).toBeUndefined();
    for (const holder of [
      { ...officer, secondFactorAt: undefined },
      { ...officer, adminRole: undefined },
      { ...officer, isVerified: false },
    ]) {
      expect(await passed({ path: "/" }, holder)).toMatchObject({ code: "maintenance" });
    }
    vi.setSystemTime(until);
    expect(await passed({ path: "/" })).toBeUndefined();
  });
});

describe("a visit", () => {
  const count = vi.mocked(countVisit);
  beforeEach(() => {
    count.mockReset();
    vi.mocked(foundNothing).mockReset().mockReturnValue(false);
  });

  const counted = (asked: Asked, status = 200, context?: object) => {
    count.mockClear();
    const response = Object.assign(new EventEmitter(), { statusCode: status, locals: { context } });
    const headers = { "user-agent": "Mozilla/5.0", ...asked.headers };
    const next = vi.fn();
    countVisits(requestOf({ ...asked, headers }), response as unknown as Response, next);
    expect(next).toHaveBeenCalledWith();
    response.emit("finish");
    return count.mock.calls.map(([name]) => name);
  };
  const venue = { path: `/reservation/${"a".repeat(24)}` };
  const search = { path: "/reservation", query: { city: "lyon" } };

  it("is one of a venue's page or of a search's first, shown or still good", () => {
    expect([counted(venue), counted(venue, 304), counted(search)]).toEqual([
      ...[["venue"], ["venue"], ["search"]],
    ]);
    vi.mocked(foundNothing).mockReturnValue(true);
    expect([counted(search), counted(venue)]).toEqual([["search", "search_empty"], ["venue"]]);
  });

  it("is none that is asked for otherwise, shows nothing, or is an administrator's look", () => {
    const none: [Asked, number?, object?][] = [
      [{ ...venue, method: "HEAD" }],
      [{ ...venue, method: "POST" }],
      [{ path: `${venue.path}/carte` }],
      [{ path: "/reservation" }],
      [{ ...search, query: { city: "lyon", page: "2" } }],
      [{ ...search, query: { sort: "rating" } }],
      [{ ...search, query: { utm_source: "x" } }],
      [{ ...search, query: { city: "", type: [""] } }],
      [{ ...venue, headers: { "sec-purpose": "prefetch;prerender" } }],
      [venue, 404],
      [venue, 503],
      [venue, 200, { session: { knownView: {} } }],
    ];
    for (const [asked, status, context] of none) {
      expect(counted(asked, status, context)).toEqual([]);
    }
    const view = { session: { knownView: null } };
    expect(counted(venue, 200, view)).toEqual(["venue"]);
  });

  it.each(["bot", "crawl", "spider", "slurp", "preview", "monitor", "curl", "wget", "python"])(
    "is none of a program that calls itself %s",
    (name) => {
      const agent = `Mozilla/5.0 (X${name.toUpperCase()}/1)`;
      expect(counted({ ...venue, headers: { "user-agent": agent } })).toEqual([]);
    },
  );

  it.each([
    ...["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"],
    ...["WhatsApp/2.23.20.0", "Scrapy/2.11 (+https://scrapy.org)", "Go-http-client/1.1"],
    ...["okhttp/4.9", "axios/1.6", "node", "GoogleOther", "Mediapartners-Google"],
    "Mozilla/5.0 (Linux; Android 6.0.1) Chrome/140.0.0.0 Mobile Safari/537.36 (compatible; GoogleOther)",
    "Mozilla/5.0 (Macintosh) Safari/601.2.4 facebookexternalhit/1.1",
    "Mozilla/5.0 (iPhone) Safari/601.1 (compatible; Mediapartners-Google/2.1)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0)",
    "",
  ])("is none of %s", (agent) => {
    expect(counted({ ...venue, headers: { "user-agent": agent } })).toEqual([]);
  });

  it.each([
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
    "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)",
  ])("is one of %s", (agent) => {
    expect(counted({ ...venue, headers: { "user-agent": agent } })).toEqual(["venue"]);
  });

  it("is none of a browser without a window, or of who says nothing", () => {
    const headless = { "user-agent": "Mozilla/5.0 HeadlessChrome/140" };
    expect(counted({ ...venue, headers: headless })).toEqual([]);
    expect(counted({ ...venue, headers: { "user-agent": undefined as never } })).toEqual([]);
  });
});

describe("where a request comes from", () => {
  const own = new URL(env.APP_URL).origin;
  const isLet = (asked: Asked): boolean => {
    const next = vi.fn();
    const send = vi.fn();
    const response = { set: () => response, status: () => response, type: () => response, send };
    const locals = { locals: { requestId: "1" } };
    originCheck(requestOf(asked), Object.assign(response, locals) as never, next);
    expect(next.mock.calls.length + send.mock.calls.length).toBe(1);
    return next.mock.calls.length === 1;
  };
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://ailleurs.example" };

  it.each<[what: string, asked: Asked, isLet: boolean]>([
    ["reading", { path: "/", headers: foreign }, true],
    ["reading the head", { path: "/", method: "HEAD", headers: foreign }, true],
    ["asking what may be asked", { path: "/", method: "OPTIONS", headers: foreign }, true],
    ["this site", { path: "/", method: "POST", headers: { origin: own } }, true],
    [
      "its own page",
      { path: "/", method: "POST", headers: { "sec-fetch-site": "same-origin" } },
      true,
    ],
    ["a bookmark", { path: "/", method: "POST", headers: { "sec-fetch-site": "none" } }, true],
    ["no browser", { path: "/", method: "POST" }, true],
    ["another site", { path: "/", method: "POST", headers: foreign }, false],
    [
      "a neighbour",
      { path: "/", method: "POST", headers: { "sec-fetch-site": "same-site" } },
      false,
    ],
    ["another origin", { path: "/", method: "DELETE", headers: { origin: "null" } }, false],
    [
      "a host whose name begins as this one's",
      { path: "/", method: "POST", headers: { origin: `${own}.ailleurs.example` } },
      false,
    ],
    ["Stripe", { path: "/api/stripe/webhook", method: "POST", headers: foreign }, true],
    [
      "Stripe, of owners",
      { path: "/api/stripe/webhook-connect", method: "POST", headers: foreign },
      true,
    ],
    [
      "a token",
      { path: "/api/x", method: "POST", headers: { ...foreign, authorization: "Bearer x" } },
      true,
    ],
    [
      "the place of a token with nothing in it, which its call refuses",
      { path: "/api/x", method: "POST", headers: { ...foreign, authorization: "Bearer" } },
      true,
    ],
    [
      "a password of another kind",
      { path: "/api/x", method: "POST", headers: { ...foreign, authorization: "Bearers x" } },
      false,
    ],
    [
      "a token on a page",
      { path: "/x", method: "POST", headers: { ...foreign, authorization: "Bearer x" } },
      false,
    ],
  ])("%s", (_what, asked, expected) => {
    expect(isLet(asked)).toBe(expected);
  });
});

describe("a page that cannot be read", () => {
  const html = (status: number) =>
    new Response("<p>Plus tard</p>", { status, headers: { "x-a": "1" } });

  /** What is sent, or what is passed on. */
  const answered = async (
    error: unknown,
    asked: { path?: string; context?: object | null; status?: number; sent?: boolean } = {},
  ) => {
    const { path = "/reservation", context = {}, status = 503, sent = false } = asked;
    const rendered: unknown[] = [];
    const site = {
      destinationOf: (to: string) => `to ${to}`,
      render: (destination: unknown) => (wanted: Request) => {
        rendered.push(destination, wanted.url);
        return Promise.resolve(html(status));
      },
    };
    const told: unknown[] = [];
    const outcome = await new Promise<unknown>((resolve) => {
      const response = {
        ...{ headersSent: sent, locals: { site, destination: "the page", context } },
        setHeader: (...header: unknown[]) => told.push(header),
        status: (code: number) => ({ send: (text: string) => resolve([code, text]) }),
      };
      unavailablePage(
        error,
        requestOf({ path }),
        response as never,
        ((passed: unknown) => resolve({ passed })) as NextFunction,
      );
    });
    return { outcome, rendered, told };
  };
  const away = new Refusal("unavailable");

  it("is shown by itself, which says so", async () => {
    const { outcome, rendered, told } = await answered(away);
    expect(outcome).toEqual([503, "<p>Plus tard</p>"]);
    expect(rendered).toEqual(["the page", `${new URL(env.APP_URL).origin}/reservation`]);
    expect(told).toContainEqual(["x-a", "1"]);
  });

  it("is shown by the page that stands for all where the site is closed", async () => {
    const closed = new Refusal("maintenance", { limit: "Fermé." });
    expect((await answered(closed, { context: { closed } })).rendered[0]).toBe("to /introuvable");
    expect((await answered(closed)).outcome).toEqual({ passed: closed });
  });

  it("is left to others where it is a call, was sent already, or is no outage", async () => {
    expect((await answered(away, { path: "/api/x" })).outcome).toEqual({ passed: away });
    expect((await answered(away, { context: null })).outcome).toEqual({ passed: away });
    expect((await answered(away, { sent: true })).outcome).toEqual({ passed: away });
    expect((await answered(away, { status: 404 })).outcome).toEqual({ passed: away });
    const other = new Error("other");
    expect((await answered(other)).outcome).toEqual({ passed: other });
    const refused = new Refusal("forbidden");
    expect((await answered(refused)).outcome).toEqual({ passed: refused });
  });
});

describe("a server that ends", () => {
  it("answers what was asked, keeps no connection after it, and waits for none that is idle", async () => {
    let answer: () => void = () => undefined;
    const server = createServer((_request, response) => {
      answer = () => response.end("done");
    });
    const close = gracefulClose(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const asked = new Promise<string | undefined>((resolve) => {
      ask({ port, host: "127.0.0.1", agent }, (response) => {
        response.resume();
        resolve(response.headers.connection);
      });
    });
    await once(server, "request");
    const closed = close(60_000);
    answer();
    expect(await asked).toBe("close");
    await closed;
    expect(server.listening).toBe(false);
    agent.destroy();
  });

  it("cuts off at its deadline what is not answered", async () => {
    const server = createServer(() => undefined);
    const close = gracefulClose(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const cut = once(ask({ port, host: "127.0.0.1" }), "error");
    await once(server, "request");
    await close(10);
    expect((await cut)[0]).toMatchObject({ code: "ECONNRESET" });
  });
});
