import path from "node:path";
import { LockHeldError, acquireLock } from "./lock.mjs";
import { UserError } from "./log.mjs";
import { nextFreePort } from "./ports.mjs";

const DEFAULT_PORT = 3000;

/**
 * Where this instance of the application answers, and its hold on the data directory. PORT (default
 * 3000) is taken when it is free, else the next free one, which is said aloud.
 * @param {string} dataDir
 * @param {import("./log.mjs").Log} log
 * @returns {Promise<{ port: number, appUrl: string, release: () => Promise<void> }>}
 * @throws {UserError} when another instance runs on the same data, saying where it is
 */
export async function claimInstance(dataDir, log) {
  const preferred = Number(process.env.PORT) || DEFAULT_PORT;
  const port = await nextFreePort(preferred);
  const moved = port !== preferred;
  const configured = moved ? undefined : process.env.APP_URL?.replace(/\/$/, "");
  const appUrl = configured || `http://localhost:${port}`;
  try {
    const release = await acquireLock(path.join(dataDir, "start.lock"), { url: appUrl });
    if (moved) log.warn(`Le port ${preferred} est occupé : le site prend le ${port}.`);
    return { port, appUrl, release };
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    const { url, pid } = error.holder;
    throw new UserError(
      `L'application tourne déjà : ${url} (processus ${pid}). / Already running: ${url} (process ${pid}).`,
    );
  }
}
