import { useRef, useState, type ReactNode } from "react";
import { monthOf, shiftMonth, type Month } from "~/rules/month-grid";
import type { Day } from "~/platform/days";
import { firstYearOf, YEARS_A_PAGE } from "./months";
import { Glyph } from "./glyph";
import type { Picker } from "./use-picker";
import { capital } from "./words";

/** How long a month or a year that was picked is shown before the days come back. */
const PICK_MS = 250;

interface CalendarHeadProps {
  picker: Picker;
  month: Month;
  onPage: (month: Month) => void;
  /** The days, which give way to a list of months or years. */
  children: ReactNode;
}

/** Arrows, and the names of month and year, which open lists to choose another from. */
export function CalendarHead({ picker, month, onPage, children }: CalendarHeadProps) {
  const { words, names, rules, options } = picker;
  const [list, setList] = useState<"months" | "years" | null>(null);
  const [firstYear, setFirstYear] = useState(0);
  const buttons = {
    months: useRef<HTMLButtonElement>(null),
    years: useRef<HTMLButtonElement>(null),
  };
  const year = yearOf(month);
  const name = names.month(month);

  const isOutside = (some: Month) => clamped(some, rules.min, rules.max) !== some;
  const toggle = (next: "months" | "years") => {
    setFirstYear(firstYearOf(year, options.yearDirection ?? "forward"));
    setList(list === next ? null : next);
  };
  const pick = (some: Month) => {
    const from = list;
    onPage(clamped(some, rules.min, rules.max));
    picker.later(() => {
      setList(null);
      if (from) buttons[from].current?.focus();
    }, PICK_MS);
  };
  const [back, forward] =
    list === "years"
      ? [words.previousYears, words.nextYears]
      : [words.previousMonth(name), words.nextMonth(name)];
  const step = (count: 1 | -1) => {
    if (list === "years") setFirstYear(firstYear + count * YEARS_A_PAGE);
    else if (!isEnd(count)) onPage(shiftMonth(month, count));
  };
  const isEnd = (count: 1 | -1) => {
    if (list === "years") return false;
    const next = shiftMonth(month, count);
    const nearest = clamped(next, rules.min, rules.max);
    // From beyond the days that can be had, the way back to them is open.
    return count === 1 ? next > nearest : next < nearest;
  };

  return (
    <>
      <div className="dr-head">
        <Step label={back} isEnd={isEnd(-1)} glyph="back" onClick={() => step(-1)} />
        <span className="dr-names">
          <button
            ref={buttons.months}
            type="button"
            aria-expanded={list === "months"}
            aria-label={capital(words.pickMonth(name))}
            onClick={() => toggle("months")}
          >
            {capital(name)}
          </button>
          <button
            ref={buttons.years}
            type="button"
            aria-expanded={list === "years"}
            aria-label={words.pickYear(year)}
            onClick={() => toggle("years")}
          >
            {year}
          </button>
        </span>
        <Step label={forward} isEnd={isEnd(1)} glyph="forward" onClick={() => step(1)} />
      </div>
      {list === "months" ? (
        <PickList label={words.months}>
          {Array.from({ length: 12 }, (_, index) => {
            const some = shiftMonth(`${year}-01`, index);
            return (
              <PickButton
                key={some}
                isChosen={some === month}
                isOutside={isOutside(some)}
                onClick={() => pick(some)}
              >
                {capital(names.month(some))}
              </PickButton>
            );
          })}
        </PickList>
      ) : list === "years" ? (
        <PickList label={words.years}>
          {Array.from({ length: YEARS_A_PAGE }, (_, index) => {
            const some = firstYear + index;
            return (
              <PickButton
                key={some}
                isChosen={some === year}
                isOutside={
                  yearOf(clamped(`${some}${month.slice(4)}`, rules.min, rules.max)) !== some
                }
                onClick={() => pick(`${some}${month.slice(4)}`)}
              >
                {some}
              </PickButton>
            );
          })}
        </PickList>
      ) : (
        children
      )}
    </>
  );
}

interface StepProps {
  label: string;
  glyph: "back" | "forward";
  /** There is nothing further that way. */
  isEnd: boolean;
  onClick: () => void;
}

function Step({ label, glyph, isEnd, onClick }: StepProps) {
  return (
    <button
      type="button"
      className="dr-step"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={onClick}
    >
      <Glyph name={glyph} />
    </button>
  );
}

function PickList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="dr-list" role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface PickButtonProps {
  isChosen: boolean;
  isOutside: boolean;
  onClick: () => void;
  children: ReactNode;
}

function PickButton({ isChosen, isOutside, onClick, children }: PickButtonProps) {
  return (
    <button
      type="button"
      disabled={isOutside}
      aria-current={isChosen ? "true" : undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function yearOf(month: Month): number {
  return Number(month.slice(0, 4));
}

/** A month, or the nearest to it that has a day to choose. */
function clamped(month: Month, min: Day | null, max: Day | null): Month {
  if (min !== null && month < monthOf(min)) return monthOf(min);
  return max !== null && month > monthOf(max) ? monthOf(max) : month;
}
