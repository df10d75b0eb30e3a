import { describe, expect, it } from "vitest";
import { planted, singleFaults } from "./single-faults.mjs";

/** Each fault as the source that it makes. */
const made = (text: string, name = "a.ts") =>
  singleFaults(name, text).map((fault) => planted(text, fault));

describe("the single faults of a source", () => {
  it.each([
    ["if (a) b();", ["if (!(a)) b();", ";", "if (a) ;"]],
    ["if (a) b; else c;", ["if (!(a)) b; else c;", "if (a) ; else c;", "if (a) b; else ;"]],
    ["x = a ? 1 : 0;", [";", "x = !(a) ? 1 : 0;", "x = a ? 2 : 0;", "x = a ? 1 : 1;"]],
    ["x = a <= b;", [";", "x = a < b;"]],
    ["x = a ?? b;", [";", "x = a;"]],
    ["x = !a;", [";", "x = a;"]],
    ["throw e;", [";"]],
    ["return { a, ...b };", ["return { ...b };", "return { a };"]],
    ["return [a, b];", ["return [b];", "return [a];"]],
    ["return { 'a-b': true };", ["return {  };", "return { 'a-b': false };"]],
    ["return `${a} b`;", ['return "";']],
    ["return a.min(b, c);", ["return a.min(c, b);", "return a;", "return a.max(b, c);"]],
  ])("%s", (text, expected) => {
    const inside = text.startsWith("return") ? `function f() { ${text} }` : text;
    const around = (one: string) => (inside === text ? one : `function f() { ${one} }`);
    expect(made(inside).sort()).toEqual(expected.map(around).sort());
  });

  it("of HTML: texts and attributes", () => {
    const text = "const a = <b title={c} hidden>Oui</b>;";
    expect(made(text, "a.tsx")).toEqual([
      "const a = <b  hidden>Oui</b>;",
      "const a = <b title={c} >Oui</b>;",
      "const a = <b title={c} hidden></b>;",
    ]);
  });

  it("none in what does not run: imports, types", () => {
    expect(
      made('import { a } from "b"; type C = "d"; interface E { f: 1 } let g: "h" | 2;'),
    ).toEqual([]);
  });
});
