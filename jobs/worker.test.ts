import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eventually } from "../tests/support/eventually";

/** `npm run worker`, from its start to its stop. */

const { done, failing } = vi.hoisted(() => ({ done: [] as string[], failing: new Set<string>() }));
const note = vi.hoisted(() => (name: string) => () => {
  done.push(name);
  return failing.has(name) ? Promise.reject(new Error("away")) : Promise.resolve();
});
vi.mock("~/platform/connect-program.server", () => ({ connectProgram: note("connect") }));
vi.mock("~/platform/database-outage.server", () => ({ tellDatabaseOutages: note("outages") }));
vi.mock("~/platform/database.server", () => ({ disconnectDatabase: note("disconnect") }));
vi.mock("~/platform/content-version.server", () => ({
  tellOfStart: note("tell"),
  followChanges() {
    done.push("follow");
    return () => void done.push("end following");
  },
}));
vi.mock("~/platform/site-state.server", () => ({ loadState: note("state") }));
vi.mock("./start", () => ({ startJobs: note("start"), stopJobs: note("stop") }));
vi.mock("~/platform/log.server", () => ({ logger: { info: () => 0, fatal: () => 0 } }));

const handlers = new Map<string, (signal: string) => void>();
const exit = vi.spyOn(process, "exit");
const on = vi.spyOn(process, "on");
beforeEach(() => {
  done.length = 0;
  failing.clear();
  vi.resetModules();
  exit.mockReset().mockReturnValue(undefined as never);
  on.mockReset().mockImplementation((event: string | symbol, handle: (signal: string) => void) => {
    handlers.set(String(event), handle);
    return process;
  });
});
afterEach(() => void on.mockReset());

it("looks for changes while it runs, by which what could not be told is told later", async () => {
  await import("./worker");
  expect(done).toEqual(["connect", "outages", "tell", "follow", "state", "start"]);
  done.length = 0;
  handlers.get("SIGTERM")!("SIGTERM");
  handlers.get("SIGINT")!("SIGINT");
  await eventually(() => expect(exit).toHaveBeenCalledExactlyOnceWith(0));
  expect(done).toEqual(["end following", "stop", "disconnect"]);
});

it("ends with 1 when its jobs could not be stopped", async () => {
  failing.add("stop");
  await import("./worker");
  handlers.get("SIGTERM")!("SIGTERM");
  await eventually(() => expect(exit).toHaveBeenCalledExactlyOnceWith(1));
});
