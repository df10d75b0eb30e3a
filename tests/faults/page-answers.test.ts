import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { ContactMessageModel } from "@models/contact-message";
import { CONTACT_TYPES } from "@models/enumerations";
import { createOpenVenue, stack } from "../support/running-stack";
import { httpCustomer } from "../support/http-customer";
import { leavesOf } from "../support/route-leaves";
import routeConfig from "~/routes";

/** What the answers of pages say around their HTML, over HTTP. */

vi.setConfig({ testTimeout: 90_000 });

/** Of each of two ways to be slow. */
const SLOW_SENDERS = 248;

const message = (description: string) =>
  new URLSearchParams({
    type: CONTACT_TYPES[0],
    name: "Anne",
    lastname: "Martin",
    email: "anne@exemple.fr",
    description,
  });
const post = (path: string, body: URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(new URL(path, stack.appUrl), { method: "POST", body, headers, redirect: "manual" });

test("a form that failed says so with its number, under the member's header, and keeps what was typed", async () => {
  const member = await httpCustomer(stack.appUrl, { name: "Honorine" });
  // What nobody expects of the database: a second message is one too many.
  await ContactMessageModel.collection.createIndex({ email: 1 }, { unique: true, name: "broken" });
  try {
    await ContactMessageModel.collection.insertOne({ email: "anne@exemple.fr" });
    const answer = await post("/contact", message("Encore."), {
      cookie: member.cookieHeader,
    });
    expect(answer.status).toBe(500);
    const html = await answer.text();
    expect(html).toContain(answer.headers.get("x-request-id"));
    expect(html).toContain("Honorine");
    expect(html).toContain("Erreur lors de l’envoi");
    expect(html).toContain("Encore.");
  } finally {
    await ContactMessageModel.collection.dropIndex("broken");
  }
});

test("a page's 429 says when to come back, and keeps what was typed", async () => {
  // Each says that it comes from elsewhere; the proxy adds where from.
  const ask = (tries: number) =>
    post("/contact", message("Une question qui n’est pas perdue."), {
      "x-forwarded-for": `192.0.2.${tries}, 203.0.113.7`,
    });
  let answer = await ask(0);
  for (let tries = 1; tries <= 10 && answer.status !== 429; tries += 1) answer = await ask(tries);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  const html = await answer.text();
  expect(html).toContain("Trop de tentatives.");
  expect(html).toContain("Une question qui n’est pas perdue.");
});

// Together with the next, which waits nearly all of its time.
test.concurrent("every answer says who may keep it, and that a cookie changes it", async () => {
  const venue = await createOpenVenue();
  const { cookieHeader } = await httpCustomer(stack.appUrl);
  const paths = leavesOf(routeConfig).map(({ path }) =>
    path.replace(":file", "320.webp").replace(/:\w+/g, venue._id.toString()).replace("*", "nulle"),
  );
  expect(paths.length).toBeGreaterThan(60);
  for (const path of [...paths, "/healthz", "/readyz", "/metrics", "/favicon.ico", "/%0a"]) {
    for (const cookie of ["", cookieHeader]) {
      for (const encoding of ["identity", "br"]) {
        const answer = await fetch(new URL(path, stack.appUrl), {
          headers: { "accept-encoding": encoding, ...(cookie && { cookie }) },
          redirect: "manual",
        });
        await answer.arrayBuffer();
        const keeping = answer.headers.get("cache-control") ?? "";
        const vary = answer.headers.get("vary") ?? "";
        const who = `${path} ${cookie ? "member" : "stranger"} ${answer.status}`;
        expect([who, keeping]).toEqual([who, expect.stringMatching(/^(public|private|no-store)/)]);
        if (!keeping.startsWith("public")) {
          expect([who, vary]).toEqual([who, expect.stringMatching(/\bCookie\b/i)]);
        }
        const isPage = answer.headers.get("content-type")?.startsWith("text/html");
        if (cookie && isPage) expect([who, keeping]).toEqual([who, "private, no-store"]);
      }
    }
  }
});

test.concurrent(
  "attack 25: five hundred requests whose heads do not come are cut off within seconds, and keep nobody out",
  async () => {
    const { hostname, port } = new URL(stack.appUrl);
    /** How long a connection lasts that has said so much, in ms. */
    const lifetime = async (delay: number, head: string) => {
      await wait(delay);
      const socket = connect(Number(port), hostname);
      socket.on("error", () => undefined);
      socket.resume();
      const start = performance.now();
      socket.write(head);
      await once(socket, "close");
      return performance.now() - start;
    };
    // Ten seconds apart, since a server that looks every 30 s closes one of any three of these late.
    const delays = [...Array<number>(SLOW_SENDERS).fill(0), 10_000, 20_000];
    let isOver = false;
    const lifetimes = Promise.all(
      delays.flatMap((delay) => [
        lifetime(delay, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "),
        lifetime(delay, "G"),
      ]),
    ).finally(() => (isOver = true));
    // Others are served meanwhile.
    for (const path of ["/healthz", "/CGU", "/reservation"]) {
      expect((await fetch(new URL(path, stack.appUrl))).status).toBe(200);
    }
    expect(isOver).toBe(false);
    expect(Math.max(...(await lifetimes))).toBeLessThan(15_000);
  },
);

test("a connection that waits is not closed before a proxy would, which keeps one for a minute and sends a form over it", async () => {
  const { hostname, port } = new URL(stack.appUrl);
  const socket = connect(Number(port), hostname);
  const ask = async () => {
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    const [answer] = (await once(socket, "data")) as [Buffer];
    return answer.toString();
  };
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 [^]*^keep-alive: timeout=65\r$/im);
  // Node's own measure is five seconds.
  await wait(7_000);
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});
