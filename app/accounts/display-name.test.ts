import { expect, test } from "vitest";
import { phoneText, shortName } from "./display-name";

test.each([
  [{ name: "Marie", lastname: "Durand" }, "Marie D."],
  [{ name: "Antoine", lastname: "de Saint-Exupéry" }, "Antoine D."],
  [{ name: "Zoé", lastname: "élouan" }, "Zoé É."],
  [{ name: "Zoé", lastname: "𝒟upont" }, "Zoé 𝒟."],
  [{ name: "Ancien membre", lastname: "" }, "Ancien membre"],
])("%o is called %s", (person, called) => {
  expect(shortName(person)).toBe(called);
});

test.each([
  ["0536499796", "05 36 49 97 96"],
  ["+33536499796", "+33 5 36 49 97 96"],
  ["+32470123456", "+32470123456"],
  ["536499796", "536499796"],
  ["05 36 49 97 96", "05 36 49 97 96"],
])("a phone number %s is read as %s", (stored, read) => {
  expect(phoneText(stored)).toBe(read);
});
