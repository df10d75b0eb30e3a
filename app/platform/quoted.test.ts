import { expect, it } from "vitest";
import { quoted, quotedLines } from "./quoted";

it.each([
  ["Travaux", "«\u00a0Travaux\u00a0»"],
  ["Travaux,\n\ntout juin\u2029\u0085", "«\u00a0Travaux, tout juin\u00a0»"],
  ["Fini.\u00a0»\n\nL’équipe, «\u00a0payez", "«\u00a0Fini.” L’équipe, “payez\u00a0»"],
])("%j is quoted as %j", (words, told) => {
  expect(quoted(words)).toBe(told);
});

it.each([
  ["Par la cour", "«\u00a0Par la cour\u00a0»"],
  ["Par la cour,\r\n \n\n à gauche »\u2028\n", "«\u00a0Par la cour,\nà gauche”\u00a0»"],
])("%j is quoted in its lines as %j", (words, told) => {
  expect(quotedLines(words)).toBe(told);
});
