import { describe, expect, it } from "vitest";
import { stageAfter, type StageEvent } from "./stage";

const after = (...events: StageEvent[]) => events.reduce(stageAfter, "start");

describe("stageAfter", () => {
  it("shows the fields once they are ready", () => {
    expect(after("started")).toBe("loading");
    expect(after("started", "ready")).toBe("ready");
  });

  it("gives way to the hosted page when they are late or fail, and never changes back", () => {
    expect(after("started", "late")).toBe("failed");
    expect(after("started", "failed")).toBe("failed");
    expect(after("started", "late", "ready")).toBe("failed");
    expect(after("started", "ready", "failed", "ready")).toBe("failed");
  });

  it("takes no account of patience that ends once they are there", () => {
    expect(after("started", "ready", "late")).toBe("ready");
  });
});
