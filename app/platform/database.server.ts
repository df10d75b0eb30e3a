import mongoose, { type ClientSession } from "mongoose";
import { tellUnknown } from "./content-version.server";
import { isDatabaseOutage } from "./database-errors.server";
import { env } from "./env.server";
import { Refusal } from "./refusal";

/** How long a use case may wait for the database before it answers 503 (the driver would retry for 120 s). */
const DEADLINE_MS = 4_000;

mongoose.set("sanitizeFilter", true);
mongoose.set("strictQuery", "throw");

/**
 * For programs whose questions people wait for: a database that has frozen is noticed and given up
 * 4.5 s after its last sign of life at most, so that a page is there within 5. The driver looks every `heartbeatFrequencyMS` whether it is
 * there; if that is not answered within `connectTimeoutMS`, everything under way at it ends as an outage
 * and looks for another one for `serverSelectionTimeoutMS`. What takes long is left alone while it is
 * there: there is no limit to a single question, which a job or a cursor may need longer for.
 */
const WATCHFUL = {
  heartbeatFrequencyMS: 500,
  connectTimeoutMS: 3_000,
  serverSelectionTimeoutMS: 1_000,
} as const;

/** For programs that fill or rearrange it, under whose work it may be silent for long. */
const PATIENT = { serverSelectionTimeoutMS: 30_000 } as const;

/**
 * Connects once; later calls wait for the same connection.
 *
 * @param manner how soon a database that is silent is given up
 */
export async function connectDatabase(
  uri: string = env.MONGODB_URI,
  manner: "watchful" | "patient" = "watchful",
): Promise<void> {
  if (isConnected()) return;
  await mongoose.connect(uri, {
    appName: "place-des-salles",
    autoIndex: false,
    // Otherwise Mongoose keeps what it is asked during an outage for 10 s, past every deadline.
    bufferCommands: false,
    ...(manner === "watchful" ? WATCHFUL : PATIENT),
    maxPoolSize: 50,
    writeConcern: { w: "majority", journal: true },
    retryWrites: true,
  });
}

/** Closes the connection once nothing needs it any more. */
export async function disconnectDatabase(): Promise<void> {
  await mongoose.disconnect();
}

/** Whether the database is there as far as the driver knows by now, which need not be asked for that. */
export function isConnected(): boolean {
  return mongoose.connection.readyState === mongoose.ConnectionStates.connected;
}

/** Which MongoDB the database is, or says that it is: '7.0.14'. */
export async function databaseVersion(): Promise<string> {
  const database = mongoose.connection.getClient().db();
  const { version } = (await database.command({ buildInfo: 1 })) as { version: string };
  return version;
}

/** Whether the database answers, for /readyz. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await mongoose.connection.db?.admin().command({ ping: 1 }, { timeoutMS: 1_000 });
    return isConnected();
  } catch {
    // Not answering is this function's answer, not an error of its own.
    return false;
  }
}

/**
 * Runs `work` in one transaction, retried by the driver on a write conflict; `work` must be safe to
 * run again and pass `session` to every call.
 *
 * What it changed may stand though the answer to the commit was lost. Whoever called then does nothing more, and tells
 * nobody of it: so it is told here that anything may have changed.
 *
 * @throws Refusal("unavailable") when the deadline passes first.
 */
export async function inTransaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  let isCommitting = false;
  try {
    return await mongoose.connection.transaction(
      async (session) => {
        isCommitting = false;
        if (deadline.aborted) throw new Refusal("unavailable");
        const done = await work(session);
        isCommitting = true;
        return done;
      },
      {
        readConcern: { level: "snapshot" },
        writeConcern: { w: "majority", journal: true },
        maxCommitTimeMS: DEADLINE_MS,
      },
    );
  } catch (error) {
    if (isCommitting && isDatabaseOutage(error)) tellUnknown();
    throw error;
  }
}
