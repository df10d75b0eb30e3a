import { createServer } from "node:http";
import type { Request, Response } from "express";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { RateLimitModel } from "@models/rate-limit";
import { createBanClient } from "~/platform/address/ban-client.server";
import type { FoundAddress } from "~/platform/address/found-address";
import { geocode } from "~/platform/address/geocode.server";
import { action, loader } from "~/routes/api/address/search";
import { startBanStandIn } from "../support/ban-stand-in";
import { useDatabase } from "../support/database";
import { Visitor } from "../support/visitor";

useDatabase();

/** Before the application reads its environment. */
const ban = await vi.hoisted(async () => {
  const { startBanStandIn } = await import("../support/ban-stand-in");
  const standIn = await startBanStandIn();
  process.env.BAN_URL = standIn.url;
  return standIn;
});
afterAll(() => ban.stop());
afterEach(() => {
  ban.misbehave = null;
  ban.asked.length = 0;
});

let visitors = 0;
const search = async (q: string, visitor = new Visitor(`203.0.113.${++visitors}`)) =>
  await visitor.visit(loader, `/api/address/search?${new URLSearchParams({ q }).toString()}`);
const addressesOf = async (q: string) => {
  const response = await search(q);
  expect(response.status).toBe(200);
  return ((await response.json()) as { addresses: FoundAddress[] }).addresses;
};

describe("GET /api/address/search", () => {
  it("splits the addresses of the base into fields, those of the covered part of France", async () => {
    const response = await search("12 rue des tilleuls");
    expect(response.headers.get("cache-control")).toBe("private, max-age=60");
    expect(await response.json()).toEqual({
      success: true,
      addresses: [
        {
          label: "12 Rue des Tilleuls 69003 Lyon",
          street: "12 Rue des Tilleuls",
          postalCode: "69003",
          city: "Lyon",
          country: "France",
          coordinates: { lat: 45.7563, lng: 4.8512 },
        },
        expect.objectContaining({ postalCode: "67000", city: "Strasbourg" }),
      ],
    });
    expect(Object.fromEntries(ban.asked[0] ?? [])).toEqual({
      q: "12 rue des tilleuls",
      limit: "5",
      autocomplete: "1",
    });
  });

  it("asks the base once for the same question, however it is written", async () => {
    await Promise.all([addressesOf("12 Tilleuls  lyon"), addressesOf(" 12 tilleuls LYON")]);
    await addressesOf("12 tilleuls lyon");
    expect(ban.asked).toHaveLength(1);
  });

  it("gives every commune of a postal code without asking the base", async () => {
    const communes = await addressesOf("01400");
    expect(communes.length).toBeGreaterThan(5);
    expect(communes[0]).toEqual({
      label: "01400 Châtillon-sur-Chalaronne",
      street: "",
      postalCode: "01400",
      city: "Châtillon-sur-Chalaronne",
      country: "France",
    });
    expect(await addressesOf("01 400")).toEqual(communes);
    expect(ban.asked).toHaveLength(0);
  });

  it("offers communes for what the base does not know", async () => {
    expect((await addressesOf("Villeurbanne"))[0]).toMatchObject({ label: "69100 Villeurbanne" });
    expect(ban.asked).toHaveLength(1);
  });

  it.each([
    ["nothing", "", /Saisissez/],
    ["two letters", "ly", /au moins 3/],
    ["a novel", "x".repeat(201), /200 caractères au plus/],
  ])("refuses %s", async (_what, q, message) => {
    const response = await search(q);
    expect(response.status).toBe(422);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(message) as string,
    });
    expect(ban.asked).toHaveLength(0);
  });

  it("is read only", async () => {
    const response = await new Visitor().visit(action, "/api/address/search", { json: { q: "x" } });
    expect(response.status).toBe(405);
  });

  it.each([
    "http://169.254.169.254/latest/meta-data",
    "//evil.example/x",
    "/\\evil.example",
    "../../etc/passwd",
    "x&limit=1000&index=poi",
    "lyon#@evil.example",
    "lyon\r\nHost: evil.example",
    "x@evil.example:80/",
    '{"$gt":""}',
    "\ud800\udfff \u0000\u202e lyon",
  ])("asks the one base, and nothing but a question, for %j", async (q) => {
    await addressesOf(q);
    expect(ban.asked).toHaveLength(1);
    const [query] = ban.asked;
    expect([...(query?.keys() ?? [])]).toEqual(["q", "limit", "autocomplete"]);
    expect(query?.get("limit")).toBe("5");
  });

  it("refuses the search after 600 in five minutes, to that address alone", async () => {
    const visitor = new Visitor("198.51.100.9");
    expect((await search("75011", visitor)).status).toBe(200);
    await RateLimitModel.updateMany({ points: 1 }, { points: 599 });
    expect((await search("75011", visitor)).status).toBe(200);
    const response = await search("75011", visitor);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await search("75011", new Visitor("198.51.100.10"))).status).toBe(200);
  });
});

describe("geocode", () => {
  it("finds where an address is", async () => {
    const address = { street: "12 rue des Tilleuls", postalCode: "69003", city: "Lyon" };
    expect(await geocode(address)).toEqual({ lat: 45.7563, lng: 4.8512 });
    expect(ban.asked[0]?.get("autocomplete")).toBe("0");
  });

  it("does not take another town's road, nor a town for a road", async () => {
    expect(await geocode({ street: "12 rue", postalCode: "", city: "Tilleuls" })).toBeNull();
    expect(await geocode({ street: " ", postalCode: "69003", city: "Lyon" })).toBeNull();
    expect(await geocode({ street: "1 rue X", postalCode: "69003", city: "Lyon" })).toBeNull();
  });
});

describe("an answer of the address base", () => {
  it("is kept for a day, by the clock that does not jump", async () => {
    const ask = createBanClient({ baseUrl: ban.url });
    const askedAfter = async (hours: number, clock: { mockReturnValue(now: number): unknown }) => {
      // The cache looks at the clock once a millisecond.
      await new Promise((resolve) => setTimeout(resolve, 5));
      clock.mockReturnValue(first + hours * 3_600_000);
      expect(await ask("12 tilleuls", { limit: 5, autocomplete: true })).toHaveLength(3);
      return ban.asked.length;
    };
    const first = performance.now();
    const clock = vi.spyOn(performance, "now");
    try {
      expect(await askedAfter(0, clock)).toBe(1);
      expect(await askedAfter(23.99, clock)).toBe(1);
      expect(await askedAfter(24.01, clock)).toBe(2);
    } finally {
      clock.mockRestore();
    }
  });
});

describe("the address base, when it fails", () => {
  const question = { limit: 5, autocomplete: true };
  const client = (options: object = {}) => createBanClient({ baseUrl: ban.url, ...options });

  it.each([
    ["answers 500", 500, "{}"],
    ["answers 429", 429, "{}"],
    ["is no JSON", 200, "<html>"],
    ["is another document", 200, '{"features":"none"}'],
    ["is endless", 200, `"${"x".repeat(300_000)}"`],
  ])("is left alone for a while: it %s", async (_what, status, body) => {
    ban.misbehave = (_request, response) => void response.writeHead(status).end(body);
    const ask = client({ restMs: 60_000 });
    expect(await ask("12 tilleuls", question)).toBeNull();
    ban.misbehave = null;
    expect(await ask("12 tilleuls", question)).toBeNull();
    expect(ban.asked).toHaveLength(1);
  });

  it("is asked again after its rest, and a failure is not cached", async () => {
    ban.misbehave = (_request, response) => void response.writeHead(503).end();
    const ask = client({ restMs: 0 });
    expect(await ask("12 tilleuls", question)).toBeNull();
    ban.misbehave = null;
    expect(await ask("12 tilleuls", question)).toHaveLength(3);
  });

  it("is given up after its time, whether silent or trickling", async () => {
    for (const trickles of [false, true]) {
      ban.misbehave = (_request, response) => {
        if (trickles) response.writeHead(200).write("{");
      };
      // Nothing else would ever end the question.
      expect(await client({ timeoutMs: 200 })("12 tilleuls", question)).toBeNull();
    }
  });

  it("cannot send the server elsewhere by a redirection", async () => {
    let reached = 0;
    const elsewhere = createServer((_request, response) => {
      reached += 1;
      response.end('{"features":[]}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const { port } = elsewhere.address() as { port: number };
    for (const status of [301, 302, 303, 307, 308]) {
      ban.misbehave = (_request, response) =>
        void response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end();
      expect(await client()("12 tilleuls", question)).toBeNull();
    }
    await new Promise((resolve) => elsewhere.close(resolve));
    expect(reached).toBe(0);
  });

  it("has no address for a question that it cannot make sense of, and goes on answering", async () => {
    const ask = client();
    ban.misbehave = (_request, response) => void response.writeHead(400).end("{}");
    expect(await ask("????", question)).toEqual([]);
    ban.misbehave = null;
    expect(await ask("12 tilleuls", question)).toHaveLength(3);
  });

  it("is asked no more often than agreed", async () => {
    const ask = client({ perSecond: 5 });
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => ask(`tilleuls ${index}`, question)),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(4);
    expect(ban.asked).toHaveLength(5);
  });

  it("is not asked at all where there is none", async () => {
    expect(await client({ baseUrl: null })("12 tilleuls", question)).toBeNull();
  });

  it("leaves the communes to the search", async () => {
    vi.resetModules();
    const other = await startBanStandIn();
    other.misbehave = (_request, response) => void response.writeHead(500).end();
    process.env.BAN_URL = other.url;
    const { suggestAddresses } = await import("~/platform/address/suggest-addresses.server");
    const found = await suggestAddresses("12 rue des Tilleuls, 69003 Lyon");
    await other.stop();
    expect(found.map(({ label }) => label)).toEqual(["69003 Lyon"]);
  });
});

describe("the maps provider", () => {
  async function policyOf(page: string, key = ""): Promise<string> {
    vi.resetModules();
    process.env.GOOGLE_MAPS_API_KEY = key;
    const { securityHeaders } = await import("~/platform/http/security-headers.server");
    const { pagePolicy } = await import("~/platform/http/page-policy.server");
    const steps = [securityHeaders(false), pagePolicy(() => page)] as const;
    const server = createServer((request, response) => {
      const asked = [request as Request, response as Response] as const;
      steps[0](...asked, () => void steps[1](...asked, () => response.end()));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const response = await fetch(`http://127.0.0.1:${port}/`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return response.headers.get("content-security-policy") ?? "";
  }
  afterAll(() => Reflect.deleteProperty(process.env, "GOOGLE_MAPS_API_KEY"));

  it("is let in by the security policy with a key only, where an address is searched", async () => {
    expect(await policyOf("inscription")).not.toContain("google");
    const policy = await policyOf("inscription", "a-key");
    expect(policy).toContain("script-src 'self' https://maps.googleapis.com;");
    expect(policy).toContain("https://places.googleapis.com;");
    expect(policy).not.toContain("unsafe");
  });

  it.each([
    ...["inscription", "inscription-c", "inscription-master", "inscription-c-master"],
    ...["profil", "profil/location/:id", "ajouter-location"],
    ...["user", "user-c", "master", "master-c"].map((kind) => `admin/create-account/${kind}`),
  ])("is let in at %s, which searches for an address", async (page) => {
    expect(await policyOf(page, "a-key")).toContain("https://places.googleapis.com;");
  });

  it("may style its maps, on the pages that show one", async () => {
    expect(await policyOf("reservation/carte")).not.toContain("google");
    const policy = await policyOf("reservation/:id/carte", "a-key");
    expect(policy).toContain("script-src 'self' https://maps.googleapis.com;");
    expect(policy).toContain("style-src 'self' 'unsafe-inline' https://fonts.googleapis.com;");
  });

  it("is kept out of every other page", async () => {
    for (const page of ["/", "reservation", "reservation/:id", "reservation/:id/paiement", "*"]) {
      expect(await policyOf(page, "a-key"), page).not.toContain("google");
    }
  });
});
