import { describe, expect, it } from "vitest";
import { passwordScore, STRENGTH_CHECKS, STRENGTH_LABELS } from "./password-strength";

describe("passwordScore", () => {
  it.each([
    ["", "Très faible"],
    ["abcde", "Très faible"],
    ["abcdef", "Faible"],
    ["éàù".normalize("NFD"), "Très faible"],
    ["aB", "Faible"],
    ["a1", "Faible"],
    ["a!", "Faible"],
    ["abcdeF", "Normal"],
    ["abcdeF1", "Bon"],
    ["abcdeF1!", "Très bon"],
    ["ÉcoleÉté1-", "Très bon"],
  ])("calls '%s' %s", (password, label) => {
    expect(STRENGTH_LABELS[passwordScore(password)]).toBe(label);
  });
});

describe("STRENGTH_CHECKS", () => {
  const passed = (password: string) =>
    STRENGTH_CHECKS.filter(({ passes }) => passes(password)).map(({ id }) => id);

  it.each([
    ["", []],
    ["1234567", ["digit"]],
    ["12345678", ["length", "digit"]],
    ["É", ["upper"]],
    ["é", ["lower"]],
    ["é".normalize("NFD"), ["lower"]],
    ["😀😀😀😀", ["special"]],
    ["€", ["special"]],
    [" ", []],
    ["Jardin-1", ["length", "upper", "lower", "digit", "special"]],
  ])("finds in '%s' %j", (password, ids) => expect(passed(password)).toEqual(ids));
});
