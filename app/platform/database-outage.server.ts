import mongoose from "mongoose";
import { isDatabaseOutage } from "./database-errors.server";
import { leaveOut, logger } from "./log.server";

/** How often an outage is told of while it lasts. */
const AGAIN_MS = 60_000;

/** What a line may say beside the error and still tell of nothing but the outage: its job does the turn again. */
const OF_A_TURN = new Set(["err", "job", "failures", "of"]);

/** Since when the database is away, and how many lines were left out; null while it answers. */
let outage: { since: number; leftOut: number; reminder: NodeJS.Timeout } | null = null;

/**
 * For programs that live long: tells of an outage of the database when it begins, every minute while it lasts, and
 * when it ends. Of the lines that say meanwhile that it did not answer, those that name nobody and nothing that
 * it concerns are counted and left out; each request, each job and each look would write one.
 */
export function tellDatabaseOutages(): void {
  const { connection } = mongoose;
  connection.on("disconnected", begin).on("connected", end);
  // Its own end is none.
  connection.once("disconnecting", () => {
    connection.off("disconnected", begin).off("connected", end);
    clearInterval(outage?.reminder);
    outage = null;
  });
  leaveOut((fields) => {
    if (!outage || !isDatabaseOutage(fields.err)) return false;
    if (Object.keys(fields).some((name) => !OF_A_TURN.has(name))) return false;
    outage.leftOut += 1;
    return true;
  });
}

function begin(): void {
  if (outage) return;
  const reminder = setInterval(() => {
    logger.error(soFar(), "the database still does not answer");
  }, AGAIN_MS).unref();
  outage = { since: Date.now(), leftOut: 0, reminder };
  logger.error("the database does not answer");
}

function end(): void {
  if (!outage) return;
  clearInterval(outage.reminder);
  logger.warn(soFar(), "the database answers again");
  outage = null;
}

function soFar() {
  const { since, leftOut } = outage!;
  return { seconds: Math.round((Date.now() - since) / 1_000), leftOut };
}
