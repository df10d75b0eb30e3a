import { expect, test } from "vitest";
import { phoneText } from "./display-name";

test.each([
  ["0536499796", "05\u00a036\u00a049\u00a097\u00a096"],
  ["+33536499796", "+33\u00a05\u00a036\u00a049\u00a097\u00a096"],
  ["+32470123456", "+32470123456"],
  ["536499796", "536499796"],
  ["05 36 49 97 96", "05 36 49 97 96"],
])("a phone number %s is read as %s", (stored, read) => {
  expect(phoneText(stored)).toBe(read);
});
