/**
 * One measured figure beside its bar.
 * @typedef {object} Figure
 * @property {string} what
 * @property {string} value as shown
 * @property {string} bar as shown
 * @property {boolean | null} met null: not measured
 */

/**
 * What a scenario is given.
 * @typedef {object} Bench
 * @property {() => Promise<import("../stack.mjs").Stack>} stack the demo country, running from the build; started once
 * @property {() => Promise<import("./product.mjs").Product>} product the product's own functions, on a database beside the stack's
 * @property {string} dataDir goes away at the end
 * @property {(text: string) => void} say
 */

/**
 * @typedef {object} Scenario
 * @property {string} id
 * @property {string} title
 * @property {(bench: Bench) => Promise<Figure[]>} run
 */

/** @param {number} value @param {number} [digits] */
export const number = (value, digits = 0) =>
  value.toLocaleString("fr-FR", { maximumFractionDigits: digits, minimumFractionDigits: digits });

/**
 * @param {string} what
 * @param {number} value
 * @param {number} bar
 * @param {string} unit
 * @returns {Figure} met when the value is at most the bar
 */
export const atMost = (what, value, bar, unit, digits = 1) => ({
  what,
  value: `${number(value, digits)} ${unit}`,
  bar: `≤ ${number(bar, digits)} ${unit}`,
  met: value <= bar,
});

/**
 * A bar that this run says nothing of.
 * @param {string} what
 * @param {string} bar
 * @returns {Figure}
 */
export const notMeasured = (what, bar) => ({ what, value: "non mesuré", bar, met: null });

/**
 * @param {string} what
 * @param {number} ratio
 * @param {number} bar
 * @param {string} details the two rates behind the ratio
 * @returns {Figure} met when the ratio is at least the bar
 */
export const shareOf = (what, ratio, bar, details) => ({
  what,
  value: `${number(ratio * 100)} % (${details})`,
  bar: `≥ ${number(bar * 100)} %`,
  met: ratio >= bar,
});

/**
 * A table of all figures, aligned for a terminal and valid Markdown.
 * @param {readonly { id: string, figures: readonly Figure[] }[]} results
 */
export function table(results) {
  const rows = results.flatMap(({ id, figures }) =>
    figures.map(({ what, value, bar, met }) => [
      id,
      what,
      value,
      bar,
      met === null ? "?" : met ? "oui" : "NON",
    ]),
  );
  const head = ["", "mesure", "valeur", "barre", "tenue"];
  const lengths = (/** @type {number} */ column) =>
    [head, ...rows].map((row) => row[column]?.length ?? 0);
  const widths = head.map((_, column) => Math.max(...lengths(column)));
  const line = (/** @type {string[]} */ row) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}
