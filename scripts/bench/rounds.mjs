/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/**
 * Measures several things in turn, three rounds, so that what else the machine does falls on all
 * of them alike.
 * @template {string} Name
 * @param {Record<Name, () => Promise<number>>} measures
 * @returns {Promise<Record<Name, number>>} the median of each
 */
export async function alternate(measures) {
  const names = /** @type {Name[]} */ (Object.keys(measures));
  const values = /** @type {Record<Name, number[]>} */ (
    Object.fromEntries(names.map((name) => [name, /** @type {number[]} */ ([])]))
  );
  for (let round = 0; round < 3; round += 1) {
    for (const name of names) values[name].push(await measures[name]());
  }
  return /** @type {Record<Name, number>} */ (
    Object.fromEntries(names.map((name) => [name, median(values[name])]))
  );
}
