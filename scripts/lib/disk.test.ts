import { mkdtemp, open, readdir, rm, writeFile, type default as disk } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { diskRefusalInLog, ensureWritable, explained } from "./disk.mjs";
import { UserError } from "./log.mjs";

vi.mock("node:fs/promises", async (original) => {
  const whole = await original<typeof disk>();
  return { ...whole, open: vi.fn(whole.open) };
});

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

  it.each([
    ["EROFS", "Ce disque est en lecture seule"],
    ["ENOSPC", "Le disque est plein"],
    ["EPERM", "Vous n'avez pas le droit d'y écrire"],
    ["EIO", "EIO: open"],
  ])("attack 32: %s at the probe is a sentence with the directory", async (code, sentence) => {
    vi.mocked(open).mockRejectedValueOnce(Object.assign(new Error(`${code}: open`), { code }));
    const refused: unknown = await ensureWritable(directory).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UserError);
    const start = `Rien ne peut être écrit dans ${directory}. ${sentence}`;
    expect((refused as Error).message.startsWith(start)).toBe(true);
  });

  it("takes its probe away when the disk is full in the middle of it", async () => {
    vi.mocked(open).mockImplementationOnce(async (...place) => {
      const { open: openFile } = await vi.importActual<typeof disk>("node:fs/promises");
      const handle = await openFile(...place);
      const full = Object.assign(new Error("ENOSPC: write"), { code: "ENOSPC" });
      return Object.assign(handle, { sync: () => Promise.reject(full) });
    });
    await expect(ensureWritable(directory)).rejects.toThrow("Le disque est plein");
    expect(await readdir(directory)).toEqual([]);
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
