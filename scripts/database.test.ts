import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { engineEnd, startDatabase, withDatabaseName } from "./database.mjs";
import { quietLog } from "./lib/log.mjs";

describe("withDatabaseName", () => {
  it.each([
    ["mongodb://127.0.0.1:27017", "mongodb://127.0.0.1:27017/other"],
    ["mongodb://127.0.0.1:27017/", "mongodb://127.0.0.1:27017/other"],
    ["mongodb://127.0.0.1:27017/one?a=b", "mongodb://127.0.0.1:27017/other?a=b"],
    ["mongodb://u:p%40@h1:1,h2:2/one?a=b", "mongodb://u:p%40@h1:1,h2:2/other?a=b"],
    ["mongodb+srv://u:p@cluster.example/?w=1", "mongodb+srv://u:p@cluster.example/other?w=1"],
  ])("%s → %s", (uri, expected) => {
    expect(withDatabaseName(uri, "other")).toBe(expected);
  });
});

describe("startDatabase", () => {
  it("prefers MONGODB_URI, and never stops what it did not start", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "database-"));
    const uri = "mongodb://db.example/site?w=1";
    const database = await startDatabase({
      dataDir,
      log: quietLog(),
      env: { ...process.env, MONGODB_URI: uri },
    });
    expect(database).toMatchObject({ uri, source: "MONGODB_URI", pid: undefined });
    expect(database.uriOf("other")).toBe("mongodb://db.example/other?w=1");
    await database.stop();
    await expect(database.kill()).rejects.toThrow("not run from here");
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe("engineEnd", () => {
  const panic = "__wt_panic: the process must exit and restart: WT_PANIC";

  it.each([
    ["a full disk, over whole files", `No space left on device\n${panic}`, "Le disque est plein"],
    ["no more room for one program", `File too large\n${panic}`, "Le disque est plein"],
    ["a read-only disk", `Read-only file system\n${panic}`, "en lecture seule"],
    ["files that are not its own", panic, "La base de données de /data/engine est abîmée"],
  ])("tells of %s", (_, words, sentence) => {
    expect(engineEnd(words, "/data/engine")).toContain(sentence);
  });

  it("says nothing of an end for which it knows no cause", () => {
    expect(engineEnd("SIGTERM received, shutting down", "/data/engine")).toBeUndefined();
  });
});
