import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { UserError } from "../lib/log.mjs";
import { run } from "../lib/processes.mjs";
import { countVitest } from "./counts.mjs";
import { pythonProgram } from "./pip.mjs";
import { STAGES, type Stage } from "./stages.mjs";
import { stripeMockObstacle } from "./stripe-mock.mjs";
import { runStages } from "./summary.mjs";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "summary-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What the log is told, line by line. */
function listeningLog() {
  const said: string[] = [];
  const tell = (message: string) => void said.push(message);
  return { said, log: { info: tell, warn: tell, begin: tell, done: tell, error: tell } };
}

/** A stage of one check, which ends with `code`. */
const check = (name: string, code: number): Stage => ({
  name,
  timeoutMs: 60_000,
  isReading: true,
  commands: () => [{ args: ["-e", `process.exit(${code})`] }],
});

it("says of stripe-mock without Go that it was not run, when its turn comes and at the end", async () => {
  const stripeMock = STAGES.find(({ name }) => name === "stripe-mock")!;
  expect(stripeMock.obstacle).toBe(stripeMockObstacle);
  const bare = { program: join(folder, "stripe-mock"), searchPath: "" };
  const { said, log } = listeningLog();
  const summary = await runStages(
    [check("reading", 0), { ...stripeMock, obstacle: (to) => stripeMockObstacle(to, bare) }],
    log,
  );
  const reason = "not run: Go 1.22+ is not installed, so stripe-mock is not either";
  expect(said).toContain(`stripe-mock ${reason}`);
  expect(summary.table).toMatch(/^reading {6}1 passed, 0 failed \(.+\)\nstripe-mock {2}not run: /);
  expect(summary.table.endsWith(reason)).toBe(true);
  expect(summary).toMatchObject({ passed: 1, failed: 0, failures: [] });
});

/** A command of that version that otherwise fails, as one does that cannot reach its registry. */
async function failing(name: string, version = ""): Promise<string> {
  const file = join(folder, name);
  const script = [
    "#!/bin/sh",
    `[ "$1" = env ] && echo ${version} && exit 0`,
    "echo begun",
    "echo 'no such host' >&2",
    "exit 1",
  ];
  await writeFile(file, script.join("\n"), { mode: 0o755 });
  return file;
}

it("says nothing of a program that could not be installed to be missing: that failed", async () => {
  const { said, log } = listeningLog();
  const machine = { program: join(folder, "stripe-mock"), searchPath: folder };
  await failing("go", "go1.19.8");
  expect(await stripeMockObstacle(log, machine)).toMatch(/^Go 1\.22\+ is not installed/);
  await failing("go", "go1.26.8");
  const reason = "could not be installed (no such host)";
  await expect(stripeMockObstacle(log, machine)).rejects.toThrow(
    new UserError(`stripe-mock ${reason}`),
  );
  const python = await failing("python3");
  const program = pythonProgram({ name: "no-such-program", packages: ["none==1"], proof: [] });
  await expect(program.obstacle(log, () => Promise.resolve(python))).rejects.toThrow(
    new UserError(`no-such-program ${reason}`),
  );
  expect(await program.obstacle(log, () => Promise.resolve(undefined))).toMatch(/^Python 3/);
  // Nor that it was.
  expect(said).toEqual([]);
});

it("counts a stage whose program could not be installed as one failure, and goes on", async () => {
  const { said, log } = listeningLog();
  const broken: Stage = {
    ...check("broken", 0),
    obstacle: () => Promise.reject(new UserError("it could not be installed (no such host)")),
  };
  const summary = await runStages([broken, check("whole", 0)], log);
  const why = "broken: it could not be installed (no such host)";
  expect(summary).toMatchObject({ passed: 1, failed: 1, failures: [why] });
  expect(summary.table).toMatch(/^broken {7}0 passed, 1 failed: it could not be installed/);
  expect(said).toContain(why);
});

it("says when nothing was run at all", async () => {
  const { log } = listeningLog();
  const missing: Stage = { ...check("s3", 0), obstacle: () => Promise.resolve("no Python") };
  const alone = await runStages([missing], log);
  expect(alone).toMatchObject({ passed: 0, failed: 0, failures: [] });
  const nothing = "Aucune étape n'a tourné. / No stage was run.";
  expect(alone.table).toBe(`s3           not run: no Python\n${nothing}`);
  expect((await runStages([missing, check("whole", 0)], log)).table).not.toContain(nothing);
});

it("counts a check that fails, and goes on with the next", async () => {
  const { log } = listeningLog();
  const summary = await runStages([check("broken", 1), check("whole", 0)], log);
  expect(summary).toMatchObject({ passed: 1, failed: 1, failures: ["broken"] });
});

it("counts a snapshot test whose snapshot is missing as failed, and writes none", async () => {
  const project = { test: { name: "unit", globals: true } };
  const config = `export default ${JSON.stringify({ test: { projects: [project] } })};`;
  await writeFile(join(folder, "vitest.config.mjs"), config);
  const probe = 'it("shows", () => expect("a word").toMatchSnapshot());';
  await writeFile(join(folder, "probe.test.js"), probe);
  const reportFile = join(folder, "report.json");
  const [{ args } = { args: [] }] = STAGES.find(({ name }) => name === "unit")!.commands(
    reportFile,
  );
  // As on somebody's own machine: where this says CI, Vitest writes none by itself.
  const { code } = await run(process.execPath, args, {
    cwd: folder,
    env: { NODE_ENV: "test", PATH: process.env.PATH },
  });
  expect(code).toBe(1);
  expect(await countVitest(reportFile)).toMatchObject({ passed: 0, failed: 1 });
  expect(await readdir(folder)).not.toContain("__snapshots__");
});
