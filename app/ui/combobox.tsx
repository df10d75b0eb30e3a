import type { KeyboardEventHandler, Ref } from "react";
import { FieldHint, OptionalMark } from "./field";

export interface ComboboxProps {
  id: string;
  label: string;
  hint: string;
  /** The name of the list of options. */
  listLabel: string;
  /** What may be chosen; an empty list is closed. */
  options: readonly string[];
  /** The option that Enter would choose; -1 for none. */
  active: number;
  /** Said politely when it changes: how many options there are, what was chosen. */
  status: string;
  inputRef?: Ref<HTMLInputElement>;
  onInput?: () => void;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  onBlur?: () => void;
  onChoose?: (index: number) => void;
}

/** The id of an option of a combobox. */
export const optionId = (id: string, index: number) => `${id}-choix-${index}`;

/**
 * A text field with a list of suggestions (ARIA 1.2 combobox with a listbox). The field keeps the
 * focus; arrows move through the list. It has no name: it is not sent with its form.
 */
export function Combobox({ id, label, hint, listLabel, options, active, ...rest }: ComboboxProps) {
  const { status, inputRef, onInput, onKeyDown, onBlur, onChoose } = rest;
  const list = `${id}-liste`;
  const isOpen = options.length > 0;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        <OptionalMark optional />
      </label>
      <FieldHint id={id}>{hint}</FieldHint>
      <input
        id={id}
        ref={inputRef}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-describedby={`${id}-aide`}
        aria-activedescendant={active < 0 ? undefined : optionId(id, active)}
        onInput={onInput}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      <div className="relative">
        <ul id={list} role="listbox" aria-label={listLabel} className="options" hidden={!isOpen}>
          {options.map((option, index) => (
            // The keyboard chooses from the input, which keeps the focus.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={index}
              id={optionId(id, index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose?.(index)}
            >
              {option}
            </li>
          ))}
        </ul>
      </div>
      <p className="hint" role="status">
        {status}
      </p>
    </div>
  );
}
