import { expect, it } from "vitest";
import { remaining } from "./counter";

it("tells how much room is left, near the end alone", () => {
  expect([280, 21, 20, 2, 1, 0, -1, -2, -12].map(remaining)).toEqual([
    "",
    "",
    "20 caractères au plus encore",
    "2 caractères au plus encore",
    "1 caractère au plus encore",
    "0 caractère au plus encore",
    "1 caractère de trop",
    "2 caractères de trop",
    "12 caractères de trop",
  ]);
});
