import { describe, expect, it } from "vitest";
import { createLimiter } from "./limiter";

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe("createLimiter", () => {
  it("runs at most so many together, in the order they came", async () => {
    const limiter = createLimiter(2, 10);
    const gates = Array.from({ length: 5 }, gate);
    const started: number[] = [];
    const work = gates.map(({ opened }, index) =>
      limiter(async () => {
        started.push(index);
        await opened;
        return index;
      }),
    );
    expect(started).toEqual([0, 1]);
    gates[1]!.open();
    await work[1];
    expect(started).toEqual([0, 1, 2]);
    gates.forEach(({ open }) => open());
    expect(await Promise.all(work)).toEqual([0, 1, 2, 3, 4]);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it("does not take on what would wait past the end of the line", async () => {
    const limiter = createLimiter(1, 1);
    const { open, opened } = gate();
    const first = limiter(() => opened);
    const second = limiter(async () => "second");
    expect(await limiter(async () => "third")).toBeNull();
    open();
    await first;
    expect(await second).toBe("second");
    expect(await limiter(async () => "fourth")).toBe("fourth");
  });

  it("gives its place on when work fails", async () => {
    const limiter = createLimiter(1, 1);
    const failing = limiter(async () => {
      throw new Error("no");
    });
    const after = limiter(async () => "after");
    await expect(failing).rejects.toThrow("no");
    expect(await after).toBe("after");
  });
});
