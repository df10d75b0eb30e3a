import path from "node:path";
import { ensureWritable } from "./disk.mjs";
import { LockHeldError, acquireLock } from "./lock.mjs";
import { UserError } from "./log.mjs";
import { holdPort, reachedAt } from "./ports.mjs";

const DEFAULT_PORT = 3000;

/**
 * Where this instance of the application answers, and its hold on the data directory. PORT (default
 * 3000) is taken when it is free, else the next free one, which is said aloud; it is held from here on,
 * so that nobody else has it when the site is at last ready to listen.
 * @param {string} dataDir
 * @param {import("./log.mjs").Log} log
 * @returns {Promise<{ held: import("./ports.mjs").HeldPort, appUrl: string, release: () => Promise<void> }>}
 * @throws {UserError} when another instance runs on the same data, saying where it is, or when nothing
 *   can be written there
 */
export async function claimInstance(dataDir, log) {
  await ensureWritable(dataDir);
  const preferred = Number(process.env.PORT) || DEFAULT_PORT;
  const host = process.env.HOST || "127.0.0.1";
  const held = await holdPort(preferred, { host });
  const moved = held.port !== preferred;
  const configured = moved ? undefined : process.env.APP_URL?.replace(/\/$/, "");
  const reached = reachedAt(host);
  const name = reached === "127.0.0.1" ? "localhost" : reached;
  const appUrl = configured || `http://${name}:${held.port}`;
  try {
    const giveBack = await acquireLock(path.join(dataDir, "start.lock"), { url: appUrl });
    if (moved) log.warn(`Le port ${preferred} est occupé : le site prend le ${held.port}.`);
    return {
      held,
      appUrl,
      release: async () => {
        await held.release();
        await giveBack();
      },
    };
  } catch (error) {
    await held.release();
    if (!(error instanceof LockHeldError)) throw error;
    const { url = "?", pid = "?" } = error.holder;
    throw new UserError(
      `L'application tourne déjà : ${url} (processus ${pid}). / Already running: ${url} (process ${pid}).`,
    );
  }
}
