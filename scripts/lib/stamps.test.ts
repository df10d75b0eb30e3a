import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fingerprint, isStamped, stamp } from "./stamps.mjs";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "stamps-"));
  await mkdir(join(root, "app", "deep"), { recursive: true });
  await writeFile(join(root, "app", "deep", "page.ts"), "one");
  await writeFile(join(root, "server.ts"), "two");
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const print = (extra: string[] = []) => fingerprint(root, ["app", "server.ts", "absent"], extra);

describe("fingerprint", () => {
  it("does not depend on modification times", async () => {
    const before = await print();
    await utimes(join(root, "server.ts"), 1, 1);
    expect(await print()).toBe(before);
  });

  it.each([
    ["a changed file", () => writeFile(join(root, "app", "deep", "page.ts"), "ONE")],
    ["a new file", () => writeFile(join(root, "app", "new.ts"), "")],
    ["a removed file", () => rm(join(root, "app", "deep", "page.ts"))],
  ])("changes with %s", async (_what, change) => {
    const before = await print();
    await change();
    expect(await print()).not.toBe(before);
  });

  it("changes with the facts beside the files", async () => {
    expect(await print(["v20"])).not.toBe(await print(["v22"]));
  });

  it("leaves tests out: they are not built", async () => {
    const before = await print();
    await writeFile(join(root, "app", "page.test.ts"), "anything");
    expect(await print()).toBe(before);
  });
});

describe("stamp", () => {
  it("is recognised until the value changes", async () => {
    const file = join(root, "build", ".stamp");
    expect(await isStamped(file, "a")).toBe(false);
    await stamp(file, "a");
    expect(await isStamped(file, "a")).toBe(true);
    expect(await isStamped(file, "b")).toBe(false);
  });
});
