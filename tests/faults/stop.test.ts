import { randomUUID } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { createOpenVenue, stack, unexpectedErrors, until, web } from "../support/running-stack";
import { httpCustomer, type HttpCustomer } from "../support/http-customer";
import { expectSlotsToAgree } from "../support/slots-of-reservations";
import { addDays, todayInParis } from "~/platform/days";

vi.setConfig({ testTimeout: 60_000 });

const READERS = 12;
const BUYERS = 4;
/** The stop comes once so many requests have been answered. */
const ANSWERS_BEFORE = 150;
const STOP_MS = 10_000;

interface Sent {
  path: string;
  at: number;
  /** What came of it: the status once the answer was there to its last byte, else the error. */
  outcome: number | string;
}

const agent = new Agent({ keepAlive: true });

/** One request to its end, on connections that are kept as browsers keep them. */
function send(path: string, cookie: string, form?: Record<string, string>): Promise<Sent> {
  const at = Date.now();
  const body = form && new URLSearchParams(form).toString();
  return new Promise((resolve) => {
    const end = (outcome: Sent["outcome"]) => resolve({ path, at, outcome });
    const request = httpRequest(new URL(path, stack.appUrl), {
      agent,
      method: body === undefined ? "GET" : "POST",
      headers: {
        cookie,
        ...(body !== undefined && {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": Buffer.byteLength(body),
        }),
      },
      timeout: STOP_MS * 2,
    });
    request.on("response", (response) => {
      response.resume();
      response.on("end", () => end(response.statusCode ?? 0));
      response.on("error", (error) => end(error.message));
    });
    request.on("timeout", () => request.destroy(new Error("timeout")));
    request.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    request.end(body);
  });
}

/** Whether any process of the group that `pid` led is left. */
function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/** Whether anybody listens where the site was. */
function isListening(): Promise<boolean> {
  const socket = connect(Number(new URL(stack.appUrl).port), "127.0.0.1");
  return new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  }).finally(() => socket.destroy());
}

test("attack 25: a stop under load: what was asked before it is answered, then nothing is left", async () => {
  const venue = await createOpenVenue();
  const path = `/reservation/${venue._id.toString()}`;
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, () => httpCustomer(stack.appUrl)),
  );
  const sent: Sent[] = [];

  const loop = async (next: (n: number) => Promise<Sent>) => {
    for (let n = 0; ; n += 1) {
      const done = await next(n);
      sent.push(done);
      if (typeof done.outcome === "string") return;
    }
  };
  const read = (reader: number) => (n: number) =>
    send(["/", "/reservation", path, "/connexion"][(reader + n) % 4]!, "");
  const first = addDays(todayInParis(new Date()), 30);
  const book = (buyer: HttpCustomer, index: number) => (n: number) => {
    // The limit on bookings: past it they read their list, which asks the database as well.
    if (n >= 25) return send("/mes-demandes", buyer.cookieHeader);
    const start = addDays(first, 4 * n + index);
    const form = { start, end: start, requestKey: randomUUID() };
    return send(path, buyer.cookieHeader, form);
  };
  const load = Promise.all([
    ...Array.from({ length: READERS }, (_, reader) => loop(read(reader))),
    ...buyers.map((buyer, index) => loop(book(buyer, index))),
  ]);

  await until(`${ANSWERS_BEFORE} answers`, async () => sent.length >= ANSWERS_BEFORE);
  const pid = web.pid!;
  const stoppedAt = Date.now();
  process.kill(pid, "SIGTERM");
  expect(await web.death).toBe("code 0");
  expect(Date.now() - stoppedAt).toBeLessThan(STOP_MS);
  await load;

  const before = sent.filter(({ at }) => at < stoppedAt);
  expect(before.filter(({ outcome }) => outcome !== 200 && outcome !== 303)).toEqual([]);
  // Who comes after it finds the door closed, not an answer broken off.
  const after = sent.filter(({ at }) => at >= stoppedAt);
  const refused = after.filter(({ outcome }) => outcome !== 200 && outcome !== 303);
  expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(new Set(["ECONNREFUSED"]));
  expect(await unexpectedErrors()).toEqual([]);
  expect(isGroupAlive(pid)).toBe(false);
  expect(await isListening()).toBe(false);
  await expectSlotsToAgree();
});
