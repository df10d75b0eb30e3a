import { describe, expect, it } from "vitest";
import { StripeProblem } from "./errors";
import { canonicalForm, decodeForm } from "./form";

const plain = (text: string) => JSON.parse(JSON.stringify(decodeForm(text))) as unknown;

describe("decodeForm", () => {
  it("reads nested names and lists", () => {
    expect(plain("a=1&b[c][d]=2&e[0]=x&e[1]=y&f[]=p&f[]=q&g%5Bh%5D=%C3%A9+%26")).toEqual({
      a: "1",
      b: { c: { d: "2" } },
      e: { 0: "x", 1: "y" },
      f: { 0: "p", 1: "q" },
      g: { h: "é &" },
    });
  });

  it.each([
    ["a name that is both text and object", "a=1&a[b]=2"],
    ["a name given twice", "a=1&a=2"],
    ["an open bracket", "a[b=1"],
    ["too deep a name", `a${"[b]".repeat(10)}=1`],
    ["too many names", Array.from({ length: 1001 }, (_, index) => `a${index}=1`).join("&")],
  ])("refuses %s", (_what, text) => {
    expect(() => decodeForm(text)).toThrow(StripeProblem);
  });

  it("lets no name reach a prototype", () => {
    const form = decodeForm("__proto__[polluted]=yes&constructor[prototype][polluted]=yes");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(form)).toBeNull();
  });
});

describe("canonicalForm", () => {
  it("does not depend on the order, but on every value", () => {
    const one = canonicalForm(decodeForm("a=1&b[c]=2&b[d]=3"));
    expect(canonicalForm(decodeForm("b[d]=3&b[c]=2&a=1"))).toBe(one);
    expect(canonicalForm(decodeForm("a=1&b[c]=2&b[d]=4"))).not.toBe(one);
  });
});
