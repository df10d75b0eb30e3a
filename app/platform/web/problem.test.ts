import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { apiAction, apiCall } from "./api-call.server";
import { input } from "./input";
import { problemShape } from "./problem.server";
import { REFUSAL_CODES, Refusal, refusalHeaders, refusalStatus } from "../refusal";

const ID = "9b1f0f0c-6f0e-4a53-8a3c-4f6d3c1f2a10";

/** A context of a request whose session says who is there; none of these calls asks a database. */
const context = (viewer: object | null) =>
  ({
    requestId: ID,
    ip: "203.0.113.7",
    session: {
      present: viewer !== null,
      viewer: () => Promise.resolve(viewer),
      view: () => Promise.resolve(null),
    },
  }) as unknown as AppLoadContext;
const MEMBER = { id: "a".repeat(24), isVerified: true, isAdmin: false };

const until = new Date(Date.UTC(2030, 0, 2, 3, 4, 5));
const handler = apiAction({
  POST: apiCall({
    summary: "Try",
    access: "member",
    params: z.object({ id: z.string().max(3) }),
    input: input({
      name: z.string({ required_error: "Votre nom." }).max(5, "Trop long."),
      why: z.string({ required_error: "Pourquoi\u00a0?" }),
      outcome: z.string().optional(),
    }),
    run: ({ input: { outcome } }) => {
      if (outcome === "field") throw new Refusal("wrong_password", { field: "why" });
      if (outcome === "page's") throw new Refusal("wrong_password", { field: "currentPassword" });
      if (outcome === "wait") throw new Refusal("too_many", { retryAfter: 42 });
      if (outcome === "until") throw new Refusal("holds_full", { until });
      return Promise.resolve({});
    },
  }),
});

interface Asked {
  method?: string;
  viewer?: object | null;
  id?: string;
  type?: string;
  body?: unknown;
}

async function ask({ method = "POST", viewer = MEMBER, id = "1", type, body = {} }: Asked) {
  const request = new Request("http://localhost/api/x", {
    method,
    ...(method !== "GET" && {
      body: JSON.stringify(body),
      headers: { "content-type": type ?? "application/json" },
    }),
  });
  const response = await handler({ request, params: { id }, context: context(viewer) });
  return { response, body: (await response.json()) as unknown };
}

const whole = { name: "Marie", why: "parce que" };

/** Those that the API's document may name. */
const STATUSES = [400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429, 502, 503];

describe("a problem", () => {
  it.each([
    [401, { viewer: null }],
    [403, { viewer: { ...MEMBER, isVerified: false } }],
    [404, { id: "trop long" }],
    [405, { method: "GET" }],
    [413, { body: "x".repeat(100_001) }],
    [415, { type: "text/plain" }],
    [400, { body: [] }],
    [422, {}],
    [429, { body: { ...whole, outcome: "wait" } }],
  ] satisfies [number, Asked][])("is what %i answers with", async (status, asked) => {
    const { response, body } = await ask(asked);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const problem = problemShape.strict().parse(body);
    expect(problem).toMatchObject({ status, detail: problem.message, instance: `urn:uuid:${ID}` });
    expect(problem.type).toMatch(/\/api\/docs#[a-z_]+$/);
  });

  it("points at every field, the message being the first", async () => {
    const { body } = await ask({ body: { name: "Marie-Louise" } });
    expect(body).toMatchObject({
      message: "Trop long.",
      errors: [
        { pointer: "#/name", detail: "Trop long." },
        { pointer: "#/why", detail: "Pourquoi\u00a0?" },
      ],
    });
  });

  it("points at the field of a refusal, if the call has it", async () => {
    const { body } = await ask({ body: { ...whole, outcome: "field" } });
    expect(body).toMatchObject({ errors: [{ pointer: "#/why" }] });
    const { body: other } = await ask({ body: { ...whole, outcome: "page's" } });
    expect(other).not.toHaveProperty("errors");
  });

  it("says which methods there are", async () => {
    const { response } = await ask({ method: "DELETE" });
    expect(response.headers.get("allow")).toBe("POST");
  });

  it.each([
    ["wait", "42"],
    ["until", "Wed, 02 Jan 2030 03:04:05 GMT"],
  ])("says when to come back: %s", async (outcome, expected) => {
    const { response } = await ask({ body: { ...whole, outcome } });
    expect(response.headers.get("retry-after")).toBe(expected);
  });

  it("says when to come back where nobody knows it", () => {
    expect(refusalHeaders(new Refusal("upload_under_way"))).toEqual({ "Retry-After": "10" });
    expect(refusalHeaders(new Refusal("method"))).toEqual({ Allow: "GET, HEAD" });
  });

  it("has one of the statuses that clients are told of", () => {
    const others = REFUSAL_CODES.filter((code) => !STATUSES.includes(refusalStatus(code)));
    expect(others).toEqual([]);
  });
});
