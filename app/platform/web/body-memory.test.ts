import { afterEach, expect, it, vi } from "vitest";
import { createBodyMemory, noShare, SAFE_MS } from "./body-memory";

/** What large bodies may weigh together, to the byte, and that an account holds one at a time. */

afterEach(() => vi.useRealTimers());

it("gives as much as there is, to whoever asks first, and has it again once it is given back", () => {
  const open = createBodyMemory(100, 10);
  const [first, second] = [open("a"), open("b")];
  expect([first.take(60), second.take(41), second.take(40), second.take(1)]).toEqual([
    ...[null, "full", null, "full"],
  ]);
  first.release();
  first.release();
  expect([second.take(60), second.take(1)]).toEqual([null, "full"]);
});

it("gives an account one large share at a time, and as many small ones as it likes", () => {
  const open = createBodyMemory(100, 10);
  const [first, second, third] = [open("a"), open("a"), open("a")];
  expect([first.take(10), second.take(10)]).toEqual([null, null]);
  expect([first.take(1), first.take(20), second.take(1)]).toEqual([null, null, "busy"]);
  // Who holds nothing large gives nothing large back.
  third.release();
  expect(second.take(1)).toBe("busy");
  first.release();
  expect([second.take(1), third.take(11), third.take(10)]).toEqual([null, "busy", null]);
  second.release();
  expect(third.take(1)).toBe(null);
});

it("is had in turn by who waits for it, which no one else of the account has meanwhile", async () => {
  const open = createBodyMemory(100, 10);
  const [first, second, third, other] = [open("a"), open("a"), open("a"), open("b")];
  const turns: string[] = [];
  first.take(20);
  const waiting = [
    second.turn(600_000).then(() => turns.push("second")),
    third.turn(600_000).then(() => turns.push("third")),
  ];
  await other.turn(600_000);
  expect(turns).toEqual([]);
  first.release();
  expect(first.take(20)).toBe("busy");
  await waiting[0];
  expect([turns, third.take(20), second.take(20)]).toEqual([["second"], "busy", null]);
  // Whose turn it is already waits for nobody.
  await second.turn(600_000);
  second.release();
  await waiting[1];
  expect([turns.at(-1), third.take(20)]).toEqual(["third", null]);
  third.release();
  expect(first.take(20)).toBeNull();
});

it("is waited for so long and no longer", async () => {
  vi.useFakeTimers();
  const open = createBodyMemory(100, 10);
  const [first, second, third] = [open("a"), open("a"), open("a")];
  await first.turn(1_000);
  const late = second.turn(1_000);
  const patient = third.turn(2_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  expect(second.take(20)).toBe("busy");
  // Who gave up is passed over.
  first.release();
  await patient;
  expect([second.take(20), third.take(20)]).toEqual(["busy", null]);
  expect(vi.getTimerCount()).toBe(0);
});

it("that was refused is not held: another one of the account may have what is left", () => {
  const open = createBodyMemory(100, 10);
  const [other, first, second] = [open("b"), open("a"), open("a")];
  other.take(80);
  expect([first.take(30), second.take(20)]).toEqual(["full", null]);
});

it("of who may send nothing large is none", async () => {
  await noShare.turn(600_000);
  expect(noShare.take(0)).toBe("busy");
  noShare.release();
});

it("goes to who needs less, once the largest has had its time", () => {
  vi.useFakeTimers();
  const open = createBodyMemory(100, 10);
  const [first, second, third] = [open("a"), open("b"), open("c")];
  expect([first.take(50), second.take(45)]).toEqual([null, null]);
  vi.advanceTimersByTime(SAFE_MS - 1);
  expect(third.take(20)).toBe("full");
  vi.advanceTimersByTime(1);
  // Not for who would then be the largest, nor for one's own sake.
  expect([second.take(6), third.take(51)]).toEqual(["full", "full"]);
  const [freed, kept] = [vi.fn(), vi.fn()];
  first.whenLost(freed);
  second.whenLost(kept);
  expect([third.take(20), freed.mock.calls.length]).toEqual([null, 1]);
  expect([first.take(1), second.take(1), kept.mock.calls.length]).toEqual(["lost", null, 0]);
  first.release();
  expect([third.take(34), third.take(1)]).toEqual([null, "full"]);
  expect([open("a").take(1), second.take(1)]).toEqual([null, "lost"]);
});

it("goes to nobody once all of it has come: it is worked on, and weighs what it did", () => {
  vi.useFakeTimers();
  const open = createBodyMemory(100, 10);
  const [first, second, third] = [open("a"), open("b"), open("c")];
  expect([first.take(50), second.take(45)]).toEqual([null, null]);
  first.settle();
  vi.advanceTimersByTime(SAFE_MS);
  expect([third.take(20), third.take(34)]).toEqual([null, "full"]);
  second.settle();
  expect([first.take(1), second.take(1)]).toEqual([null, "lost"]);
});
