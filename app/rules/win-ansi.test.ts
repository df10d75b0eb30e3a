import { expect, test } from "vitest";
import { toWinAnsi } from "./win-ansi";

test.each([
  ["Où l’été à Noël coûte 1\u202f620,00\u00a0€…", "Où l’été à Noël coûte 1\u00a0620,00\u00a0€…"],
  ["Cœur de Saint-Étienne – Ÿ", "Cœur de Saint-Étienne – Ÿ"],
  ["e\u0301te\u0301", "été"],
  ["Łukasz Dvořák, Mihăiță, Őri", "Lukasz Dvorák, Mihaita, Ori"],
  ["−72,50 €", "–72,50 €"],
  ["(après\u2011midi)", "(après-midi)"],
  ["Ωμέγα 会", "????? ?"],
  ["", ""],
])("writes '%s' with the letters of the standard fonts", (text, written) => {
  expect(toWinAnsi(text)).toBe(written);
});
