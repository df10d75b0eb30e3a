import { firstDay, monthOf, shiftMonth } from "~/rules/month-grid";
import { addDays, parseDay, type Day } from "~/platform/days";
import type { ShortcutList } from "~/ui/date-range/options";

export interface Shortcut {
  text: string;
  start: Day;
  end: Day;
}

type BuiltIn = Required<
  Pick<ShortcutList, "today" | "yesterday" | "past" | "currentMonth" | "pastMonth">
>;

/**
 * The shortcuts of a picker that opens `today`, in the order of the list's keys; `true` asks for the
 * built-in ones. Those of one's own count only with words and a start that is not after the end.
 */
export function shortcutsOf(
  list: true | ShortcutList | undefined,
  today: Day,
  builtIn: BuiltIn,
): Shortcut[] {
  if (list === undefined) return [];
  const entries = Object.entries(list === true ? builtIn : list);
  return entries.flatMap(([key, entry]): Shortcut[] => {
    if (typeof entry === "string") return builtInOf(key, entry, today);
    // A list of one's own may be any JSON: the picker does without what is no shortcut.
    if (!entry?.period) return [];
    const { text, period } = entry;
    const start = parseDay(period.start);
    const end = parseDay(period.end);
    return text && start && end && start <= end ? [{ text, start, end }] : [];
  });
}

function builtInOf(key: string, text: string, today: Day): Shortcut[] {
  const month = monthOf(today);
  const ofMonth = (shift: number) => ({
    text,
    start: firstDay(shiftMonth(month, shift)),
    end: addDays(firstDay(shiftMonth(month, shift + 1)), -1),
  });
  const yesterday = addDays(today, -1);
  switch (key) {
    case "today":
      return [{ text, start: today, end: today }];
    case "yesterday":
      return [{ text, start: yesterday, end: yesterday }];
    case "past":
      return [7, 30].map((count) => ({
        text: text.replace("{n}", String(count)),
        start: addDays(today, 1 - count),
        end: today,
      }));
    case "currentMonth":
      return [ofMonth(0)];
    case "pastMonth":
      return [ofMonth(-1)];
    default:
      return [];
  }
}
