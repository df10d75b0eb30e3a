import * as Popover from "@radix-ui/react-popover";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { DateRangeControl } from "~/ui/date-range/date-range-control";
import { readRange, showRange } from "~/ui/date-range/display-format";
import type { DateRangeOptions, FirstShown } from "~/ui/date-range/options";
import { faultsOf } from "./date-range/check-options";
import { FailureBoundary } from "./date-range/failure-boundary";
import { NativeFields } from "./date-range/native-fields";
import { isRefusal } from "./date-range/picker-state";
import { Popup } from "./date-range/popup";
import { policyOf, priceOf } from "./date-range/stay";
import { adoptStyle } from "./date-range/style";
import { useBackCloses } from "./date-range/use-back-closes";
import { useHoldBack } from "./date-range/use-hold-back";
import { messagesOf } from "./date-range/messages";
import { useMedia, usePicker } from "./date-range/use-picker";

/** Where two calendars have room beside each other, and no keyboard covers them: on no phone, however it is held. */
const WIDE = "(min-width: 768px) and (min-height: 30rem)";

/** A text field with a calendar, for a range of days or one day; its options are `DateRangeOptions`. */
export default function DateRange(options: DateRangeOptions & { first?: FirstShown }) {
  return (
    <FailureBoundary>
      <DateRangePicker {...options} />
    </FailureBoundary>
  );
}

function DateRangePicker({ first, ...options }: Parameters<typeof DateRange>[0]) {
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  /** The focus that a script moves opens nothing. */
  const isFocusOurs = useRef(false);
  const picker = usePicker(options, field);
  const { state, act, format, words, rules } = picker;
  const isWide = useMedia(WIDE);
  const isEditable = !options.disabled;
  const text = state.typed ?? showRange(state.draft, format);
  const { said, shown } = messagesOf(picker);
  const refusal = isRefusal(state.notice) && !state.isOpen ? shown : undefined;

  useEffect(() => {
    adoptStyle();
    // For whoever wrote the options.
    // eslint-disable-next-line no-console
    for (const fault of faultsOf(options)) console.error(fault);
    const fields = new NativeFields(field.current);
    const typed = input.current?.value ?? "";
    // While this code was slow they stood below the field, and what was filled in there came later.
    const areLater = fields.areShown && fields.areChanged;
    if (fields.areChanged) act({ do: "replace", value: fields.read() });
    fields.hide();
    const isTyped = typed !== text;
    // Typed to the end, and perhaps closed by Enter, it needs no calendar any more.
    const isWanted = !isTyped || !readRange(typed, format);
    const isHere = document.activeElement === input.current;
    if (isWanted && isHere && isEditable && matchMedia(WIDE).matches) act({ do: "open" });
    if (isTyped && !areLater) act({ do: "type", text: typed });
    // Once, when the server's HTML has been taken over.
  }, []);
  useEffect(() => {
    const problem = options.required && !text.trim() ? words.missing : (refusal ?? "");
    input.current?.setCustomValidity(problem);
  });
  useEffect(() => {
    // Closed by a choice, with the popup goes what had the focus.
    const isChosen = !state.isOpen && state.notice?.kind === "end";
    if (isChosen && !hasFocusElsewhere(field.current))
      focus(isWide ? input.current : toggle.current);
  }, [state.isOpen]);
  useBackCloses(state.isOpen && !isWide, close);
  useHoldBack(input, refusal !== undefined, () => focus(input.current));

  function focus(target: HTMLElement | null | undefined): void {
    isFocusOurs.current = true;
    target?.focus();
    isFocusOurs.current = false;
  }

  function close(): void {
    act({ do: "close" });
    focus(isWide ? input.current : toggle.current);
  }

  function cancel(): void {
    act({ do: "cancel" });
    focus(isWide ? input.current : toggle.current);
  }

  function apply(): void {
    act({ do: "apply" });
    // What the form asks for next, when it is its button that the footer speaks of.
    const next = input.current?.form?.querySelector<HTMLElement>("button[name='requestKey']");
    focus(next ?? input.current);
  }

  function press(): void {
    if (text !== "") {
      act({ do: "clear" });
      if (isWide) focus(input.current);
    } else if (state.isOpen) {
      close();
    } else {
      // On its way it may be open already, by the focus.
      if (isWide) focus(input.current);
      act({ do: "open" });
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Enter") {
      // Never sends the form by accident.
      event.preventDefault();
      act({ do: "close" });
    } else if (event.key === "ArrowDown" && isEditable) {
      event.preventDefault();
      if (state.isOpen) enterGrid(options.id);
      else act({ do: "open" });
    }
  }

  const { stay } = options;
  const isFirst = state.value === picker.first;
  const beside = isFirst
    ? first
    : stay && { price: priceOf(stay, state.value, rules), note: policyOf(stay, state.value) };
  return (
    <Popover.Root open={state.isOpen}>
      <Popover.Anchor virtualRef={field} />
      <DateRangeControl
        options={options}
        text={text}
        isOpen={state.isOpen}
        error={refusal ?? (isFirst ? options.error : undefined)}
        said={said}
        price={beside?.price}
        note={beside?.note}
        fieldRef={field}
        inputProps={{
          ref: input,
          // Other days than the page was asked for: of those it says nothing then (venue.css).
          className: isFirst ? undefined : "anew",
          onChange: (event) => act({ do: "type", text: event.target.value }),
          onFocus: () => {
            if (isWide && isEditable && !isFocusOurs.current && !state.isOpen) act({ do: "open" });
          },
          onClick: () => {
            if (isWide && isEditable && !state.isOpen) act({ do: "open" });
          },
          onBlur: () => {
            if (!state.isOpen) act({ do: "close" });
          },
          onKeyDown,
        }}
        toggleProps={{ ref: toggle, onClick: press }}
      />
      {/* A new one each time: what is there before it opens, Radix Popover draws at a stretch, not in steps. */}
      {state.openings > 0 ? (
        <Popup
          key={state.openings}
          picker={picker}
          isWide={isWide}
          field={field}
          message={shown}
          onClose={close}
          onApply={apply}
          onCancel={cancel}
        />
      ) : null}
    </Popover.Root>
  );
}

/** Whether the focus is on something beside the field and its popup, which may be gone. */
function hasFocusElsewhere(field: Element | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== body && !field?.closest("[data-control]")?.contains(activeElement);
}

/** Focuses the day that the keys start from. */
function enterGrid(id: string): void {
  const popup = document.getElementById(`${id}-calendrier`);
  popup?.querySelector<HTMLElement>("[role='grid'] button[tabindex='0']")?.focus();
}
