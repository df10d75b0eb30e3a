import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTurn } from "./in-turn";

test("runs one after the other what has the same key, and goes on after a failure", async () => {
  const log: string[] = [];
  const work = (name: string, fails = false) =>
    inTurn("venue", async () => {
      log.push(`${name} begins`);
      await wait(1);
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([work("a"), work("b", true), work("c")]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("what has another key does not wait", async () => {
  let release: () => void = () => undefined;
  const held = inTurn("one", () => new Promise<void>((resolve) => (release = resolve)));
  expect(await inTurn("two", () => Promise.resolve("done"))).toBe("done");
  release();
  await held;
});
