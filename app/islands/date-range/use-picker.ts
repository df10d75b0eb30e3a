import {
  startTransition,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type RefObject,
} from "react";
import { todayInParis, type Day } from "~/platform/days";
import type { RangeFormat } from "~/ui/date-range/display-format";
import { formatOf, type DateRangeOptions } from "~/ui/date-range/options";
import { namesIn, type Names } from "./names";
import { NativeFields } from "./native-fields";
import {
  initialState,
  NOTHING,
  reduce,
  type Act,
  type Choice,
  type PickerContext,
  type PickerState,
} from "./picker-state";
import { firstFreeDay, rulesOf, type DayRules } from "./rules";
import { wordsOf, type Words } from "./words";

export interface Picker {
  options: DateRangeOptions;
  format: RangeFormat;
  rules: DayRules;
  words: Words;
  names: Names;
  /** In Paris, as the server says where it does, whatever this machine's clock. */
  today: Day;
  state: PickerState;
  /** What the page brought. */
  first: Choice;
  act: (act: Act) => void;
  /** Runs something after a moment, at once where people want no motion; never once it is gone. */
  later: (run: () => void, ms: number) => void;
}

/** The state of a picker, tied to the form's own fields around `field`. */
export function usePicker(options: DateRangeOptions, field: RefObject<HTMLElement>): Picker {
  const { format, words, names, rules, today, context } = useMemo(() => {
    const format = formatOf(options);
    const words = wordsOf(format.locale);
    const rules = rulesOf(options, words);
    const today = options.stay?.today ?? todayInParis(new Date());
    const context: PickerContext = {
      rules,
      format,
      hasFooter: options.footer !== undefined,
      startFrom: options.startFrom ?? firstFreeDay(rules, today),
    };
    return { format, words, rules, today, context, names: namesIn(format.locale) };
    // The options of an island are its props, which never change.
  }, []);
  const [state, dispatch] = useReducer(
    (current: PickerState, next: Act) => reduce(current, next, context),
    context,
    (first) => initialState({ ...NOTHING, ...options.value }, first),
  );

  const [act] = useState(() => (next: Act) => {
    // The calendars are many parts: they are drawn in steps, between which a slow machine answers.
    if (next.do === "open") startTransition(() => dispatch(next));
    else dispatch(next);
  });

  const { value } = state;
  const written = useRef(value);
  useEffect(() => {
    if (written.current === value) return;
    written.current = value;
    new NativeFields(field.current).write(value);
  }, [field, value]);
  const [first] = useState(value);
  useEffect(() => {
    const fields = new NativeFields(field.current);
    // Back at a page that was left, the browser puts back what they held once all of the page is there.
    const restored = () => {
      if (written.current !== first) fields.write(written.current);
      else if (fields.areChanged) act({ do: "replace", value: fields.read() });
    };
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, [field]);
  useEffect(() => {
    const fields = new NativeFields(field.current);
    return fields.onChange(() => act({ do: "replace", value: fields.read() }));
  }, [field]);

  return { options, format, rules, words, names, today, state, first, act, later: useLater() };
}

function useLater(): Picker["later"] {
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  return (run, ms) => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return run();
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      run();
    }, ms);
    timers.current.add(timer);
  };
}

/** Whether a media query holds; false until the first HTML, which is the server's, is taken over. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(false);
  useEffect(() => {
    const list = matchMedia(query);
    const read = () => setHolds(list.matches);
    read();
    list.addEventListener("change", read);
    return () => list.removeEventListener("change", read);
  }, [query]);
  return holds;
}
