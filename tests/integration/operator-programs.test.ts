import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import mongoose from "mongoose";
import { expect, it } from "vitest";
import { acquireLock } from "../../scripts/lib/lock.mjs";
import { useDatabase } from "../support/database";

/** What an operator runs in a terminal finds the database by itself. */

useDatabase();

/** `npm run audit:check`, which reads it alone. */
function checkAudit(env: Record<string, string>): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["scripts/program.mjs", "check-audit"],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

const uri = () => {
  const { host, port, name } = mongoose.connection;
  return `mongodb://${host}:${port}/${name}?directConnection=true`;
};

it("that of the environment", async () => {
  expect(await checkAudit({ MONGODB_URI: uri() })).toMatchObject({
    code: 0,
    said: expect.stringContaining("Journal intact") as string,
  });
  const { code, said } = await checkAudit({ MONGODB_URI: "mongodb://ici:secret@127.0.0.1:1/x" });
  expect(code).toBe(1);
  expect(said).toContain("La base de données ne répond pas.");
  expect(said).not.toContain("secret");
});

it("that of the product which runs on the same data", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "operator-"));
  const { port } = mongoose.connection;
  const release = await acquireLock(path.join(dataDir, "database.lock"), { uri: uri(), port });
  try {
    const { code, said } = await checkAudit({ MONGODB_URI: "", DATA_DIR: dataDir });
    expect([code, said]).toEqual([0, expect.stringContaining("Journal intact")]);
  } finally {
    await release();
    await rm(dataDir, { recursive: true });
  }
});
