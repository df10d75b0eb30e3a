/**
 * @typedef {import("./single-faults.mjs").Fault} Fault
 * @typedef {{ file: string, line: number, faults: Fault[] }} Line with all that can be planted on it
 */

/**
 * Numbers from 0 to 1, always the same for a seed (mulberry32).
 * @param {number} seed
 * @returns {() => number}
 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {() => number} random
 * @returns {T[]} the same in another order (Fisher and Yates)
 */
export function shuffled(items, random) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [/** @type {T} */ (order[other]), /** @type {T} */ (order[last])];
  }
  return order;
}

/**
 * The lines of a source on which something can be planted.
 * @param {string} file
 * @param {string} text
 * @param {readonly Fault[]} faults
 * @returns {Line[]}
 */
export function linesOf(file, text, faults) {
  /** @type {Map<number, Line>} */
  const lines = new Map();
  for (const fault of faults) {
    const line = text.slice(0, fault.start).split("\n").length;
    const there = lines.get(line) ?? { file, line, faults: [] };
    there.faults.push(fault);
    lines.set(line, there);
  }
  return [...lines.values()];
}

/**
 * The lines in an order that a seed decides, the faults of each likewise: every line is as likely as any other, whatever
 * can be planted on it.
 * @param {readonly Line[]} lines
 * @param {number} seed
 * @returns {Line[]}
 */
export function inDrawnOrder(lines, seed) {
  const random = randomNumbers(seed);
  return shuffled(lines, random).map((line) => ({
    ...line,
    faults: shuffled(line.faults, random),
  }));
}
