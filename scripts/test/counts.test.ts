import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countPlaywright, countVitest } from "./counts.mjs";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "counts-"));
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function report(content: unknown): Promise<string> {
  const file = join(directory, "report.json");
  await writeFile(file, JSON.stringify(content));
  return file;
}

describe("countVitest", () => {
  it("counts what did not pass as failed, skipped tests and broken files included", async () => {
    const file = await report({
      numTotalTests: 7,
      numPassedTests: 4,
      testResults: [
        { status: "failed", assertionResults: [{}] },
        { status: "failed", assertionResults: [] },
        { status: "passed", assertionResults: [{}, {}] },
      ],
    });
    expect(await countVitest(file)).toEqual({ passed: 4, failed: 4 });
  });

  it("counts nothing when the runner left no report", async () => {
    expect(await countVitest(join(directory, "none.json"))).toEqual({ passed: 0, failed: 0 });
  });
});

describe("countPlaywright", () => {
  it("counts skipped and flaky tests as failed", async () => {
    const file = await report({ stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 } });
    expect(await countPlaywright(file)).toEqual({ passed: 5, failed: 6 });
  });
});
