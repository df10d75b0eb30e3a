import { expect, it } from "vitest";
import { seenText } from "./seen-text";

it.each([
  ["a word", "Salle", "Salle"],
  ["accents in two characters", "Cafe\u0301", "Caf\u00e9"],
  ["a family of emoji", "\u{1F469}\u200D\u{1F467} bienvenue", "\u{1F469}\u200D\u{1F467} bienvenue"],
  ["Arabic with its mark", "\u0642\u0627\u0639\u0629\u200F 2", "\u0642\u0627\u0639\u0629\u200F 2"],
  ["an override", "Salle \u202E", "Salle "],
  ["an isolate around a word", "\u2067Salle\u2069", "Salle"],
  ["zero-width spaces within", "Sal\u200Ble\uFEFF", "Salle"],
  ["blank letters between", "Salle\u3164bleue\u2800", "Salle bleue "],
  ["lines", "Un\nDeux", "Un\nDeux"],
  ["what a form sends at the end of one, and a tab", "Un\r\nDeux\t3", "Un\r\nDeux\t3"],
  ["breaks of a word processor", "Un\u000bDeux\u0085Trois", "Un\nDeux\nTrois"],
  ["controls within a word", "Sal\u0007le\u001b[0m\u0090", "Salle[0m"],
])("shows %s", (_what, text, seen) => {
  expect(seenText(text)).toBe(seen);
});

it.each([
  "",
  " \n",
  "\u200B",
  "\u202E",
  "\u2800",
  "\u3164\uFFA0",
  "\u200D\u200E",
  "\u0301",
  "\uFE0F",
  "\u0007",
  " \u001b\u009d\u000c",
])("sees nothing in %j", (text) => {
  expect(seenText(text)).toBe("");
});
