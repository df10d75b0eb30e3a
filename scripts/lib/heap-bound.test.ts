import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { at } from "./paths.mjs";
import { HEAP_BOUND, MALLOC } from "./processes.mjs";

it("is the same wherever the web process and the worker are started", async () => {
  const { scripts } = JSON.parse(await readFile(at("package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const malloc = Object.entries(MALLOC).map((setting) => setting.join("="));
  expect(scripts.web).toBe(`${malloc.join(" ")} node ${HEAP_BOUND} build/server/index.js`);
  expect(scripts.worker).toBe(`${malloc.join(" ")} node ${HEAP_BOUND} build/server/worker.js`);
  const guide = await readFile(at("docs", "operations.md"), "utf8");
  expect(guide).toContain(`\`${HEAP_BOUND}\``);
  for (const setting of malloc) expect(guide).toContain(`\`${setting}\``);
});
