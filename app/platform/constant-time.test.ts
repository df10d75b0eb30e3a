import { expect, it } from "vitest";
import { sameSecret } from "./constant-time.server";

it.each([
  ["Bearer abc", "Bearer abc", true],
  ["Bearer abd", "Bearer abc", false],
  ["", "Bearer abc", false],
  ["Bearer abcd", "Bearer abc", false],
])("%j and %j are the same secret: %s", (a, b, isSame) => expect(sameSecret(a, b)).toBe(isSame));
