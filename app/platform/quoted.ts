/** How somebody's own words stand in what we write: between guillemets, so that none of it passes for ours. */
import { oneLine } from "./web/fields";

/** In one line, with the spaces that French has within guillemets: '«\u00a0Dégât des eaux\u00a0»'. */
export function quoted(words: string): string {
  return `«\u00a0${withinQuotes(oneLine(words) ?? "")}\u00a0»`;
}

/** The same with the lines that they typed, but none that is blank: after one a mail would have another paragraph. */
export function quotedLines(words: string): string {
  const lines = words.split(/[\r\n\p{Zl}\p{Zp}]+/u).flatMap((line) => oneLine(line) ?? []);
  return `«\u00a0${withinQuotes(lines.join("\n"))}\u00a0»`;
}

/** Guillemets within others are the English ones, as French has it, so that nobody ends the quotation before its end. */
function withinQuotes(words: string): string {
  return words.replace(/«\s*/g, "“").replace(/\s*»/g, "”");
}
