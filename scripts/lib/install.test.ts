import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isInstalled } from "./install.mjs";

describe("what is installed is what the lock file asks for", () => {
  const machine = { node: "20.19.0", platform: "linux", arch: "arm64", libc: "glibc" };
  const wanted = {
    "": { version: "0.1.0" },
    "node_modules/sharp": { version: "2.0.0" },
    "node_modules/sharp-arm": {
      ...{ version: "2.0.0", optional: true, engines: { node: ">=20.9.0" } },
      ...{ os: ["linux"], cpu: ["arm64"], libc: ["glibc"] },
    },
    "node_modules/sharp-arm-musl": {
      ...{ version: "2.0.0", optional: true, os: ["linux"], cpu: ["arm64"], libc: ["musl"] },
    },
    "node_modules/sharp-intel": {
      ...{ version: "2.0.0", optional: true, os: ["linux"], cpu: ["x64"], libc: ["glibc"] },
    },
    "node_modules/fsevents": { version: "2.0.0", optional: true, os: ["darwin"] },
    "node_modules/not-there": { version: "2.0.0", optional: true, os: ["!linux"] },
    "node_modules/newer": {
      ...{ version: "2.0.0", optional: true, os: ["!win32"], engines: { node: ">=22" } },
    },
    // Of one that is for no machine like this.
    "node_modules/its-own": { version: "2.0.0", optional: true },
  };
  const [sharp, ofArm, ofIntel] = ["sharp", "sharp-arm", "sharp-intel"].map((name) => ({
    [`node_modules/${name}`]: { version: "2.0.0" },
  }));

  it("where all of this machine is there, and nothing of another", () => {
    expect(isInstalled(wanted, { ...sharp, ...ofArm }, machine)).toBe(true);
  });

  it.each([
    ["nothing is there", {}],
    ["one has another version", { ...ofArm, "node_modules/sharp": { version: "1.0.0" } }],
    ["it was installed for another machine", { ...sharp, ...ofIntel }],
    [
      "what is of this machine has another version",
      { ...sharp, "node_modules/sharp-arm": { version: "1.0.0" } },
    ],
  ])("not where %s", (_what, installed) => {
    expect(isInstalled(wanted, installed, machine)).toBe(false);
  });
});

describe("two commands on a fresh clone", () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "clone-"));
    await cp(import.meta.dirname, join(root, "scripts", "lib"), { recursive: true });
    await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages: {} }));
  });

  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });

  /** A program that takes a while to make a file, and notes when it begins and when it ends. */
  async function slow(program: string, made: string): Promise<void> {
    await mkdir(join(root, program, ".."), { recursive: true });
    const lines = [
      'const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");',
      'const { dirname } = require("node:path");',
      'appendFileSync("noted", "begin ");',
      "setTimeout(() => {",
      `  mkdirSync(dirname("${made}"), { recursive: true });`,
      `  writeFileSync("${made}", '{"packages":{}}');`,
      '  appendFileSync("noted", "end ");',
      "}, 500);",
    ];
    await writeFile(join(root, program), lines.join("\n"));
  }

  /** What is noted while two processes at once see to it. */
  async function notedBy(task: "ensureDependencies" | "ensureBuild"): Promise<string> {
    const script = [
      'import { quietLog } from "./scripts/lib/log.mjs";',
      `import { ${task} } from "./scripts/lib/install.mjs";`,
      `await ${task}(quietLog());`,
    ].join("\n");
    const codes = [1, 2].map(async () => {
      const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
        cwd: root,
        env: { ...process.env, npm_execpath: join(root, "npm.js") },
        stdio: "inherit",
      });
      const [code] = (await once(child, "exit")) as [number];
      return code;
    });
    expect(await Promise.all(codes)).toEqual([0, 0]);
    return await readFile(join(root, "noted"), "utf8");
  }

  it("install once, and both have it", async () => {
    await slow("npm.js", "node_modules/.package-lock.json");
    expect(await notedBy("ensureDependencies")).toBe("begin end ");
  });

  it("build once, and both have it", async () => {
    await slow("node_modules/@remix-run/dev/dist/cli.js", "build/server/index.js");
    expect(await notedBy("ensureBuild")).toBe("begin end ");
  });
});
