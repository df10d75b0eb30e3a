import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../lib/processes.mjs";
import { countVitest } from "./counts.mjs";
import { STAGES, type Stage } from "./stages.mjs";
import { stripeMockObstacle } from "./stripe-mock.mjs";
import { runStages } from "./summary.mjs";

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
  const bare = { program: join(tmpdir(), "no-such-program"), searchPath: "" };
  const { said, log } = listeningLog();
  const summary = await runStages(
    [check("reading", 0), { ...stripeMock, obstacle: (to) => stripeMockObstacle(to, bare) }],
    log,
  );
  const reason = "not run: Go is not installed, so stripe-mock is not either";
  expect(said).toContain(`stripe-mock ${reason}`);
  expect(summary.table).toMatch(/^reading {6}1 passed, 0 failed \(.+\)\nstripe-mock {2}not run: /);
  expect(summary.table.endsWith(reason)).toBe(true);
  expect(summary).toMatchObject({ passed: 1, failed: 0, failures: [] });
});

it("counts a check that fails, and goes on with the next", async () => {
  const { log } = listeningLog();
  const summary = await runStages([check("broken", 1), check("whole", 0)], log);
  expect(summary).toMatchObject({ passed: 1, failed: 1, failures: ["broken"] });
});

it("counts a snapshot test whose snapshot is missing as failed, and writes none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "snapshot-"));
  try {
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
      env: { PATH: process.env.PATH },
    });
    expect(code).toBe(1);
    expect(await countVitest(reportFile)).toMatchObject({ passed: 0, failed: 1 });
    expect(await readdir(folder)).not.toContain("__snapshots__");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
