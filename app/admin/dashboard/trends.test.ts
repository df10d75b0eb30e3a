import { describe, expect, it } from "vitest";
import { amountTrend, durationTrend, shareTrend } from "./trends";

describe("a trend", () => {
  it("of a sum is told in percent, and there is none from nothing", () => {
    expect(amountTrend(109_00, 100_00)).toEqual({
      ...{ way: "up", favour: "good", change: "En hausse de 9\u00a0%" },
    });
    expect(amountTrend(50_00, 100_00)).toMatchObject({ way: "down", favour: "watch" });
    expect(amountTrend(100_40, 100_00)).toMatchObject({ change: "Stable", favour: null });
    expect(amountTrend(100_00, 0)).toBeNull();
    expect(amountTrend(2, 1)).toMatchObject({ change: "En hausse de 100\u00a0%" });
    // What was taken back of an earlier period can leave less than nothing.
    expect(amountTrend(100_00, -5_00)).toBeNull();
  });

  it("of a share is told in points, of which less is good news where they count a loss", () => {
    const of = (part: number) => ({ part, whole: 1000 });
    expect(shareTrend(of(31), of(37), "down")).toEqual({
      ...{ way: "down", favour: "good", change: "En baisse de 0,6\u00a0point" },
    });
    expect(shareTrend(of(910), of(940), "up")).toEqual({
      ...{ way: "down", favour: "watch", change: "En baisse de 3\u00a0points" },
    });
    expect(shareTrend(of(84), of(73), "down")).toMatchObject({ way: "up", favour: "watch" });
    expect(shareTrend({ part: 1, whole: 3 }, { part: 2, whole: 6 }, "up")?.change).toBe("Stable");
    expect(shareTrend({ part: 1, whole: 1 }, { part: 0, whole: 1 }, "up")).toMatchObject({
      change: "En hausse de 100\u00a0points",
    });
    expect(shareTrend(of(20), of(0), "up")?.change).toBe("En hausse de 2\u00a0points");
    expect(shareTrend(of(19), of(0), "up")?.change).toBe("En hausse de 1,9\u00a0point");
    expect(shareTrend({ part: 0, whole: 0 }, of(1), "up")).toBeNull();
    expect(shareTrend(of(1), { part: 0, whole: 0 }, "up")).toBeNull();
  });

  it("of a duration is level within a twentieth, and names what it was", () => {
    expect(durationTrend(200, 195)).toEqual({
      ...{ way: "level", favour: null, change: "Stable" },
      beside: "3\u00a0h\u00a015 les 30\u00a0jours d’avant",
    });
    expect(durationTrend(260, 200)).toMatchObject({
      ...{ way: "up", favour: "watch", change: "En hausse de 1\u00a0h" },
    });
    expect(durationTrend(210, 200)).toMatchObject({ way: "level" });
    expect(durationTrend(190, 200)).toMatchObject({ way: "level" });
    expect(durationTrend(211, 200)).toMatchObject({ way: "up" });
    expect(durationTrend(1, 0)).toMatchObject({ way: "up", change: "En hausse de 1\u00a0min" });
    expect(durationTrend(45, 90)).toMatchObject({ way: "down", favour: "good" });
    expect(durationTrend(null, 90)).toBeNull();
    expect(durationTrend(90, null)).toBeNull();
  });
});
