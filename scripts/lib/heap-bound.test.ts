import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { at } from "./paths.mjs";
import { ARENAS, HEAP_BOUND } from "./processes.mjs";

it("is the same wherever the web process and the worker are started", async () => {
  const { scripts } = JSON.parse(await readFile(at("package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const arenas = Object.entries(ARENAS)[0]?.join("=");
  expect(scripts.web).toBe(`${arenas} node ${HEAP_BOUND} build/server/index.js`);
  expect(scripts.worker).toBe(`${arenas} node ${HEAP_BOUND} build/server/worker.js`);
  const guide = await readFile(at("docs", "operations.md"), "utf8");
  expect(guide).toContain(`\`${HEAP_BOUND}\``);
  expect(guide).toContain(`\`${arenas}\``);
});
