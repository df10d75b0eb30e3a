import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDrawnOrder, linesOf } from "./draw.mjs";
import { singleFaults } from "./single-faults.mjs";
import { Imports, whoAsks } from "./who-asks.mjs";

const text = "f(1);\n\ng(2, 3);\n";
const lines = linesOf("a.ts", text, singleFaults("a.ts", text));

it("what can be planted stands by line", () => {
  expect(lines.map(({ line, faults }) => [line, faults.length])).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

it("a seed always draws the same, and another one something else", () => {
  const many = Array.from({ length: 50 }, (_, line) => ({ file: "a.ts", line, faults: [] }));
  const order = (seed: number) => inDrawnOrder(many, seed).map(({ line }) => line);
  expect(order(7)).toEqual(order(7));
  expect(order(7)).not.toEqual(order(8));
  expect(order(7).sort((one, other) => one - other)).toEqual(many.map(({ line }) => line));
});

describe("who is asked about a source", () => {
  const files = [
    ...["a.test.ts", "a.ts", "b.test.ts", "c.test.ts", "d/e.ts", "types.ts"],
    ...["further.test.ts", "what-is.test.ts", "whole.test.ts"],
  ];
  const texts = [
    'import { a } from "./a";',
    'import { e } from "./d/e";\nimport type { T } from "./types";\nexport const a = e;',
    'import { e } from "./d/e";',
    'const all = import.meta.glob("./d/**/*.ts");',
    "export const e = 1;",
    "export type T = 1;",
    'import { a } from "./a";',
    'import { a } from "./a";',
    'const all = import.meta.glob<{ a?: string; b: 1 }>([\n  "./d/**/*.ts",\n  "!./d/**/*.test.ts",\n]);',
  ];

  it("leads to it by the fewest imports, of types none, of a whole folder too, or is of everything", async () => {
    const root = mkdtempSync(join(tmpdir(), "place-des-salles-imports-"));
    mkdirSync(join(root, "d"));
    files.forEach((file, index) => writeFileSync(join(root, file), texts[index] ?? ""));
    const imports = new Imports(files, root);
    const distances = new Map<string, Map<string, number>>();
    for (const test of files.filter((file) => file.includes(".test."))) {
      distances.set(test, await imports.distances(test));
    }
    expect(whoAsks(distances, "d/e.ts", 2)).toEqual(["b.test.ts", "a.test.ts", "what-is.test.ts"]);
    expect(distances.get("c.test.ts")?.get("d/e.ts")).toBe(3);
    expect(distances.get("whole.test.ts")?.get("d/e.ts")).toBe(3);
    expect(whoAsks(distances, "a.ts", 1)).toEqual(["a.test.ts", "what-is.test.ts"]);
    expect(whoAsks(distances, "types.ts", 9)).toEqual([]);
    rmSync(root, { recursive: true });
  });
});
