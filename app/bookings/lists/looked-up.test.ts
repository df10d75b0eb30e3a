import { expect, test } from "vitest";
import { isNamed, isReference, referencesMeant } from "./looked-up";

test.each([
  ["PDS-7K2F9Q", true],
  ["pds-7k2f9q", true],
  [" 7k2f9q ", true],
  ["PDS 7K2F9Q", true],
  ["7K2F9", false],
  ["PDS-", false],
  ["", false],
  ["—", false],
])("the reference PDS-7K2F9Q is meant by '%s': %s", (typed, isMeant) => {
  expect(isReference(typed, "PDS-7K2F9Q")).toBe(isMeant);
  expect(referencesMeant(typed).includes("PDS-7K2F9Q")).toBe(isMeant);
});

test.each(["PDS9QA", "pds-pds9qa"])("the reference PDS-PDS9QA is meant by '%s'", (typed) => {
  expect(isReference(typed, "PDS-PDS9QA")).toBe(true);
  expect(referencesMeant(typed)).toContain("PDS-PDS9QA");
});

test.each([
  ["Hélène B.", "helene b", true],
  ["Hélène B.", "HÉLÈNE", true],
  ["Hélène B.", "b.", true],
  ["Hélène B.", "bernard", false],
  ["Hélène B.", "lène", false],
  ["Les Amis du Cœur", "coeur", true],
  ["Les Amis du Cœur", "", false],
])("'%s' is named by '%s': %s", (name, typed, isMeant) => {
  expect(isNamed(typed, name)).toBe(isMeant);
});
