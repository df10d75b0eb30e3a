import type { RequestHandler } from "express";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { sameSecret } from "../constant-time.server";
import { env, isProduction } from "../env.server";
import { droppedLines } from "../log.server";

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const duration = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time to answer, by route, method and status",
  labelNames: ["route", "method", "status"],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

/** Pages served from memory, and those rendered. */
export const pageCacheAnswers = new Counter({
  name: "page_cache_answers_total",
  help: "Anonymous pages, by whether memory had them",
  labelNames: ["result"],
  registers: [registry],
});

new Counter({
  name: "log_lines_dropped_total",
  help: "Log lines that could be written nowhere",
  registers: [registry],
  collect() {
    this.reset();
    this.inc(droppedLines());
  },
});

/** When jobs were done and are to be done again, and how often they failed, by their names; whoever knows them says so. */
let turnsOfJobs: () => Promise<readonly JobTurns[]> = () => Promise.resolve([]);

export interface JobTurns {
  name: string;
  lastFinishedAt?: Date;
  nextRunAt?: Date | null;
  /** Turns that failed since the last one that went well. */
  failCount?: number | null;
}

/** Where /metrics reads the turns of jobs: of all processes, whichever does them. */
export function measureJobs(read: typeof turnsOfJobs): void {
  turnsOfJobs = read;
}

const seconds = (at?: Date | null) => at && at.getTime() / 1_000;

for (const [name, help, valueOf] of [
  [
    "job_last_finished_timestamp_seconds",
    "When a job last ended a turn; of one that never did, when its schedule was written",
    ({ lastFinishedAt }: JobTurns) => seconds(lastFinishedAt),
  ],
  [
    "job_next_turn_timestamp_seconds",
    "When a job's next turn is due",
    ({ nextRunAt }: JobTurns) => seconds(nextRunAt),
  ],
  [
    "job_failures",
    "How many turns of a job failed in a row",
    ({ failCount }: JobTurns) => failCount ?? 0,
  ],
] as const) {
  new Gauge({
    name,
    help,
    labelNames: ["job"],
    registers: [registry],
    async collect() {
      this.reset();
      // Without the database the other figures are worth the more.
      const jobs = await turnsOfJobs().catch(() => []);
      for (const job of jobs) {
        const value = valueOf(job);
        if (typeof value === "number") this.set({ job: job.name }, value);
      }
    },
  });
}

/** Measures every answer; the route (`response.locals.route`) keeps the number of series bounded. */
export const measure: RequestHandler = (request, response, next) => {
  const stop = duration.startTimer();
  response.on("finish", () => {
    stop({
      route: String(response.locals.route ?? "other"),
      method: request.method,
      status: response.statusCode,
    });
  });
  next();
};

/** GET /metrics for Prometheus: open outside production, behind METRICS_TOKEN within. */
export const metricsEndpoint: RequestHandler = (request, response, next) => {
  const given = request.get("authorization") ?? "";
  const allowed =
    env.METRICS_TOKEN?.some((token) => sameSecret(given, `Bearer ${token}`)) ?? !isProduction;
  if (!allowed) {
    response.status(404).end();
    return;
  }
  registry
    .metrics()
    .then((text) => response.type(registry.contentType).send(text))
    .catch(next);
};
