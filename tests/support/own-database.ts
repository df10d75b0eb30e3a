import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { withDatabaseName } from "../../scripts/database.mjs";

/**
 * Runs before each test file, and so before the application reads its environment: the file's own
 * database and data directory, and neither an outside service
 * of the developer's nor their secret, which signs what is expected as it is.
 */
const dataDir = mkdtempSync(join(tmpdir(), "place-des-salles-file-"));

const NOT_THE_TESTS = [
  "SESSION_SECRET",
  "STRIPE_SECRET_KEY",
  "SMTP_URL",
  "GOOGLE_MAPS_API_KEY",
  "BAN_URL",
  "APP_URL",
  "S3_ENDPOINT",
  "S3_BUCKET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
];
for (const name of NOT_THE_TESTS) {
  Reflect.deleteProperty(process.env, name);
}
process.env.MONGODB_URI = withDatabaseName(inject("mongoUri"), `test-${randomUUID()}`);
process.env.DATA_DIR = dataDir;

afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});
