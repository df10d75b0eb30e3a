import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** `npm run announce-terms`, as whoever runs it sees it; who is told is asked by terms.test.ts. */

let done: unknown[] = [];
let answer = { told: 3, late: 0 };
vi.mock("~/platform/database.server", () => ({
  connectDatabase: () => void done.push("connect"),
  databaseVersion: () => Promise.resolve("7.0.0"),
  disconnectDatabase: () => void done.push("disconnect"),
}));
vi.mock("./announce-terms.server", () => ({
  announceTerms(change: unknown) {
    done.push(change);
    return Promise.resolve(answer);
  },
}));

const said = vi.spyOn(console, "log");
const complaints = () => vi.spyOn(console, "error").mockReturnValue();
const argv = process.argv;
beforeEach(() => {
  done = [];
  answer = { told: 3, late: 0 };
  vi.resetModules();
  said.mockReset().mockReturnValue();
});
afterEach(() => {
  process.argv = argv;
  process.exitCode = undefined;
});

const run = async (...given: string[]) => {
  process.argv = [...argv.slice(0, 2), ...given];
  await import("./announce-terms");
};

it("says how many are told", async () => {
  await run("--from", "2027-03-01", "Article 6", "changé");
  expect(done).toEqual([
    "connect",
    { from: "2027-03-01", words: "Article 6 changé" },
    "disconnect",
  ]);
  expect(said.mock.calls).toEqual([["Messages mis en file\u00a0: 3."]]);
  expect(process.exitCode).toBeUndefined();
});

it("fails where it is too late for some", async () => {
  const complained = complaints();
  answer = { told: 1, late: 2 };
  await run("--from", "2027-03-01", "Article 6 changé");
  expect(complained.mock.calls).toEqual([
    ["Comptes non prévenus\u00a0: 2. Il faut 15\u00a0jours entre le dernier message et ce jour."],
  ]);
  expect(said.mock.calls).toEqual([["Messages mis en file\u00a0: 1."]]);
  expect(process.exitCode).toBe(1);
});

it.each([[[]], [["--from", "2027-02-30", "Article 6"]], [["--from", "2027-03-01"]]])(
  "asks for the day and for what changes: %j does not do",
  async (given) => {
    const complained = complaints();
    await run(...given);
    expect(done).toEqual([]);
    expect(complained).toHaveBeenCalledTimes(1);
    expect(process.exitCode).toBe(1);
  },
);
