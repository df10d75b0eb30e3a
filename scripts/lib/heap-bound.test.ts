import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { at } from "./paths.mjs";
import { ARENAS, HEAP_BOUNDS } from "./processes.mjs";

it("is the same wherever the web process and the worker are started", async () => {
  const { scripts } = JSON.parse(await readFile(at("package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const arenas = Object.entries(ARENAS)[0]?.join("=");
  const bounded = `${arenas} node ${HEAP_BOUNDS.join(" ")}`;
  expect(scripts.web).toBe(`${bounded} build/server/index.js`);
  expect(scripts.worker).toBe(`${bounded} build/server/worker.js`);
  const guide = await readFile(at("docs", "operations.md"), "utf8");
  for (const bound of HEAP_BOUNDS) expect(guide).toContain(`\`${bound}\``);
  expect(guide).toContain(`\`${arenas}\``);
});
