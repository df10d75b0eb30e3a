import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import { at } from "../lib/paths.mjs";
import { anyFreePort } from "../lib/ports.mjs";
import { testEnvironment } from "../stack.mjs";
import { atMost, notMeasured, number } from "./figures.mjs";

const START_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 30_000;

/** @param {number} pid @returns {number[]} its children and theirs */
function descendants(pid) {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid="])
    .toString()
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number));
  /** @type {(parent: number) => number[]} */
  const below = (parent) =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => [child, ...below(child)]);
  return below(pid);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH") return false;
    throw error;
  }
}

/**
 * Starts the whole application as `npm start` does, waits until it says that it is ready, and stops it.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ start: number, stop: number, left: number }>} ms, ms, processes still there
 */
async function cycle(env) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [at("scripts", "start.mjs")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const timer = setTimeout(() => child.kill("SIGKILL"), START_LIMIT_MS);
  try {
    await new Promise((resolve, reject) => {
      let said = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        said += text;
        if (said.includes("Prêt en")) resolve(undefined);
      });
      void exited.then(() => reject(new Error(`npm start ended early:\n${said}`)));
    });
  } finally {
    clearTimeout(timer);
  }
  const start = performance.now() - startedAt;
  const family = descendants(child.pid ?? 0);
  const stopping = performance.now();
  child.kill("SIGINT");
  const killer = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await exited;
  clearTimeout(killer);
  return {
    start,
    stop: performance.now() - stopping,
    left: family.filter(isAlive).length,
  };
}

/** @type {import("./figures.mjs").Scenario} */
export const startStop = {
  id: "S8",
  title: "démarrer et arrêter",
  async run({ dataDir }) {
    const env = {
      ...testEnvironment(),
      WITHOUT_ENV_FILE: "1",
      DATA_DIR: path.join(dataDir, "start"),
      PORT: String(await anyFreePort()),
    };
    const first = await cycle(env);
    const again = [await cycle(env), await cycle(env), await cycle(env)];
    const slowest = (/** @type {"start" | "stop"} */ name) =>
      Math.max(...again.map((one) => one[name])) / 1000;
    const left = [first, ...again].reduce((sum, one) => sum + one.left, 0);
    return [
      // What installs and builds is not here to be timed: the bar is of a clone that has neither.
      notMeasured("premier démarrage d’un clone neuf", "≤ 4 min"),
      {
        what: "premier démarrage, déjà installé et construit",
        value: `${number(first.start / 1000, 1)} s`,
        bar: "aucune",
        met: null,
      },
      atMost("démarrer à nouveau (le plus lent de 3)", slowest("start"), 8, "s"),
      atMost("arrêter (le plus lent de 3)", slowest("stop"), 10, "s"),
      atMost("processus laissés", left, 0, "", 0),
    ];
  },
};
