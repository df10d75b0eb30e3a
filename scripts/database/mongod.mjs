import { readFileSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../lib/lock.mjs";
import { run } from "../lib/processes.mjs";
import { withClient } from "./client.mjs";

const REPLICA_SET = "rs0";
const NOT_YET_INITIALIZED = 94;

/**
 * The command line of a running process, or "" when it cannot be read.
 * @param {number} pid
 */
async function commandLine(pid) {
  if (process.platform === "linux") {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  }
  return (await run("ps", ["-o", "command=", "-p", String(pid)], { timeoutMs: 5000 })).output;
}

/**
 * Stops a mongod that a killed script left behind on this data directory.
 * @param {string} dbPath
 */
async function stopLeftover(dbPath) {
  const lock = await readFile(path.join(dbPath, "mongod.lock"), "utf8").catch(() => "");
  const pid = Number.parseInt(lock, 10);
  if (!pid || !isAlive(pid) || !(await commandLine(pid)).includes(dbPath)) return;
  process.kill(pid, "SIGTERM");
  for (let waited = 0; isAlive(pid) && waited < 15_000; waited += 100) await sleep(100);
}

/** The programs take no older one (`app/platform/connect-program.server.ts`). */
export const OLDEST = 7;

/**
 * Why a `mongod` cannot be used: it does not run here, or is too old.
 * @param {string} binary
 * @returns {Promise<string | undefined>}
 */
export async function mongodProblem(binary) {
  const { code, output } = await run(binary, ["--version"]);
  if (code !== 0) return output.trim() || `code ${code}`;
  const [, version = "", major = "0"] = /version v((\d+)[\d.]*)/.exec(output) ?? [];
  return Number(major) < OLDEST ? `MongoDB ${version} < ${OLDEST}` : undefined;
}

/**
 * A single-node replica set, because transactions and change streams need one.
 * @param {object} options
 * @param {string} options.binary
 * @param {string} options.dbPath
 * @param {number} options.port
 */
export async function mongodCommand({ binary, dbPath, port }) {
  await mkdir(dbPath, { recursive: true });
  await stopLeftover(dbPath);
  return {
    command: binary,
    args: [
      ...["--dbpath", dbPath, "--port", String(port), "--bind_ip", "127.0.0.1"],
      ...["--replSet", REPLICA_SET, "--wiredTigerCacheSizeGB", "0.25"],
    ],
    lifeline: /** @type {const} */ ("pipe"),
  };
}

/**
 * Makes the node the only member of its replica set under its present port. The set remembers the
 * address of the start before, so an existing one is configured anew when the port has changed.
 * @param {string} uri
 * @param {number} port
 */
export async function prepareReplicaSet(uri, port) {
  await withClient(uri, async (client) => {
    const admin = client.db("admin");
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    try {
      const { config } = await admin.command({ replSetGetConfig: 1 });
      if (config.members[0]?.host === members[0]?.host) return;
      await admin.command({
        replSetReconfig: { ...config, version: config.version + 1, members },
        force: true,
      });
    } catch (error) {
      if (/** @type {{ code?: number }} */ (error).code !== NOT_YET_INITIALIZED) throw error;
      await admin.command({ replSetInitiate: { _id: REPLICA_SET, members } });
    }
  });
}
