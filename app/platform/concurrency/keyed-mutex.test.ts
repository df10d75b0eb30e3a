import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { withMutex } from "./keyed-mutex";

/** Does pieces of work that are logged as they begin and end. */
function logged() {
  const log: string[] = [];
  const work = (name: string, keys: readonly string[], fails = false) =>
    withMutex(keys, async () => {
      log.push(`${name} begins`);
      await wait(1);
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  return { log, work };
}

test("runs one after the other what has the same key, and goes on after a failure", async () => {
  const { log, work } = logged();
  const results = await Promise.allSettled([
    work("a", ["day"]),
    work("b", ["day"], true),
    work("c", ["day"]),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("one key in common is enough, in whatever order they are given", async () => {
  const { log, work } = logged();
  await Promise.all([work("a", ["1", "2"]), work("b", ["3", "2"]), work("c", ["1", "3"])]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("what has other keys does not wait", async () => {
  let release: () => void = () => undefined;
  const held = withMutex(["1", "2"], () => new Promise<void>((resolve) => (release = resolve)));
  expect(await withMutex(["3"], () => Promise.resolve("done"))).toBe("done");
  release();
  await held;
});
