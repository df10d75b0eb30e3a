import { expect, it } from "vitest";
import { passwordChangeInput } from "./new-password.server";
import { PASSWORD_MESSAGES } from "./password-rules";

const SHORT = PASSWORD_MESSAGES.short;
const first = (typed: object) => {
  const issue = passwordChangeInput.schema.safeParse(typed).error?.issues[0];
  return issue && [issue.path[0], issue.message];
};

it("tells of a change of password first what is wrong with the present one", () => {
  const good = {
    ...{ currentPassword: "Lilas-1990-bleu", password: "Platanes-1927" },
    passwordConfirmation: "Platanes-1927",
  };
  expect(first(good)).toBeUndefined();
  const long = "x".repeat(129);
  expect(first({ currentPassword: long, password: "court" })?.[0]).toBe("currentPassword");
  expect(first({ password: "court", passwordConfirmation: "autre" })?.[0]).toBe("currentPassword");
  expect(first({ ...good, password: "court", passwordConfirmation: "autre" })).toEqual([
    "password",
    SHORT,
  ]);
  expect(first({ ...good, password: "motdepasse", passwordConfirmation: "autre" })).toEqual([
    "password",
    PASSWORD_MESSAGES.common,
  ]);
  expect(first({ ...good, passwordConfirmation: "Platanes-1928" })).toEqual([
    "passwordConfirmation",
    PASSWORD_MESSAGES.different,
  ]);
});
