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
  ["Ville\u00adurbanne\u200e, l\u200cA\u200fB", "Villeurbanne, lAB"],
  ["Oﬃce, 40\u2007㎡, n\u200b№ 2", "Office, 40 m2, nNo 2"],
  ["\u{1f469}\u200d\u{1f469}\u200d\u{1f467} Fête \u2764\ufe0f", "? Fête ?"],
  ["ł\u0301, 1\ufe0f\u20e3, \u0301a", "l, 1, a"],
  ["Quoi\u00a0? Ça", "Quoi\u00a0? Ça"],
  ["", ""],
])("writes '%s' with the letters of the standard fonts", (text, written) => {
  expect(toWinAnsi(text)).toBe(written);
});
