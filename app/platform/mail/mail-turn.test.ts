import { expect, it } from "vitest";
import { turnOf } from "./mail-turn";

it.each([
  [0, "09:00"],
  [199, "09:00"],
  [200, "09:01"],
  [401, "09:02"],
])("a mail behind %i others leaves at %s", (before, at) => {
  const now = new Date("2026-06-01T09:00:00Z");
  expect(turnOf(before, now)).toEqual(new Date(`2026-06-01T${at}:00Z`));
});
