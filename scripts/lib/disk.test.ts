import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { diskRefusalInLog, ensureWritable, explained } from "./disk.mjs";
import { UserError } from "./log.mjs";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "disk-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe("ensureWritable", () => {
  it("makes the directory and leaves nothing in it", async () => {
    const deep = join(directory, "a", "b");
    await ensureWritable(deep);
    await writeFile(join(deep, "c"), "");
    await ensureWritable(deep);
  });

  it("says of what is no directory what to do", async () => {
    const file = join(directory, "file");
    await writeFile(file, "");
    const refused = ensureWritable(join(file, "data"));
    await expect(refused).rejects.toBeInstanceOf(UserError);
    await expect(refused).rejects.toThrow("Ce n'est pas un dossier");
  });
});

describe("explained", () => {
  const failure = (code: string) =>
    Object.assign(new Error(`${code}: write`), { code, path: "/data/start.lock" });

  it.each([
    ["ENOSPC", "Le disque est plein"],
    ["EROFS", "lecture seule"],
    ["EACCES", "pas le droit d'y écrire"],
  ])("attack 32: %s is a sentence with the file, not a stack", (code, sentence) => {
    const error = explained(failure(code));
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain("/data/start.lock");
    expect((error as UserError).message).toContain(sentence);
  });

  it("leaves what is not the disk's as it is", () => {
    const unexpected = new TypeError("x is not a function");
    expect(explained(unexpected)).toBe(unexpected);
    expect(explained(failure("ECONNREFUSED"))).toBeInstanceOf(Error);
    expect(explained(failure("ECONNREFUSED"))).not.toBeInstanceOf(UserError);
  });
});

describe("diskRefusalInLog", () => {
  it("attack 32: knows a full disk by a program's last words", () => {
    expect(diskRefusalInLog("OSError: [Errno 28] No space left on device")).toContain("plein");
    expect(diskRefusalInLog("Error: EROFS: read-only file system, open")).toContain("seule");
    expect(diskRefusalInLog("listen EACCES: permission denied")).toBeUndefined();
  });
});
