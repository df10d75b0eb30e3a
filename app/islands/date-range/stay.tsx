import { useId } from "react";
import { unitsOf, validateRequest, type Stay } from "~/rules/calendar";
import { describePolicy, summarizePolicy } from "~/rules/policy";
import { breakdownLines, quote } from "~/rules/price";
import { NO_RULES } from "~/rules/time-rules";
import { formatEuros } from "~/platform/money";
import type { DateRangeControlProps } from "~/ui/date-range/date-range-control";
import type { StayOptions } from "~/ui/date-range/options";
import { PriceBreakdown } from "~/ui/price-breakdown";
import { previewOf, type Choice } from "./picker-state";
import type { DayRules, Slots } from "./rules";
import type { Picker } from "./use-picker";

type Price = NonNullable<DateRangeControlProps["price"]>;

/** A choice that the server would take, if its days are free; null when it would not. */
function stayOf(
  { period, today, rules }: StayOptions,
  { start, end, ...slots }: Choice,
): Stay | null {
  const raw = { startDate: start, endDate: end, ...slots };
  const check = validateRequest(raw, { period, today, rules: rules ?? NO_RULES });
  return check.ok ? check.stay : null;
}

/** What a choice costs, line by line, by the very rules that the server charges by. */
export function priceOf(
  options: StayOptions,
  choice: Choice,
  rules: DayRules,
  totalLabel?: string,
): Price | undefined {
  const stay = stayOf(options, choice);
  if (!stay) return undefined;
  const free = rules.fit(stay.startDate, stay.endDate, stay);
  if (free?.startSlot !== stay.startSlot || free.endSlot !== stay.endSlot) return undefined;
  const price = quote({ ...options, units: unitsOf(stay) });
  const lines = breakdownLines(price).map(({ label, amount }) => ({
    label,
    amount: formatEuros(amount),
  }));
  const total = lines.pop()!;
  return { lines, total: { ...total, label: totalLabel ?? total.label } };
}

/** What a cancellation gives back, with its dates once there is a first day. */
export function policyOf(options: StayOptions, choice: Choice): string {
  const stay = stayOf(options, choice);
  const { policy, today } = options;
  return stay ? describePolicy(policy, stay.startDate, today) : summarizePolicy(policy);
}

/** Below the calendars of a venue: half days of the ends, and what the days on show would cost. */
export function StayPart({ picker, stay }: { picker: Picker; stay: StayOptions }) {
  const { state, rules, words } = picker;
  const preview = previewOf(state, rules);
  const choice = preview ?? state.draft;
  const ending = preview?.end ? words.totalIf(String(Number(preview.end.slice(8)))) : undefined;
  const price = priceOf(stay, choice, rules, ending);
  return (
    <>
      {stay.period === "Half" && state.draft.start ? (
        <div className="dr-slots">
          <SlotChoice picker={picker} which="startSlot" day={state.draft.start} />
          {state.draft.end ? (
            <SlotChoice picker={picker} which="endSlot" day={state.draft.end} />
          ) : null}
        </div>
      ) : null}
      {price ? <PriceBreakdown {...price} /> : null}
    </>
  );
}

interface SlotChoiceProps {
  picker: Picker;
  which: keyof Slots;
  day: string;
}

function SlotChoice({ picker, which, day }: SlotChoiceProps) {
  const name = useId();
  const { state, words, names, act } = picker;
  const end = which === "startSlot" ? words.arrival : words.departure;
  return (
    <fieldset>
      <legend>{`${end}, ${names.day(day)}`}</legend>
      {(["AM", "PM"] as const).map((slot) => (
        <label key={slot} className="choice choice-boxed">
          <input
            type="radio"
            name={name}
            // Of no form: what is sent stands in the form's own fields.
            form=""
            checked={state.draft[which] === slot}
            onChange={() => act({ do: "slot", which, slot })}
          />
          {words.slots[slot]}
        </label>
      ))}
    </fieldset>
  );
}
