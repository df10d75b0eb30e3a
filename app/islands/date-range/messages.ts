import { showDay } from "~/ui/date-range/display-format";
import { formatName } from "~/ui/date-range/options";
import { isComplete, isRefusal } from "./picker-state";
import { firstDayBarred } from "./rules";
import { priceOf } from "./stay";
import type { Picker } from "./use-picker";
import { sentenceOf } from "./words";

/**
 * What a picker says: `said` once to those who listen, `shown` for as long as it holds. Both are in
 * the same words.
 */
export function messagesOf(picker: Picker): { said: string; shown: string } {
  const { state, words, names, format, rules, options } = picker;
  const { draft, notice } = state;
  const next = nextStep();
  const said = notice
    ? sentenceOf(notice, words, {
        day: names.day,
        month: names.monthOfYear,
        next,
        format: formatName(format),
      })
    : "";
  return { said, shown: isRefusal(notice) ? said : next };

  /** What is to be done next, or what has been reached. */
  function nextStep(): string {
    if (!draft.start) return words.first;
    if (!isComplete(draft)) return words.last(barred(draft.start));
    const total = options.stay && priceOf(options.stay, draft, rules)?.total;
    return total ? `${words.chosen} ${total.label}\u00a0: ${total.amount}.` : words.chosen;
  }

  function barred(start: string): string | null {
    const day = firstDayBarred(rules, start);
    return day && showDay(day, format);
  }
}
