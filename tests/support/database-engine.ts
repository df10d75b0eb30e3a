import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { withClient } from "../../scripts/database/client.mjs";
import { startDatabase } from "../../scripts/database.mjs";
import { quietLog } from "../../scripts/lib/log.mjs";
import { limitCommands } from "../../scripts/lib/processes.mjs";
import { testEnvironment } from "../../scripts/stack.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** The engine's URI; each worker uses a database of its own on it. */
    mongoUri: string;
    /** Whether it is the embedded one, whose plans say nothing of MongoDB's. */
    isEmbedded: boolean;
    /** Where workers put their data directories; it goes away with the run. */
    workersDir: string;
  }
}

/** How long the engine's installation may take, each of its commands, and who is at it. */
const INSTALL_MS = 240_000;

/** One database engine for the whole run, in a directory that goes away with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  limitCommands(INSTALL_MS);
  const dataDir = await mkdtemp(join(tmpdir(), "place-des-salles-test-"));
  const database = await startDatabase({
    ...{ dataDir, log: quietLog(), env: testEnvironment() },
    // Nobody kills this one: commits need not wait for the disk.
    survivesCrash: false,
  });
  project.provide("mongoUri", database.uri);
  const build = await withClient(database.uri, (client) =>
    client.db("admin").command({ buildInfo: 1 }),
  );
  project.provide("isEmbedded", "secantusVersion" in build);
  const workersDir = join(dataDir, "workers");
  await mkdir(workersDir);
  project.provide("workersDir", workersDir);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
