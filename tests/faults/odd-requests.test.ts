import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { everythingStored } from "../support/database";
import { stack, web } from "../support/running-stack";
import { httpCustomer } from "../support/http-customer";
import { rawRequest } from "../support/raw-request";

/** Attack 30: requests that no browser makes are refused, and none of them is an incident. */

vi.setConfig({ testTimeout: 60_000 });

/** What the web process wrote since; asked after a request that it has answered. */
async function logSince(length: number): Promise<string> {
  return (await readFile(web.logFile, "utf8")).slice(length);
}
const logLength = async () => (await readFile(web.logFile, "utf8")).length;

const PATHS = [
  ...["/x%0a", "/%0d%0ax", "/%E2%80%A8", "/x%E2%80%A9y", "/profil%0a", "/%0aprofil", "/%00"],
  ...["/reservation/%0a", "/CGU%E2%80%A8", "/images/x/%0a", "/%", "/%ff", "/profil%", "/%C2%85"],
  ...["/api/%0a", "/api/auth/login%0a", "/constructor", "/__proto__", "/reservation/__proto__"],
];

test.each(PATHS)("attack 30: GET %s is a page that is not there", async (path) => {
  const before = await logLength();
  const { status, body } = await rawRequest(stack.appUrl, `GET ${path} HTTP/1.1`);
  expect(status).toBe(404);
  expect(body).toContain(path.startsWith("/api/") ? '"message":"' : "Impasse 404");
  expect(await logSince(before)).toBe("");
});

const REQUEST_LINES: [line: string, statuses: number[]][] = [
  ["GET http://x/ HTTP/1.1", [400]],
  ["GET http://x/profil HTTP/1.1", [400]],
  ["POST http://x/connexion HTTP/1.1", [400]],
  ["OPTIONS * HTTP/1.1", [400]],
  ["GET * HTTP/1.1", [400]],
  ["GET ?a=b HTTP/1.1", [400]],
  ["OPTIONS / HTTP/1.1", [405]],
  ["OPTIONS /connexion HTTP/1.1", [405]],
  ["TRACE / HTTP/1.1", [405]],
  ["PROPFIND /profil HTTP/1.1", [405]],
  ["PUT /connexion HTTP/1.1", [405]],
  ["DELETE / HTTP/1.1", [405]],
  ["POST / HTTP/1.1", [405]],
  ["POST /CGU HTTP/1.1", [405]],
  ["OPTIONS /api/auth/login HTTP/1.1", [405]],
  ["PATCH /api/auth/login HTTP/1.1", [405]],
  ["GET /?_data=nowhere HTTP/1.1", [403, 404]],
  ["GET /?_data=constructor HTTP/1.1", [403, 404]],
  ["POST /?_data=root HTTP/1.1", [405]],
];

test.each(REQUEST_LINES)("attack 30: %s is refused", async (line, statuses) => {
  const before = await logLength();
  const { status, headers } = await rawRequest(stack.appUrl, line);
  expect(statuses).toContain(status);
  if (status === 405 && !line.includes("_data")) expect(headers.allow).toMatch(/^[A-Z, ]+$/);
  expect(await logSince(before)).toBe("");
});

/** Counts of requests, and what the jobs of the running product do meanwhile. */
const BY_THEMSELVES = ["ratelimits", "daycounts", "agendaJobs"];

const NAMES = [
  ...["constructor", "prototype", "__proto__", "toString", "hasOwnProperty", "valueOf"],
  ...["__defineGetter__", "email.constructor", "email[__proto__]", "constructor[prototype][x]"],
];

test.each(NAMES)("attack 30: a field named %s is refused, or nobody's", async (name) => {
  const member = await httpCustomer(stack.appUrl);
  const before = await logLength();
  const stored = await everythingStored(BY_THEMSELVES);
  for (const path of ["/contact", "/profil", "/mes-parametres/mot-de-passe", "/connexion"]) {
    const { status } = await member.post(path, { [name]: "x", intent: "identity" });
    expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)]);
  }
  for (const path of ["/api/send/send-contact", "/api/send/edit-profil", "/api/auth/login"]) {
    const form = await member.post(path, { [name]: "x" });
    const json = await member.postJson(path, JSON.parse(`{"${name}":{"isAdmin":true}}`) as unknown);
    for (const { status } of [form, json]) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  }
  expect(await everythingStored(BY_THEMSELVES)).toEqual(stored);
  expect(await logSince(before)).toBe("");
});
