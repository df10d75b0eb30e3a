import { expect, test } from "vitest";
import { singleFlight } from "./single-flight";

/** Runs that end when they are told to, in the order they began. */
function controlled() {
  const begun: { key: string; end: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const ask = singleFlight(
    (key) =>
      new Promise<string>((resolve, reject) => {
        begun.push({ key, end: resolve, fail: reject });
      }),
  );
  return { begun, ask };
}

test("who asks while it runs shares the next run, and that one begins afterwards", async () => {
  const { begun, ask } = controlled();
  const first = ask("venue");
  const others = [ask("venue"), ask("venue"), ask("venue")];
  expect(begun).toHaveLength(1);
  begun[0]!.end("old");
  expect(await first).toBe("old");
  expect(begun).toHaveLength(2);
  begun[1]!.end("new");
  expect(await Promise.all(others)).toEqual(["new", "new", "new"]);
  expect(begun).toHaveLength(2);
});

test("a run that is over is not given to anyone who asks later", async () => {
  const { begun, ask } = controlled();
  const first = ask("venue");
  begun[0]!.end("old");
  await first;
  const second = ask("venue");
  begun[1]!.end("new");
  expect(await second).toBe("new");
});

test("a failure is that of its own run", async () => {
  const { begun, ask } = controlled();
  const first = ask("venue");
  const second = ask("venue");
  begun[0]!.fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  begun[1]!.end("back");
  expect(await second).toBe("back");
});

test("another key does not wait", () => {
  const { begun, ask } = controlled();
  void ask("one");
  void ask("two");
  expect(begun.map(({ key }) => key)).toEqual(["one", "two"]);
});
