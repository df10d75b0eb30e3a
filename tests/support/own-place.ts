import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { withDatabaseName } from "../../scripts/database.mjs";

/**
 * A worker's own database and data directory: of one test file, or of all that share their modules, for which the product
 * has read the environment once.
 */
export const OWN_PLACE = {
  MONGODB_URI: withDatabaseName(inject("mongoUri"), `test-${randomUUID()}`),
  DATA_DIR: mkdtempSync(join(inject("workersDir"), "worker-")),
} as const;
