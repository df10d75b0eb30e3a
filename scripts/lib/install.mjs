import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { withLock } from "./lock.mjs";
import { UserError, step } from "./log.mjs";
import { CACHE, ROOT, at, program } from "./paths.mjs";
import { run } from "./processes.mjs";
import { fingerprint, isStamped, stamp } from "./stamps.mjs";
import { isInRange } from "./versions.mjs";

const INSTALL_STAMP = at("node_modules", ".install-stamp");
/** What `build` was made of. */
export const BUILD_STAMP = at("build", ".stamp");

/** What the build reads; tests are left out by the fingerprint. */
const SOURCES = [
  ...["app", "models", "jobs", "sandbox", "public", "server.ts"],
  ...["remix.config.js", "vite.config.ts", "tailwind.config.ts", "postcss.config.js"],
  ...["tsconfig.json", "package.json", "package-lock.json"],
];

/**
 * Runs what writes into folders that all commands share, after the one that is at it: two at once would take away each
 * other's files.
 * @param {import("./log.mjs").Log} log
 * @param {() => Promise<void>} task
 */
export async function installAlone(log, task) {
  await withLock(path.join(CACHE, "install.lock"), log, task);
}

/**
 * @typedef {{ node: string, platform: string, arch: string, libc?: string }} Machine
 * @typedef {object} Package as a lock file lists it
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {{ node?: string }} [engines]
 */

/** @returns {Machine} what a package's native part has to fit */
function thisMachine() {
  const { platform, arch } = process;
  const node = process.versions.node;
  if (platform !== "linux") return { node, platform, arch };
  // Or it would look for the names of all that this process talks to.
  Object.assign(process.report, { excludeNetwork: true });
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return { node, platform, arch, libc: report.header.glibcVersionRuntime ? "glibc" : "musl" };
}

/**
 * Whether an optional package is the part of another one for this machine. One that names no machine may be of one that is
 * for another.
 * @param {Package} part
 * @param {Machine} machine
 */
function isForMachine({ os, cpu, libc, engines }, machine) {
  if (!os && !cpu && !libc) return false;
  const isNamed = (/** @type {string[]} */ names, /** @type {string} */ own) =>
    names.includes(own) ||
    (names.every((name) => name.startsWith("!")) && !names.includes(`!${own}`));
  return (
    isNamed(os ?? [], machine.platform) &&
    isNamed(cpu ?? [], machine.arch) &&
    (!libc || isNamed(libc, machine.libc ?? "")) &&
    (!engines?.node || isInRange(machine.node, engines.node))
  );
}

/**
 * Whether what is installed is what is wanted: of what is optional, this machine's.
 * @param {Record<string, Package>} wanted of the lock file; "" is the project itself
 * @param {Record<string, Package>} installed of the one that npm leaves beside what it has installed
 * @param {Machine} machine
 */
export function isInstalled(wanted, installed, machine) {
  return Object.entries(wanted).every(
    ([name, part]) =>
      !name ||
      installed[name]?.version === part.version ||
      (part.optional && !isForMachine(part, machine)),
  );
}

/**
 * Whether what is installed is what the lock file asks for, however it came there.
 * @param {Machine} machine
 * @returns {Promise<boolean>}
 */
async function matchesLockFile(machine) {
  const hidden = at("node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return false;
  const [wanted, installed] = await Promise.all(
    [at("package-lock.json"), hidden].map(async (file) => JSON.parse(await readFile(file, "utf8"))),
  );
  return isInstalled(wanted.packages, installed.packages, machine);
}

/**
 * Runs `npm ci` when the dependencies are missing or the lock file has changed.
 * @param {import("./log.mjs").Log} log
 * @throws {UserError} with the end of npm's own output
 */
export async function ensureDependencies(log) {
  const machine = thisMachine();
  const wanted = await fingerprint(ROOT, ["package-lock.json"], Object.values(machine));
  if (await isStamped(INSTALL_STAMP, wanted)) return;
  await installAlone(log, async () => {
    // By another command meanwhile.
    if (await isStamped(INSTALL_STAMP, wanted)) return;
    if (!(await matchesLockFile(machine))) await installDependencies(log);
    await stamp(INSTALL_STAMP, wanted);
  });
}

/** @param {import("./log.mjs").Log} log */
async function installDependencies(log) {
  const doing = "Installation des dépendances";
  log.begin(`${doing} (une à trois minutes)`);
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  const npm = process.env.npm_execpath;
  const install = async () => {
    const { code, output } = npm?.endsWith(".js")
      ? await run(process.execPath, [npm, ...args])
      : await run("npm", args);
    if (code !== 0) throw new UserError(`npm ci : ${excerpt(output)}`);
  };
  await step(log, "Dépendances installées", install, doing);
}

/**
 * Builds the application when a source has changed since the last build.
 * @param {import("./log.mjs").Log} log
 * @throws {UserError} with the end of the build's own output
 */
export async function ensureBuild(log) {
  const wanted = await fingerprint(ROOT, SOURCES, [process.version]);
  const isBuilt = async () =>
    existsSync(program("index")) && (await isStamped(BUILD_STAMP, wanted));
  if (await isBuilt()) return;
  await installAlone(log, async () => {
    // By another command meanwhile.
    if (!(await isBuilt())) await build(wanted, log);
  });
}

/**
 * @param {string} wanted the stamp of what it is made of
 * @param {import("./log.mjs").Log} log
 */
async function build(wanted, log) {
  const doing = "Construction de l'application";
  log.begin(`${doing} (une à deux minutes)`);
  const make = async () => {
    await rm(BUILD_STAMP, { force: true });
    const { code, output } = await run(
      process.execPath,
      [at("node_modules", "@remix-run", "dev", "dist", "cli.js"), "vite:build"],
      { env: { ...process.env, NODE_ENV: "production" } },
    );
    if (code !== 0) throw new UserError(`Construction : ${excerpt(output)}`);
    await stamp(BUILD_STAMP, wanted);
  };
  await step(log, "Application construite", make, doing);
}

/**
 * The part of a failed command's output that is likely to say why: npm says it first, a build last.
 * @param {string} output
 */
function excerpt(output) {
  const lines = output.trim().split("\n");
  if (lines.length <= 50) return `\n${lines.join("\n")}`;
  return `\n${[...lines.slice(0, 20), "…", ...lines.slice(-30)].join("\n")}`;
}
