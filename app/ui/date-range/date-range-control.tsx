import type { ComponentPropsWithoutRef, RefObject } from "react";
import { FieldError } from "../field";
import type { IconName } from "../icons";
import { usePageAssets } from "../page-assets";
import { PriceBreakdown, type PriceLine } from "../price-breakdown";
import { formatName, formatOf, knownLocale, type DateRangeOptions } from "./options";
import { toggleWords } from "./toggle-words";

export interface DateRangeControlProps {
  options: DateRangeOptions;
  text: string;
  isOpen?: boolean;
  /** Why what is typed cannot be had. */
  error?: string;
  /** Said politely when it changes. */
  said?: string;
  /** What the chosen days cost. */
  price?: { lines: readonly PriceLine[]; total?: PriceLine };
  /** Beside the price: what a cancellation gives back. */
  note?: string;
  fieldRef?: RefObject<HTMLDivElement>;
  inputProps?: ComponentPropsWithoutRef<"input"> & { ref?: RefObject<HTMLInputElement> };
  toggleProps?: ComponentPropsWithoutRef<"button"> & { ref?: RefObject<HTMLButtonElement> };
}

/**
 * The field of a date range while its calendar is closed: the text and the button that opens it. The
 * server renders it, and the island renders the very same first, so that it can take it over.
 */
export function DateRangeControl(props: DateRangeControlProps) {
  const { options, text, isOpen = false, error, said, price, note } = props;
  const { id, name, label, disabled, readOnly } = options;
  const words = toggleWords(knownLocale(options.locale));
  const { icons } = usePageAssets();
  // The page has the shapes of all that the field may come to show.
  for (const icon of ["calendrier", "fermer", "alerte"] as const) icons.add(icon);
  const hint = options.hint ?? formatName(formatOf(options));
  return (
    <div className="stack">
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <p className="hint" id={`${id}-aide`}>
          {hint}
        </p>
        <div className="unit" ref={props.fieldRef}>
          <input
            id={id}
            name={name}
            placeholder={options.placeholder ?? hint}
            disabled={disabled}
            readOnly={readOnly}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={error ? `${id}-aide ${id}-erreur` : `${id}-aide`}
            aria-invalid={error ? true : undefined}
            {...(props.inputProps ? { value: text, ...props.inputProps } : { defaultValue: text })}
          />
          <span className="row">
            <button
              type="button"
              className="icon-button row justify-center"
              disabled={disabled}
              // With something to erase, that is all it does.
              {...(!text && {
                "aria-haspopup": "dialog",
                "aria-expanded": isOpen,
                "aria-controls": `${id}-calendrier`,
              })}
              aria-label={text ? words.clear : isOpen ? words.close : words.open}
              {...props.toggleProps}
            >
              <ToggleIcon name={text ? "fermer" : "calendrier"} />
            </button>
          </span>
        </div>
        <FieldError id={id}>{error}</FieldError>
        <p className="sr-only" role="status">
          {said}
        </p>
      </div>
      {price ? <PriceBreakdown {...price} /> : null}
      {note ? <p className="hint">{note}</p> : null}
    </div>
  );
}

/** An icon of 20 px in a box of 24, drawn so that the page needs no style for it. */
function ToggleIcon({ name }: { name: IconName }) {
  return (
    <svg className="icon" width={24} height={24} viewBox="-2 -2 28 28" aria-hidden="true">
      <use href={`#i-${name}`} width={24} height={24} />
    </svg>
  );
}
