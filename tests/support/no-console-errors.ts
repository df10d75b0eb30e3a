import { format } from "node:util";
import { afterEach, beforeEach } from "vitest";

/**
 * An unexpected `console.error` fails the test that caused it. A test that expects one replaces
 * `console.error` itself and asserts what it was given.
 */
const write = console.error;
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  console.error = (...values: unknown[]) => {
    unexpected.push(format(...values));
    write(...values);
  };
});

afterEach(() => {
  console.error = write;
  if (unexpected.length > 0) {
    throw new Error(`Unexpected console.error:\n${unexpected.join("\n")}`);
  }
});
