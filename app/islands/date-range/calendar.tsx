import { useEffect, useMemo, useRef } from "react";
import { DayPicker, type DayButtonProps, type Modifiers } from "react-day-picker";
import { firstDay, monthOf, type Month } from "~/rules/month-grid";
import { WEEKDAYS } from "~/ui/date-range/options";
import { CalendarHead } from "./calendar-head";
import { dateOf, dayOf } from "./names";
import { previewOf } from "./picker-state";
import type { Picker } from "./use-picker";

/** How long after a press on a day of the month beside, its month is shown. */
const PAGE_DELAY_MS = 50;

/** One month of a picker: its head, and the grid of its days. */
export function Calendar({ picker, which }: { picker: Picker; which: 0 | 1 }) {
  const { options, state, rules, words, names, act } = picker;
  const month = state.months[which];
  const preview = previewOf(state, rules);
  const { start, end } = state.draft;
  // The library draws a range that is chosen; the way to one is ours.
  const selected = start ? { from: dateOf(start), to: dateOf(end ?? start) } : undefined;
  const page = (to: Month) => act({ do: "page", which, month: to });

  const { stay } = options;
  function outsideWord(day: string): string {
    if (rules.max !== null && day > rules.max) return words.notYet;
    return stay && day > stay.today ? words.tooSoon : words.past;
  }

  const labels = useMemo(
    () => ({
      labelGrid: (date: Date) => names.monthOfYear(monthOf(dayOf(date))),
      labelWeekday: (date: Date) => names.weekday(date, "long"),
      labelDayButton: (date: Date, modifiers: Modifiers) => {
        const day = dayOf(date);
        const half = rules.takenHalf(day);
        const said = [
          modifiers.disabled && outsideWord(day),
          !modifiers.disabled &&
            modifiers.taken &&
            reasonOr(rules.reasonAgainst(day), words.unavailable),
          half && words.takenHalf[half],
          modifiers.first && words.start,
          modifiers.last && words.end,
          modifiers.range_middle && words.within,
        ];
        return [names.dayButton(day), ...said.filter(Boolean)].join(", ");
      },
    }),
    [rules, words, names],
  );
  const formatters = useMemo(
    () => ({ formatWeekdayName: (date: Date) => names.weekday(date, "short") }),
    [names],
  );

  return (
    <div className="dr-month">
      <CalendarHead picker={picker} month={month} onPage={page}>
        <DayPicker
          mode="range"
          selected={selected}
          onSelect={(_range, date) => {
            const day = dayOf(date);
            act({ do: "press", day });
            if (monthOf(day) === month) return;
            picker.later(() => act({ do: "follow", which, day }), PAGE_DELAY_MS);
          }}
          month={dateOf(firstDay(month))}
          today={dateOf(picker.today)}
          onMonthChange={(date) => page(monthOf(dayOf(date)))}
          // No first and last month: the library would show one of those under the head of another.
          hideNavigation
          fixedWeeks
          showOutsideDays={options.outsideDays ?? true}
          weekStartsOn={startOfWeek(options.startWeekOn)}
          dir={names.direction}
          disabled={(date) => rules.isOutside(dayOf(date))}
          modifiers={{
            taken: (date) => rules.reasonAgainst(dayOf(date)) !== null,
            half: (date) => rules.takenHalf(dayOf(date)) !== null,
            first: (date) => dayOf(date) === start,
            last: (date) => dayOf(date) === end,
            aimed: (date) => isWithin(dayOf(date), preview),
            aimedAt: (date) => preview !== null && dayOf(date) === state.hovered,
          }}
          modifiersClassNames={CLASS_NAMES}
          labels={labels}
          formatters={formatters}
          components={COMPONENTS}
          onDayMouseEnter={(date) => act({ do: "hover", day: dayOf(date) })}
          onDayMouseLeave={() => act({ do: "unhover" })}
          onDayFocus={(date) => act({ do: "hover", day: dayOf(date) })}
        />
      </CalendarHead>
    </div>
  );
}

const CLASS_NAMES = {
  taken: "dr-taken",
  half: "dr-half",
  first: "dr-first",
  last: "dr-last",
  aimed: "dr-aimed",
  aimedAt: "dr-aimed-at",
};

const COMPONENTS = {
  DayButton,
  // The head says the month, and one region for both calendars tells when it changes.
  MonthCaption: () => <></>,
};

function startOfWeek(name: (typeof WEEKDAYS)[number] = "sunday") {
  return Math.max(0, WEEKDAYS.indexOf(name)) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

/** A reason without words is said in general ones. */
function reasonOr(reason: string | null, otherwise: string): string {
  return reason === null || reason === "" ? otherwise : reason;
}

function isWithin(day: string, range: { start: string | null; end: string | null } | null) {
  return Boolean(range?.start && range.end && range.start <= day && day <= range.end);
}

/**
 * The library's own button, and the mark of a day that cannot be had: it keeps its place among the
 * keys, says why, and answers a press.
 */
function DayButton({ day: _, modifiers, ...button }: DayButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (modifiers.focused) ref.current?.focus();
  }, [modifiers.focused]);
  return <button {...button} ref={ref} aria-disabled={modifiers.taken ? true : undefined} />;
}
