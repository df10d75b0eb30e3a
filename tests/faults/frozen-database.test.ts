import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createOpenVenue, stack, unexpectedErrors, until, web } from "../support/running-stack";
import { httpCustomer } from "../support/http-customer";

vi.setConfig({ testTimeout: 90_000 });

/** Within so long people are told; a machine busy with other tests is given half as much again. */
const TOLD_MS = 5_000 * 1.5;
/** What a page has for who is logged in alone. */
const LOG_OUT = 'action="/deconnexion"';

const engine = stack.database.pid!;
afterEach(() => void process.kill(engine, "SIGCONT"));

/** Stops the engine: each of its threads, since one that runs meanwhile may still answer a question. */
async function freeze(): Promise<void> {
  process.kill(engine, "SIGSTOP");
  const tasks = `/proc/${engine}/task`;
  const isStopped = async (task: string) =>
    (await readFile(`${tasks}/${task}/stat`, "utf8")).includes(") T ");
  await until("the engine to stop", async () => {
    const states = await Promise.all((await readdir(tasks)).map(isStopped));
    return states.every(Boolean);
  });
}

test("a database that freezes: people get a page of the product in time, and it comes back by itself", async () => {
  const venue = await createOpenVenue();
  const member = await httpCustomer(stack.appUrl);
  const pages = [
    "/profil",
    "/mes-demandes?statut=confirmed",
    "/connexion",
    "/",
    `/reservation/${venue._id.toString()}`,
  ];
  for (const page of pages) {
    const { status, text } = await member.get(page);
    expect(status, page).toBeLessThan(400);
    // Who is logged in is led on from the login.
    if (status === 200) expect(text, page).toContain(LOG_OUT);
  }
  const pid = web.pid;

  await freeze();
  const startedAt = performance.now();
  const answers = await Promise.all(
    pages.map(async (page) => ({
      page,
      ...(await member.get(page)),
      ms: performance.now() - startedAt,
    })),
  );
  for (const { page, status, text, ms } of answers) {
    expect(status, page).toBe(503);
    // The product's own page, with its header and without the member.
    expect(text, page).toContain("<header");
    expect(text, page).toContain("Le service est momentanément indisponible");
    // The way to try again asks for what was asked for.
    expect(text, page).toContain(`href="${page}"`);
    expect(text, page).not.toContain(LOG_OUT);
    expect(ms, page).toBeLessThan(TOLD_MS);
  }
  // By now it is known: nobody waits for the heartbeat again.
  const form = { start: "2030-01-01", end: "2030-01-01", requestKey: "frozen" };
  const posted = await member.post(`/reservation/${venue._id.toString()}`, form);
  expect(posted.status).toBe(503);
  expect((await fetch(`${stack.appUrl}/healthz`)).status).toBe(200);
  expect((await fetch(`${stack.appUrl}/readyz`)).status).toBe(503);

  process.kill(engine, "SIGCONT");
  await until("the profile", async () => (await member.get("/profil")).status === 200);
  expect(web.pid).toBe(pid);
  expect(await unexpectedErrors()).toEqual([]);
});

/** A connection to the web process; null when it takes none. */
async function connected(): Promise<Socket | null> {
  const { port, hostname } = new URL(stack.appUrl);
  const socket = connect(Number(port), hostname);
  return await once(socket, "connect").then(
    () => socket,
    () => null,
  );
}

test("a stop while the database is frozen: the jobs cannot give back what they hold, and answers end all the same", async () => {
  await freeze();
  const ready = async () => (await fetch(`${stack.appUrl}/readyz`)).status;
  await until("the outage to be known", async () => (await ready()) === 503);
  // A body that is still on its way when the process is told to stop.
  const slow = await until("a connection of its own", connected);
  slow.write(
    "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" +
      "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{",
  );
  const answer = text(slow);
  await until("the slow request to be there", async () => {
    return (await fetch(`${stack.appUrl}/healthz`)).status === 200;
  });
  process.kill(web.pid!, "SIGTERM");
  await until("the stop to begin", async () => {
    return await fetch(`${stack.appUrl}/healthz`).then(
      () => false,
      () => true,
    );
  });
  // A slow reader's pace, within the time that the stop gives it.
  await sleep(1_000);
  slow.write("}");
  expect((await answer).split("\r\n")[0]).toMatch(/^HTTP\/1\.1 \d{3} /);
  expect(await web.death).toBe("code 0");
  expect(await unexpectedErrors()).toEqual([]);
});
