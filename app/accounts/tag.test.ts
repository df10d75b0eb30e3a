import { describe, expect, it } from "vitest";
import { makeTag } from "./tag";

const first = () => 0;

describe("makeTag", () => {
  it.each([
    ["Marie", "Durand", "marie-durand-2222"],
    ["Zoé", "d’Œuvre-Ånström", "zoe-d-oeuvre-anstrom-2222"],
    ["  ", "!!", "membre-2222"],
    ["李", "明", "membre-2222"],
    ["Anne".repeat(20), "B", `${"anne".repeat(10)}-2222`],
  ])("makes a handle of %s %s", (name, lastname, tag) => {
    expect(makeTag(name, lastname, first)).toBe(tag);
  });

  it("takes its four characters from the random numbers it is given", () => {
    const numbers = [5, 16, 0, 12];
    expect(makeTag("Marie", "Durand", () => numbers.shift()!)).toBe("marie-durand-7j2e");
  });

  it("asks for numbers within its alphabet only", () => {
    const asked = new Set<number>();
    makeTag("A", "B", (below) => asked.add(below) && below - 1);
    expect([...asked]).toEqual([31]);
  });
});
