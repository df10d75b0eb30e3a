import { expect, it } from "vitest";
import { minutesText, timeLeft } from "./time-left";

const now = new Date("2027-06-02T14:29:00Z");
const MINUTE = 60_000;

it.each([
  [MINUTE - 1, "Encore moins d’une minute"],
  [MINUTE, "Encore 1 min"],
  [60 * MINUTE - 1, "Encore 59 min"],
  [60 * MINUTE, "Encore 1 h"],
  [3 * 60 * MINUTE - 1, "Encore 2 h"],
  [24 * 60 * MINUTE, "Encore 24 h"],
  [72 * 60 * MINUTE - 1, "Encore 71 h"],
  [72 * 60 * MINUTE, "Encore 3 jours"],
])("%i ms before the deadline: %s", (left, text) => {
  const said = timeLeft(new Date(now.getTime() + left), now);
  expect(said.replace("\u00a0", " ")).toBe(text);
});

it.each([
  [0, "0 min"],
  [29, "29 min"],
  [179, "179 min"],
  [180, "3 h"],
  [239, "3 h"],
  [1_439, "23 h"],
])("of %i minutes nobody counts more than three hours' worth: %s", (minutes, text) => {
  expect(minutesText(minutes).replace("\u00a0", " ")).toBe(text);
});
