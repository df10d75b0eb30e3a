import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { stack, until, web as jobsWeb } from "../support/running-stack";
import type { Service } from "../../scripts/lib/processes.mjs";
import { jobsCollection } from "@jobs/queue";

// Programs start and end in each of them.
vi.setConfig({ testTimeout: 60_000 });

interface Line {
  msg: string;
  path?: string;
  requestId?: string;
  err?: { message: string; stack: string };
}

/** Preloaded: a signal on which the process throws where nobody catches. */
const CRASH_ON_SIGNAL = `data:text/javascript,${encodeURIComponent(
  `process.on("SIGUSR2", () => { throw new Error("told to crash"); });`,
)}`;

/** A web process that logs as in production, and what it has been asked. */
async function asked(name: string, env: Record<string, string> = {}) {
  const web = await stack.startWeb(name, {
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    RUN_JOBS: "none",
    ...env,
  });
  const origin = `http://127.0.0.1:${web.options.env.PORT}`;
  const ids: string[] = [];
  // Fewer than fill the buffer, and in less time than lines wait.
  for (const path of ["/CGU", "/CGV", "/reservation"]) {
    const answer = await fetch(origin + path);
    await answer.text();
    ids.push(answer.headers.get("x-request-id")!);
  }
  return { web, ids };
}

/** The JSON lines of a log, which also holds what Node writes itself. */
async function linesOf(web: Service): Promise<Line[]> {
  const text = await readFile(web.logFile, "utf8");
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
}

const requestsIn = (lines: Line[]) =>
  lines.filter(({ msg, path }) => msg === "request" && path !== "/readyz");

test("a stop writes every line that waited, in order", async () => {
  const { web, ids } = await asked("logs-stop");
  await web.stop();
  const lines = await linesOf(web);
  expect(requestsIn(lines).map(({ requestId }) => requestId)).toEqual(ids);
  expect(lines.at(-1)!.msg).toBe("stopping");
});

test("a crash is logged, after every line that waited", async () => {
  const { web, ids } = await asked("logs-crash", { NODE_OPTIONS: `--import ${CRASH_ON_SIGNAL}` });
  process.kill(web.pid!, "SIGUSR2");
  expect(await web.death).toBe("code 1");
  const lines = await linesOf(web);
  expect(requestsIn(lines).map(({ requestId }) => requestId)).toEqual(ids);
  const crash = lines.at(-1)!;
  expect(crash.msg).toBe("crash");
  expect(crash.err?.message).toBe("told to crash");
  expect(crash.err?.stack).toContain("at ");
});

test("an outage of the database is told when it begins and when it ends, not by all that meet it", async () => {
  await until(
    "its jobs",
    async () => (await jobsCollection().countDocuments({ lastFinishedAt: { $type: "date" } })) > 5,
  );
  const before = (await linesOf(jobsWeb)).length;
  const told = async () =>
    (await linesOf(jobsWeb)).slice(before).filter(({ msg }) => msg !== "request");
  await stack.database.kill();
  for (const path of ["/", "/reservation", "/connexion", "/api/venues"]) {
    await fetch(stack.appUrl + path).then((answer) => answer.text());
  }
  // Nothing is to come of it, so that there is nothing to wait for: long enough for the jobs that are due every ten
  // seconds.
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  await stack.database.restart();
  await until("its end in the log", async () =>
    (await told()).some(({ msg }) => msg === "the database answers again"),
  );
  expect((await told()).map(({ msg }) => msg)).toEqual([
    "the database does not answer",
    "the database answers again",
  ]);
});
