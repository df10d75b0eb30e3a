import { expect, it, vi } from "vitest";

const done = vi.hoisted(() => [] as unknown[]);
vi.mock("~/platform/database.server", () => ({
  connectDatabase: (...how: unknown[]) => void done.push(["connect", ...how]),
  disconnectDatabase: () => void done.push("disconnect"),
}));
vi.mock("./all", () => ({ syncIndexes: () => void done.push("indexes") }));
vi.mock("./migrations", () => ({ migrate: () => void done.push("migrations") }));

it("the set-up step waits for the database, makes the indexes first, and lets go of it", async () => {
  await import("./setup");
  expect(done).toEqual([["connect", undefined, "patient"], "indexes", "migrations", "disconnect"]);
});
