import { expect, it } from "vitest";
import { dismissalOf, dismissedNotices } from "./dismissed-notices.server";

const from = (cookie?: string) => ({
  headers: new Headers(cookie === undefined ? {} : { cookie }),
});

it.each([
  [undefined, []],
  ["", []],
  ["session=x", []],
  ["bandeaux=", []],
  ["bandeaux=a", ["a"]],
  ["session=x; bandeaux=a.b-2; autre=y", ["a", "b-2"]],
  ["autre_bandeaux=z; bandeaux=a.<b>.c", ["a", "c"]],
])("reads of %j that %j were put away", (cookie, ids) => {
  expect(dismissedNotices(from(cookie))).toEqual(ids);
});

it("puts one more away, the newest first, twenty at most", () => {
  const many = Array.from({ length: 25 }, (_, index) => `n${index}`);
  const line = dismissalOf("n3", from(`bandeaux=${many.join(".")}`));
  const value = /^bandeaux=([^;]*);/.exec(line)?.[1]?.split(".") ?? [];
  expect(value).toEqual(["n3", ...many.filter((id) => id !== "n3").slice(0, 19)]);
  // For thirty days.
  expect(line.replace(/^bandeaux=[^;]*/, "")).toBe(
    "; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax",
  );
});

it("has ids of forty letters at most", () => {
  const [longest, longer] = ["a".repeat(40), "b".repeat(41)];
  expect(dismissedNotices(from(`bandeaux=${longest}.${longer}`))).toEqual([longest]);
});
