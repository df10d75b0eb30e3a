import path from "node:path";
import { startDatabase } from "./database.mjs";
import { isHealthy } from "./lib/http.mjs";
import { step } from "./lib/log.mjs";
import { holdAnyPort, reachedAt } from "./lib/ports.mjs";
import { V8_OPTIONS, MALLOC, Service, firstDeath, nodeArguments } from "./lib/processes.mjs";
import { refuseProduction } from "./lib/production.mjs";
import { builtProgram, runProgram } from "./lib/programs.mjs";
import { SANDBOX_CREDENTIALS } from "./lib/stripe-sandbox.mjs";

/** What could lead a test to the developer's own database, accounts or mail. */
const OUTSIDE_SERVICES =
  /^(MONGODB_URI|SMTP_URL|STRIPE_|S3_|GOOGLE_|BAN_URL$|APP_URL$|PORT$|HOST$|DATA_DIR$)/;

/** The programs that also run in production, with the same bound. */
const BOUNDED = new Set(["index", "worker"]);

/** @returns {NodeJS.ProcessEnv} this process's environment without any way to an outside service */
export function testEnvironment() {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (OUTSIDE_SERVICES.test(name)) delete env[name];
  }
  return env;
}

/**
 * Everything that the application needs, running from the build.
 * @typedef {object} Stack
 * @property {string} appUrl where people reach the site; no slash at the end
 * @property {string} mongoUri
 * @property {string | undefined} sandboxUrl undefined when no sandbox runs (real Stripe keys, or not asked for)
 * @property {string} seedOutput what the demo data said (its accounts); "" without seed
 * @property {import("./database.mjs").Database} database
 * @property {Service | undefined} sandbox
 * @property {Service | undefined} web
 * @property {Service | undefined} worker
 * @property {NodeJS.ProcessEnv} env what the programs run with
 * @property {(name: string, env?: Partial<NodeJS.ProcessEnv>) => Promise<Service>} startWeb another web process on the same database, at a free port; stopped with the stack
 * @property {(name: string) => Promise<Service>} startWorker another of the jobs' processes, likewise
 * @property {Promise<import("./lib/log.mjs").UserError>} death resolves when one of these programs ends on its own; never otherwise
 * @property {() => Promise<void>} stop stops all of it, the database last
 */

/**
 * Starts database, Stripe sandbox, indexes, demo data and web server from the build, in that order.
 * What was started is stopped again when a later step fails.
 * @param {object} options
 * @param {"demo" | "test"} options.mode APP_MODE of the programs
 * @param {string} options.dataDir
 * @param {import("./lib/log.mjs").Log} options.log
 * @param {import("./lib/ports.mjs").HeldPort} [options.held] the web server's port; default: any free one
 * @param {boolean} [options.seed] fill the database with demo data when it is empty (default: false)
 * @param {boolean} [options.web] default: true
 * @param {boolean} [options.sandbox] default: true, unless STRIPE_SECRET_KEY is set
 * @param {boolean} [options.worker] the jobs' process beside the web's own worker (default: false)
 * @param {Record<string, string>} [options.env] added to this process's environment
 * @param {import("./database.mjs").Database} [options.database] one that runs already; it is not stopped with the stack
 * @returns {Promise<Stack>}
 * @throws {import("./lib/log.mjs").UserError} when the demo is asked for where the environment is a production's
 */
export async function startStack(options) {
  const { mode, dataDir, log, seed = false, web = true, worker = false } = options;
  const base = { ...(mode === "test" ? testEnvironment() : process.env), ...options.env };
  if (mode === "demo") refuseProduction(base);
  // Somebody is there to end a demo; a test fails.
  const isPatient = mode === "demo";
  const withSandbox = (options.sandbox ?? true) && !base.STRIPE_SECRET_KEY;
  const held = options.held ?? (await holdAnyPort());
  const { port } = held;
  const host = base.HOST || "127.0.0.1";
  const appUrl = options.env?.APP_URL ?? `http://localhost:${port}`;
  /** @type {import("./database.mjs").Database | undefined} */
  let ownDatabase;
  /** @type {Service[]} */
  const services = [];
  const stop = async () => {
    await held.release();
    await Promise.all(services.splice(0).map((service) => service.stop()));
    await ownDatabase?.stop();
    ownDatabase = undefined;
  };

  /**
   * @param {string} name the service's, in messages and of its log
   * @param {string} file the built program
   * @param {NodeJS.ProcessEnv} env
   * @param {Partial<Service["options"]>} [options]
   */
  const startService = async (name, file, env, options) => {
    const service = new Service({
      name,
      command: process.execPath,
      args: nodeArguments(builtProgram(file), BOUNDED.has(file) ? V8_OPTIONS : []),
      env: BOUNDED.has(file) ? { ...env, ...MALLOC } : env,
      logFile: path.join(dataDir, "logs", `${name}.log`),
      isReady: () => Promise.resolve(true),
      readyTimeoutMs: isPatient ? Infinity : undefined,
      // A little longer than the programs give themselves to finish what is under way.
      stopTimeoutMs: 8_500,
      ...options,
    });
    // Who waits without a limit would wait for ever for one that needs what has died meanwhile. A test has its limit,
    // and ends and starts such programs itself.
    const died = firstDeath(isPatient ? [ownDatabase?.service, ...services] : []);
    services.push(service);
    await Promise.race([service.start(), died.then((error) => Promise.reject(error))]);
    return service;
  };
  const startSandbox = async (/** @type {NodeJS.ProcessEnv} */ env) => {
    const sandboxEnv = {
      ...env,
      ...SANDBOX_CREDENTIALS,
      // Any free one, which it tells; the same again after a restart.
      STRIPE_SANDBOX_PORT: "0",
      STRIPE_SANDBOX_DATA: path.join(dataDir, "stripe"),
      STRIPE_SANDBOX_WEBHOOK_URL: `${appUrl}/api/stripe/webhook`,
      STRIPE_SANDBOX_CONNECT_WEBHOOK_URL: `${appUrl}/api/stripe/webhook-connect`,
    };
    return await startService("sandbox", "stripe-sandbox", sandboxEnv, {
      onListening: (port) => (sandboxEnv.STRIPE_SANDBOX_PORT = String(port)),
      // Its own sentence, without the stack around it.
      explain: (words) => /Le journal du bac à sable.*/.exec(words)?.[0],
    });
  };

  try {
    const database =
      options.database ??
      (await step(
        log,
        ({ source }) => `Base de données (${source})`,
        () => startDatabase({ dataDir, log, env: base, isPatient }),
        "Base de données",
      ));
    if (!options.database) ownDatabase = database;
    /** @type {NodeJS.ProcessEnv} */
    const outer = {
      ...base,
      NODE_ENV: "production",
      APP_MODE: mode,
      APP_URL: appUrl,
      HOST: host,
      PORT: String(port),
      DATA_DIR: dataDir,
      MONGODB_URI: database.uri,
      RUN_JOBS: worker ? "none" : "inline",
    };
    const sandbox = withSandbox
      ? await step(log, "Bac à sable Stripe", () => startSandbox(outer))
      : undefined;
    const sandboxUrl =
      sandbox && `http://127.0.0.1:${sandbox.options.env.STRIPE_SANDBOX_PORT ?? ""}`;
    /** @type {NodeJS.ProcessEnv} */
    const env = {
      ...outer,
      ...(sandboxUrl && { ...SANDBOX_CREDENTIALS, STRIPE_SANDBOX_URL: sandboxUrl }),
    };
    await step(log, "Index de la base de données", () => runProgram("setup", env, log));
    const seedOutput = seed
      ? await step(log, "Données de démonstration", () => runProgram("seed", env, log))
      : "";
    /**
     * @param {string} name
     * @param {Partial<NodeJS.ProcessEnv>} [extra]
     * @param {import("./lib/ports.mjs").HeldPort} [own] default: any free one, or PORT of `extra`
     */
    const startWeb = async (name, extra = {}, own) => {
      const taken = own ?? (extra.PORT ? undefined : await holdAnyPort());
      // Only the site itself is where it was asked to be; what takes any port is on the loopback.
      const reached = taken === held || !taken ? reachedAt(host) : "127.0.0.1";
      const webEnv = { ...env, ...extra, PORT: extra.PORT ?? String(taken?.port) };
      return startService(name, "index", webEnv, {
        held: taken,
        onListening: () => undefined,
        isReady: () => isHealthy(`http://${reached}:${webEnv.PORT}/readyz`),
      });
    };
    const webService = web
      ? await step(log, "Serveur web", () => startWeb("web", {}, held))
      : undefined;
    const startWorker = (/** @type {string} */ name) => startService(name, "worker", env);
    const workerService = worker
      ? await step(log, "Tâches de fond", () => startWorker("worker"))
      : undefined;
    return {
      appUrl,
      mongoUri: database.uri,
      sandboxUrl,
      seedOutput,
      database,
      sandbox,
      web: webService,
      worker: workerService,
      env,
      startWeb,
      startWorker,
      death: firstDeath([database.service, sandbox, webService, workerService]),
      stop,
    };
  } catch (error) {
    // What the database says of itself explains more than what its clients met.
    const cause = ownDatabase?.service?.explanation();
    await stop();
    throw cause ?? error;
  }
}
