import fs from "node:fs";
import mongoose from "mongoose";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** What the log says of an outage of the database. */

let written: Record<string, unknown>[] = [];
beforeEach(() => {
  written = [];
  vi.useFakeTimers({ now: new Date("2027-03-10T09:00:00Z") });
  vi.spyOn(fs, "writeSync").mockImplementation((_fd, given) => {
    const lines = String(given).split("\n").filter(Boolean);
    written.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
    return String(given).length;
  });
  vi.resetModules();
});
afterEach(() => {
  mongoose.connection.emit("disconnecting");
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The lines since the last call. */
const said = () =>
  written.splice(0).map(({ time: _time, level: _level, err: _err, ...line }) => line);

async function watched() {
  const { logger } = await import("./log.server");
  const { tellDatabaseOutages } = await import("./database-outage.server");
  tellDatabaseOutages();
  const away = new mongoose.mongo.MongoNetworkError("connection closed");
  return { connection: mongoose.connection, logger, away };
}

it("once when it begins, every minute while it lasts, once when it ends", async () => {
  const { connection, logger, away } = await watched();
  connection.emit("disconnected");
  connection.emit("disconnected");
  expect(said()).toEqual([{ msg: "the database does not answer" }]);
  for (const job of ["send-mails", "sweep-holds"]) {
    logger.error({ err: away, job, failures: 1 }, "job failed");
  }
  logger.warn({ err: away }, "the database did not answer");
  logger.error({ err: away, of: "6900000000000000000000a1" }, "hold not expired");
  vi.advanceTimersByTime(59_999);
  expect(said()).toEqual([]);
  vi.advanceTimersByTime(60_001);
  const still = { msg: "the database still does not answer", leftOut: 4 };
  expect(said()).toEqual([
    { ...still, seconds: 60 },
    { ...still, seconds: 120 },
  ]);
  vi.advanceTimersByTime(5_000);
  connection.emit("connected");
  expect(said()).toEqual([{ msg: "the database answers again", leftOut: 4, seconds: 125 }]);
  connection.emit("connected");
  vi.advanceTimersByTime(120_000);
  expect(said()).toEqual([]);
});

it("keeps what names something that it concerns, what is something else, and all that it meets before and after", async () => {
  const { connection, logger, away } = await watched();
  const line = () => logger.error({ err: away }, "job queue");
  line();
  expect(said()).toEqual([{ msg: "job queue" }]);
  connection.emit("disconnected");
  said();
  line();
  logger.error({ err: away, reservation: "r1" }, "left to the reconciliation");
  logger.error({ err: new Error("ours") }, "job queue");
  logger.warn("worker stopping");
  expect(said()).toEqual([
    { msg: "left to the reconciliation", reservation: "r1" },
    { msg: "job queue" },
    { msg: "worker stopping" },
  ]);
  connection.emit("connected");
  line();
  expect(said()).toEqual([
    { msg: "the database answers again", leftOut: 1, seconds: 0 },
    { msg: "job queue" },
  ]);
});

it("says nothing of the end that the program itself makes", async () => {
  const { connection } = await watched();
  connection.emit("disconnecting");
  connection.emit("disconnected");
  vi.advanceTimersByTime(120_000);
  expect(said()).toEqual([]);
});
