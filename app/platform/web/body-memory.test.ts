import { expect, it } from "vitest";
import { createBodyMemory, noShare } from "./body-memory";

/** What large bodies may weigh together, to the byte, and that an account holds one at a time. */

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

it("that was refused is not held: another one of the account may have what is left", () => {
  const open = createBodyMemory(100, 10);
  const [other, first, second] = [open("b"), open("a"), open("a")];
  other.take(80);
  expect([first.take(30), second.take(20)]).toEqual(["full", null]);
});

it("of who may send nothing large is none", () => {
  expect(noShare.take(0)).toBe("busy");
  noShare.release();
});
