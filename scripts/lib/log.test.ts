import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { quietLog, step } from "./log.mjs";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a step that takes long", () => {
  const after = (ms: number, task: () => void = () => undefined) =>
    new Promise<void>((resolve) => setTimeout(resolve, ms)).then(task);

  /** What is said while it takes 100 s. */
  async function saidBy(label: string, doing?: string): Promise<string[]> {
    const said: string[] = [];
    const log = { ...quietLog(), begin: (line: string) => void said.push(line) };
    const working = step(log, label, () => after(100_000), doing);
    await vi.advanceTimersByTimeAsync(200_000);
    await working;
    return said;
  }

  it("says every 30 s that it goes on, and no more once it is done", async () => {
    expect(await saidBy("Serveur web")).toEqual(
      [30, 60, 90].map((s) => `Serveur web : toujours en cours, ${s} s`),
    );
    expect((await saidBy("Application construite", "Construction"))[0]).toBe(
      "Construction : toujours en cours, 30 s",
    );
  });

  it("says no more once it has failed", async () => {
    const failing = step(quietLog(), "Index", () =>
      after(1, () => {
        throw new Error("no");
      }),
    );
    const refused = expect(failing).rejects.toThrow("no");
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(vi.getTimerCount()).toBe(0);
  });
});
