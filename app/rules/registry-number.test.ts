import { expect, it } from "vitest";
import { registryText } from "./registry-number";

it.each([
  ["73282932000074", "732\u00a0829\u00a0320\u00a000074"],
  ["732829320", "732\u00a0829\u00a0320"],
  ["W691234567", "W691234567"],
  ["7328293200007", "7328293200007"],
])("shows %s as %j", (number, text) => expect(registryText(number)).toBe(text));
