import { expect, it } from "vitest";
import { registryText } from "./registry-number";

it.each([
  ["73282932000074", "732 829 320 00074"],
  ["732829320", "732 829 320"],
  ["W691234567", "W691234567"],
  ["7328293200007", "7328293200007"],
])("shows %s as %j", (number, text) => expect(registryText(number)).toBe(text));
