import { expect, it, vi } from "vitest";

const done = vi.hoisted(() => [] as unknown[]);
vi.mock("~/platform/connect-program.server", () => ({
  connectProgram: (...how: unknown[]) => void done.push(["connect", ...how]),
}));
vi.mock("~/platform/database.server", () => ({
  disconnectDatabase: () => void done.push("disconnect"),
}));
vi.mock("~/platform/restore-mark.server", () => ({ isHalfRestored: () => false }));
vi.mock("./all", () => ({
  syncIndexes: (...how: unknown[]) => {
    done.push(["indexes", ...how]);
    return { searchIndexesLeft: 0 };
  },
}));
vi.mock("./migrations", () => ({ migrate: () => void done.push("migrations") }));

it("the set-up step waits for the database, makes the indexes first, and lets go of it", async () => {
  await import("./setup");
  expect(done).toEqual([
    ["connect", { manner: "patient" }],
    ["indexes", { dropSearchIndexes: false }],
    "migrations",
    "disconnect",
  ]);
});
