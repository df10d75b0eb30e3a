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
        {
          name: "/there/days.test.ts",
          status: "failed",
          assertionResults: [
            {
              status: "failed",
              fullName: "a day ends",
              failureMessages: ["\u001b[31mtoo late\u001b[39m"],
            },
            { status: "skipped", fullName: "a day begins" },
          ],
        },
        {
          name: "/there/nights.test.ts",
          status: "failed",
          message: "no such file",
          assertionResults: [],
        },
        {
          name: "/there/hours.test.ts",
          status: "passed",
          assertionResults: [{ status: "passed" }],
        },
      ],
    });
    expect(await countVitest(file)).toEqual({
      passed: 4,
      failed: 4,
      failures: [
        "nights.test.ts\n    no such file",
        "days.test.ts: a day ends\n    too late",
        "days.test.ts: a day begins\n    skipped",
      ],
    });
  });

  it("counts nothing when the runner left no report, or half of one", async () => {
    const nothing = { passed: 0, failed: 0, failures: [] };
    expect(await countVitest(join(directory, "none.json"))).toEqual(nothing);
    const half = join(directory, "half.json");
    await writeFile(half, '{"numTotalTests":7,"testRes');
    expect(await countVitest(half)).toEqual(nothing);
    expect(await countPlaywright(half)).toEqual(nothing);
  });
});

describe("countPlaywright", () => {
  it("counts skipped and flaky tests as failed", async () => {
    const spec = { title: "a page", file: "pages.test.ts", line: 7 };
    const late = {
      status: "unexpected",
      projectName: "js",
      results: [{ error: { message: "late" } }],
    };
    const file = await report({
      stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 },
      suites: [
        { suites: [{ specs: [{ ...spec, tests: [late, { ...late, status: "expected" }] }] }] },
        { specs: [{ ...spec, tests: [{ status: "skipped", projectName: "no-js", results: [] }] }] },
      ],
    });
    expect(await countPlaywright(file)).toEqual({
      passed: 5,
      failed: 6,
      failures: [
        "[js] pages.test.ts:7 a page\n    late",
        "[no-js] pages.test.ts:7 a page\n    skipped",
      ],
    });
  });
});
