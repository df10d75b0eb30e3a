import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processAt, takesWrites } from "./database/client.mjs";
import { downloadedMongod } from "./database/download.mjs";
import { mongodCommand, mongodProblem, prepareReplicaSet } from "./database/mongod.mjs";
import { secantusCommand } from "./database/secantus.mjs";
import { diskRefusalInLog } from "./lib/disk.mjs";
import { LockHeldError, acquireLock, waitingFor } from "./lib/lock.mjs";
import { UserError } from "./lib/log.mjs";
import { CACHE } from "./lib/paths.mjs";
import { answers, holdAnyPort } from "./lib/ports.mjs";
import { Service, findCommand, throwIfInterrupted } from "./lib/processes.mjs";

const DATABASE_NAME = "place-des-salles";

/**
 * A running database.
 * @typedef {object} Database
 * @property {string} uri of the database `place-des-salles`
 * @property {string} source what answers: "MONGODB_URI", "mongod", "SecantusDB", or "partagée" (an engine that another command started)
 * @property {number | undefined} pid of the engine, when this process started it
 * @property {Service | undefined} service the engine, when this process started it
 * @property {(name: string) => string} uriOf the URI of another database on the same engine
 * @property {() => Promise<void>} stop stops what was started here, and nothing else
 * @property {() => Promise<void>} kill ends the engine as a crash would (SIGKILL)
 * @property {() => Promise<void>} restart starts the engine again, on the same port and data
 */

/**
 * The URI of a local engine. The node is addressed directly, so its replica set's idea of its own name
 * does not matter; a write counts once it is journalled.
 * @param {number} port
 * @param {string} name
 */
const localUri = (port, name) =>
  `mongodb://127.0.0.1:${port}/${name}?directConnection=true&w=majority&journal=true`;

/**
 * `uri` with its database replaced.
 * @param {string} uri
 * @param {string} name
 */
export function withDatabaseName(uri, name) {
  return uri.replace(
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/,
    (_match, server, query) => `${server}/${name}${query ?? ""}`,
  );
}

/**
 * A database's address without what may be secret: who connects, and the options.
 * @param {string} uri
 */
export const shownUri = (uri) => uri.replace(/\/\/.*@/s, "//").replace(/\?.*/s, "");

/** @param {string} directory */
const hasData = (directory) => existsSync(directory) && readdirSync(directory).length > 0;

/**
 * @typedef {{ command: string, args: string[], lifeline: "pipe" }} EngineCommand
 *
 * @typedef {object} Engine
 * @property {"mongod" | "SecantusDB"} source
 * @property {string} dbPath
 * @property {(port: number) => Promise<EngineCommand>} command throws a UserError when this engine cannot be had
 */

/**
 * The engines that this machine may have, best first; but the one whose data is already there keeps
 * it, else a start after an installation would open an empty database.
 * @param {{ dataDir: string, cacheDir: string, dbPath?: string, survivesCrash: boolean, log: import("./lib/log.mjs").Log }} options
 * @returns {Engine[]}
 */
function engines({ dataDir, cacheDir, dbPath, survivesCrash, log }) {
  const mongodPath = dbPath ?? path.join(dataDir, "mongod");
  const secantusPath = dbPath ?? path.join(dataDir, "secantus");
  /** @type {Engine[]} */
  const all = [
    {
      source: "mongod",
      dbPath: mongodPath,
      command: async (port) => {
        const binary = findCommand("mongod");
        if (!binary) throw new UserError("mongod : introuvable sur le PATH / not on the PATH");
        // One that has the data is not passed over: its own words say why it does not start.
        const unfit = hasData(mongodPath) ? undefined : await mongodProblem(binary);
        if (unfit) throw new UserError(`${binary} : ${unfit}`);
        return mongodCommand({ binary, dbPath: mongodPath, port });
      },
    },
    {
      source: "mongod",
      dbPath: mongodPath,
      command: async (port) => {
        const found = await downloadedMongod(cacheDir, log);
        if ("reason" in found) throw new UserError(`MongoDB (téléchargement) : ${found.reason}`);
        return mongodCommand({ binary: found.binary, dbPath: mongodPath, port });
      },
    },
    {
      source: "SecantusDB",
      dbPath: secantusPath,
      command: (port) =>
        secantusCommand({ cacheDir, dbPath: secantusPath, port, log, survivesCrash }),
    },
  ];
  const withData = all.filter((engine) => hasData(engine.dbPath));
  return [...withData, ...all.filter((engine) => !withData.includes(engine))];
}

/**
 * The first engine that can be had.
 * @param {Engine[]} candidates
 * @param {number} port
 * @param {import("./lib/log.mjs").Log} log
 * @throws {UserError} in French and English, saying why each one cannot
 */
async function firstAvailable(candidates, port, log) {
  const reasons = [];
  for (const engine of candidates) {
    try {
      const command = await engine.command(port);
      const passedOver = candidates.find((other) => hasData(other.dbPath));
      if (passedOver && passedOver.dbPath !== engine.dbPath) {
        log.warn(
          `Les données de ${passedOver.dbPath} attendent leur moteur (${passedOver.source}).`,
        );
      }
      return { engine, command };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      reasons.push(`    - ${error.message}`);
    }
  }
  throw new UserError(
    [
      "Aucune base de données disponible / No database available:",
      ...reasons,
      "    Installez MongoDB 7+ (mongod sur le PATH) ou Python 3.10+ avec venv et pip, ou donnez MONGODB_URI.",
      "    Install MongoDB 7+ (mongod on the PATH) or Python 3.10+ with venv and pip, or set MONGODB_URI.",
    ].join("\n"),
  );
}

/**
 * A database that somebody else runs: stopping is theirs.
 * @param {string} uri
 * @param {string} source
 * @returns {Database}
 */
function foreign(uri, source) {
  const refuse = () => Promise.reject(new Error(`The database (${source}) is not run from here`));
  return {
    uri,
    source,
    pid: undefined,
    service: undefined,
    uriOf: (name) => withDatabaseName(uri, name),
    stop: () => Promise.resolve(),
    kill: refuse,
    restart: refuse,
  };
}

/** How long one may answer nothing who holds the data, where nobody is there to be told of it. */
const SHARE_MS = 15_000;

/**
 * The hold on the data, as what gives it back; or the engine that another live command (`npm run db`) started on them,
 * once that takes writes: there may be one to install first.
 * @param {string} file of the lock
 * @param {string} uri told to who comes meanwhile
 * @param {{ log: import("./lib/log.mjs").Log, isPatient: boolean }} options
 * @returns {Promise<(() => Promise<void>) | Database>}
 * @throws {UserError}
 */
async function holdOrShare(file, uri, { log, isPatient }) {
  const deadline = Date.now() + (isPatient ? Infinity : SHARE_MS);
  let isSaid = false;
  for (;;) {
    try {
      return await acquireLock(file, { uri });
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      throwIfInterrupted();
      const { uri: theirs, pid = "?" } = error.holder;
      // Its starter, which holds the port until there is an engine, answers nothing.
      if (typeof theirs === "string" && (await takesWrites(theirs).catch(() => false)))
        return foreign(theirs, "partagée");
      if (Date.now() > deadline) {
        throw new UserError(
          `La base de données est tenue par le processus ${pid}, qui ne répond pas. / ` +
            `The database is held by process ${pid}, which does not answer.`,
        );
      }
      if (!isSaid) log.begin(waitingFor(error.holder));
      isSaid = true;
      await sleep(250);
    }
  }
}

/** What an engine writes when its files are not what it wrote there. */
const DAMAGED = /WT_PANIC|WT_TRY_SALVAGE|WT_ERROR|is corrupted|database corruption/;

/** @param {string} dbPath */
const damageSentence = (dbPath) =>
  [
    `La base de données de ${dbPath} est abîmée et ne s'ouvre plus. / The database is damaged.`,
    `    Mettez de côté le dossier des données en entier (${path.dirname(dbPath)}), puis relancez : la démonstration sera refaite.`,
    "    Des données à garder ? Remettez une copie de ce dossier faite quand tout était arrêté.",
  ].join("\n");

/**
 * What to tell people of an engine's end. A disk that refuses makes it panic too, over files that are whole.
 * @param {string} words its last ones
 * @param {string} dbPath
 * @returns {string | undefined} French and English
 */
export const engineEnd = (words, dbPath) =>
  diskRefusalInLog(words) ?? (DAMAGED.test(words) ? damageSentence(dbPath) : undefined);

/** What an engine writes when another one has its files open. */
const IN_USE = /Resource busy|Device or resource busy|already being managed by another process/;
/** How long the engine of a killed script may take to notice and to end. */
const LEAVE_MS = 15_000;

/**
 * Starts an engine, as soon as the one that a killed script left behind is gone from its files.
 * @param {Service} service
 */
async function startOnceLeft(service) {
  const deadline = Date.now() + LEAVE_MS;
  for (;;) {
    try {
      return await service.start();
    } catch (error) {
      if (!IN_USE.test(service.lastWords()) || Date.now() > deadline) throw error;
      throwIfInterrupted();
      await sleep(250);
    }
  }
}

/**
 * Starts the database that the project runs on: MONGODB_URI when it is set, else a local engine on a
 * loopback port whose data stays under `dataDir`.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {import("./lib/log.mjs").Log} options.log
 * @param {string} [options.dbPath] where the engine's files live; default: a directory of its own in `dataDir`
 * @param {string} [options.cacheDir] where downloaded engines are cached
 * @param {import("./lib/ports.mjs").HeldPort} [options.held] its port, given up for the engine as that starts: there may be one to download first; default: any free one
 * @param {boolean} [options.survivesCrash] whether every commit waits for the disk (default: true); asked otherwise of the embedded engine alone, by tests that end none
 * @param {boolean} [options.mustHaveData] whether an engine without data is refused rather than brought up (default: false)
 * @param {boolean} [options.isPatient] whether an engine may take as long as it lives to be ready, and who holds the data to have one (default: false, a minute and 15 s)
 * @param {NodeJS.ProcessEnv} [options.env]
 * @returns {Promise<Database>}
 * @throws {UserError} when no engine can be had
 */
export async function startDatabase(options) {
  const { dataDir, log, dbPath, cacheDir = CACHE, env = process.env } = options;
  const { survivesCrash = true, mustHaveData = false, isPatient = false } = options;
  if (env.MONGODB_URI) {
    await options.held?.release();
    return foreign(env.MONGODB_URI, "MONGODB_URI");
  }
  const held = options.held ?? (await holdAnyPort());
  const { port } = held;
  const uri = localUri(port, DATABASE_NAME);
  /** @type {(() => Promise<void>) | undefined} */
  let release;
  try {
    const claim = await holdOrShare(path.join(dataDir, "database.lock"), uri, { log, isPatient });
    if (typeof claim !== "function") {
      await held.release();
      return claim;
    }
    release = claim;
    const candidates = engines({ dataDir, cacheDir, dbPath, survivesCrash, log });
    if (mustHaveData && !candidates.some((engine) => hasData(engine.dbPath))) {
      throw new UserError(
        `Aucune base de données dans ${dataDir} : donnez MONGODB_URI, ou démarrez-en une (npm start, npm run db). / ` +
          `No database in ${dataDir}: set MONGODB_URI, or start one (npm start, npm run db).`,
      );
    }
    const { engine, command } = await firstAvailable(candidates, port, log);
    const service = new Service({
      name: `base de données (${engine.source})`,
      ...command,
      env: process.env,
      logFile: path.join(dataDir, "logs", "database.log"),
      readyTimeoutMs: isPatient ? Infinity : undefined,
      stopTimeoutMs: 4000,
      explain: (words) => engineEnd(words, engine.dbPath),
      isReady: async () => {
        if (!(await answers(port)) || (await processAt(uri).catch(() => 0)) !== service.pid)
          return false;
        if (engine.source === "mongod") await prepareReplicaSet(uri, port);
        return takesWrites(uri).catch(() => false);
      },
    });
    // It can be handed none, and takes it by its number within the second.
    await held.release();
    await startOnceLeft(service);
    const giveBack = release;
    return {
      uri,
      source: engine.source,
      get pid() {
        return service.pid;
      },
      service,
      uriOf: (name) => localUri(port, name),
      stop: () => service.stop().finally(giveBack),
      kill: () => service.kill(),
      restart: () => service.start(),
    };
  } catch (error) {
    await Promise.all([held.release(), release?.()]);
    throw error;
  }
}
