import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { CONTENT_VERSION, SITE_STATE } from "@models/setting";
import type * as contentVersion from "./content-version.server";

/** How a process tells the others what it changed, and hears what they did; the database says what the test says. */

let version: typeof contentVersion;
let update: MockInstance;
let find: MockInstance;
let findById: MockInstance;
let warn: MockInstance;
const now = new Date("2027-03-10T09:00:00Z");

const VENUE = "a".repeat(24);
const OTHER = "b".repeat(24);
const page = (id: string) => `/reservation/${id}`;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  // Each test is a process of its own.
  vi.resetModules();
  const { SettingModel } = await import("@models/setting");
  update = vi.spyOn(SettingModel, "updateOne").mockResolvedValue({} as never);
  find = vi.spyOn(SettingModel, "find");
  findById = vi.spyOn(SettingModel, "findById");
  stored(0, 0, []);
  const { logger } = await import("./log.server");
  warn = vi.spyOn(logger, "warn").mockReturnValue(undefined);
  version = await import("./content-version.server");
});
afterEach(() => {
  vi.useRealTimers();
});

/** What the database has: how many changes there were, how many were told, and the last of them. */
function stored(value: number, told: number, changes: object[], state = ""): void {
  const setting = {
    _id: CONTENT_VERSION,
    value,
    told,
    changes: changes.map((one) => JSON.stringify(one)),
  };
  const both = [setting, { _id: SITE_STATE, value: state }];
  find.mockReset().mockReturnValue({ lean: () => Promise.resolve(both) });
  findById.mockReset().mockReturnValue({ lean: () => Promise.resolve(setting) });
}

const settled = async () => await new Promise((resolve) => setImmediate(resolve));
/** Looks, as long after the first look as is said. */
async function look(ms: number): Promise<void> {
  version.lookForChanges(now.getTime() + ms);
  await settled();
}

/** What was told, without who told it. */
const told = () =>
  update.mock.calls.map(([filter, change, options]: unknown[]): unknown[] => {
    const { $push, ...others } = change as { $push: { changes: { $each: string[] } } };
    const { $each, ...kept } = $push.changes;
    const each = $each.map((text) => {
      const { by, ...one } = JSON.parse(text) as { by: string };
      expect(by).toMatch(/^[\w-]{8}$/);
      return one;
    });
    return [filter, others, each, kept, options];
  });

describe("what changes here", () => {
  it("is told as one of the last hundred, and is on pages at once", async () => {
    await look(0);
    const before = [page(VENUE), page(OTHER), "/"].map((url) => version.pageVersion(url));
    await version.bumpContentVersion({ days: [VENUE] });
    expect(told()).toEqual([
      [
        { _id: CONTENT_VERSION },
        { $inc: { value: 1, told: 1 }, $set: { updatedAt: now } },
        [{ days: [VENUE] }],
        { $slice: -100 },
        { upsert: true },
      ],
    ]);
    const after = [page(VENUE), page(OTHER), "/"].map((url) => version.pageVersion(url));
    expect(after.map((one, at) => one === before[at])).toEqual([false, true, true]);
  });

  it("is told with the next one, in order, when it could not be told", async () => {
    update.mockRejectedValueOnce(new Error("away"));
    await version.bumpContentVersion({ venues: [VENUE] });
    await version.bumpContentVersion({ pages: true });
    expect(told().at(-1)?.slice(1, 3)).toEqual([
      { $inc: { value: 2, told: 2 }, $set: { updatedAt: now } },
      [{ venues: [VENUE] }, { pages: true }],
    ]);
  });

  it("is told by the next look, when nothing else changes", async () => {
    const away = new Error("away");
    update.mockRejectedValueOnce(away);
    await version.bumpContentVersion({ venues: [VENUE] });
    expect(warn).toHaveBeenCalledWith({ err: away }, "change not told yet");
    await look(0);
    expect(told()).toHaveLength(2);
    await look(3_000);
    expect(told()).toHaveLength(2);
  });

  it("is known here from a mark on before it is told, and once it is", async () => {
    const since = async () => (await version.contentSince({ value: 0, told: 0 })).changes;
    update.mockRejectedValueOnce(new Error("away"));
    await version.bumpContentVersion({ venues: [VENUE] });
    expect([await since(), await since()]).toEqual([[{ venues: [VENUE] }], [{ venues: [VENUE] }]]);
    // While the write that tells is under way nobody knows whether it is there yet.
    let written: () => void = () => undefined;
    update.mockReturnValueOnce(new Promise<void>((resolve) => (written = resolve)));
    const telling = version.bumpContentVersion({ pages: true });
    expect(await since()).toEqual([{ venues: [VENUE] }, { pages: true }]);
    written();
    await telling;
    expect(await since()).toEqual([]);
  });

  it("before a start may be anything, which is told later if it cannot be told now", async () => {
    const away = new Error("away");
    update.mockRejectedValueOnce(away);
    await version.tellOfStart();
    expect(warn).toHaveBeenCalledWith({ err: away }, "change not told yet");
    expect(told()[0]?.[2]).toEqual([{ anything: true }]);
  });
});

describe("where nobody knows whether something was committed", () => {
  it("anything may have changed: told once, however often that is so in an outage", async () => {
    update.mockRejectedValue(new Error("away"));
    for (let times = 0; times < 3; times += 1) {
      version.tellUnknown();
      await settled();
    }
    update.mockResolvedValue({});
    await look(0);
    expect(told().at(-1)?.[2]).toEqual([{ anything: true }]);
  });

  it("is told again of what came while it was being told", async () => {
    let written: () => void = () => undefined;
    update.mockReturnValueOnce(new Promise<void>((resolve) => (written = resolve)));
    version.tellUnknown();
    await settled();
    version.tellUnknown();
    written();
    await settled();
    expect(told().map((one) => one[2])).toEqual([[{ anything: true }], [{ anything: true }]]);
  });
});

describe("what changes elsewhere", () => {
  it("is looked for every two seconds at most, and by one look at a time", async () => {
    await look(0);
    await look(2_000);
    expect(find).toHaveBeenCalledTimes(1);
    let answer: (settings: object[]) => void = () => undefined;
    const slow = new Promise<object[]>((resolve) => (answer = resolve));
    find.mockReturnValueOnce({ lean: () => slow });
    await look(2_001);
    await look(9_000);
    expect(find).toHaveBeenCalledTimes(2);
    answer([]);
    await settled();
    await look(9_001);
    expect(find).toHaveBeenCalledTimes(3);
    const ids = find.mock.lastCall?.[0] as { _id: { $in: string[] } };
    expect(ids._id.$in).toEqual([CONTENT_VERSION, SITE_STATE]);
  });

  it("is told to the log when it cannot be read, and pages stay what they are", async () => {
    await look(0);
    const before = version.pageVersion("/");
    const away = new Error("away");
    find.mockReturnValueOnce({ lean: () => Promise.reject(away) });
    await look(3_000);
    expect(warn).toHaveBeenCalledWith({ err: away }, "content version not read");
    expect(version.pageVersion("/")).toBe(before);
  });

  it("is on the pages that it concerns; on all when nobody knows what it was", async () => {
    const versions = () => [page(VENUE), page(OTHER), "/"].map((url) => version.pageVersion(url));
    const changed = async (ms: number) => {
      const before = versions();
      await look(ms);
      return versions().map((one, at) => one !== before[at]);
    };
    vi.setSystemTime(0);
    // At first everything may have changed.
    stored(5, 5, [{ days: [VENUE] }]);
    expect(await changed(0)).toEqual([true, true, true]);
    expect(await changed(3_000)).toEqual([false, false, false]);
    stored(6, 6, [{ days: [VENUE] }, { days: [OTHER], by: "x" }]);
    expect(await changed(6_000)).toEqual([false, true, false]);
    // More than are kept; one that was counted and not told.
    stored(9, 9, [{ days: [OTHER] }, { days: [OTHER] }]);
    expect(await changed(9_000)).toEqual([true, true, true]);
    stored(11, 10, [{ days: [OTHER] }, { days: [OTHER] }]);
    expect(await changed(12_000)).toEqual([true, true, true]);
  });

  it("comes with the site's state, which is there before", async () => {
    const { knownState } = await import("./known-state.server");
    const maintenance = { message: "Fermé.", from: now };
    stored(1, 1, [], JSON.stringify({ notices: [], maintenance }));
    await look(0);
    expect(knownState()).toEqual({ notices: [], maintenance });
  });

  it("is told from a mark on, as long as all of it is known", async () => {
    const changes = [{ days: [VENUE] }, { pages: true, by: "x" }];
    stored(7, 4, changes);
    expect(await version.contentMark()).toEqual({ value: 7, told: 4 });
    const since = async (value: number, told: number) =>
      (await version.contentSince({ value, told })).changes;
    expect(await since(7, 4)).toEqual([]);
    expect(await since(6, 3)).toEqual([changes[1]]);
    expect(await since(5, 2)).toEqual(changes);
    expect([await since(4, 1), await since(6, 2), await since(8, 5)]).toEqual([null, null, null]);
    findById.mockReturnValue({ lean: () => Promise.resolve(null) });
    expect(await version.contentMark()).toEqual({ value: 0, told: 0 });
  });
});

it("is looked for also while nobody asks for anything, until the process ends", async () => {
  vi.useFakeTimers({ now, toFake: ["Date", "setInterval", "clearInterval"] });
  stored(0, 0, []);
  const follow = vi.fn();
  const end = version.followChanges(follow);
  for (let second = 0; second < 9; second += 1) {
    vi.advanceTimersByTime(1_000);
    await settled();
  }
  expect(find.mock.calls.length).toBe(3);
  expect(follow).toHaveBeenCalledTimes(9);
  end();
  vi.advanceTimersByTime(60_000);
  expect(find.mock.calls.length).toBe(3);
  expect(follow).toHaveBeenCalledTimes(9);
});
