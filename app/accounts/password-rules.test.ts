import { describe, expect, it } from "vitest";
import { PASSWORD_MESSAGES, passwordProblem } from "./password-rules";

const problem = (password: string) =>
  passwordProblem(password, "anne@exemple.fr", (text) => text === "motdepasse");

describe("passwordProblem", () => {
  it.each([
    ["", "short"],
    ["1234567", "short"],
    ["😀😀😀😀", "short"],
    ["éàùîô".normalize("NFD"), "short"],
    ["x".repeat(129), "long"],
    ["Anne@Exemple.fr ", "email"],
    ["motdepasse", "common"],
  ] as const)("refuses '%s' as %s", (password, reason) => {
    expect(problem(password)).toBe(PASSWORD_MESSAGES[reason]);
  });

  it.each([
    "12345678",
    "x".repeat(128),
    "😀".repeat(128),
    "é".normalize("NFD").repeat(128),
    "  espaces gardés  ",
  ])("takes '%s'", (password) => expect(problem(password)).toBeNull());
});
