import type { ComponentPropsWithoutRef } from "react";
import { classNames } from "./class-names";
import { describeField, Field, type FieldProps } from "./field";
import { useEnhance } from "./page-assets";

type Attributes<Tag extends "input" | "select" | "textarea"> = Omit<
  ComponentPropsWithoutRef<Tag>,
  keyof FieldProps
>;

function split<Props extends FieldProps>(props: Props) {
  const { label, labelRest, labelHidden, name, id, hint, error, optional, describedBy, ...rest } =
    props;
  const labels = { label, labelRest, labelHidden };
  const field: FieldProps = { ...labels, name, id, hint, error, optional, describedBy };
  return { field, attributes: rest };
}

interface Counted {
  /** How many characters it takes at most: then what is typed is counted. */
  counted?: number;
}

/** How much of its room a text takes, while it is typed; red once it is full. */
function Counter({ field, counted, text }: Counted & { field: FieldProps; text: unknown }) {
  const enhance = useEnhance("counter");
  const { length } = typeof text === "string" ? text : "";
  return (
    <div className="with-script" {...enhance} data-field={field.id ?? field.name}>
      <p className="hint" aria-hidden="true">{`${length} / ${counted}`}</p>
      <p className="sr-only" role="status" />
    </div>
  );
}

/**
 * One-line input: text by default, else `type` email, password, tel, search, date… Required
 * unless `optional`. Give `autoComplete` and, for numbers typed as text, `inputMode`.
 */
export function TextField({ counted, ...props }: FieldProps & Counted & Attributes<"input">) {
  const { field, attributes } = split(props);
  return (
    <Field {...field}>
      <input
        required={!field.optional}
        {...attributes}
        {...describeField(field)}
        name={field.name}
      />
      {counted ? <Counter field={field} counted={counted} text={attributes.defaultValue} /> : null}
    </Field>
  );
}

interface NumberFieldProps extends FieldProps, Attributes<"input"> {
  /** Shown inside the field, hidden from screen readers: say it in the label or the hint too. */
  unit?: string;
}

/**
 * A number typed as text, so that spaces and commas pass (`1 234,50`); the server reads it.
 */
export function NumberField({ unit, ...props }: NumberFieldProps) {
  const { field, attributes } = split(props);
  const input = (
    <input
      inputMode="numeric"
      autoComplete="off"
      required={!field.optional}
      {...attributes}
      {...describeField(field)}
      name={field.name}
    />
  );
  return (
    <Field {...field}>
      {unit ? (
        <div className="unit">
          {input}
          <span aria-hidden="true">{unit}</span>
        </div>
      ) : (
        input
      )}
    </Field>
  );
}

/** A field that people neither see nor reach by keyboard or reader: only a program fills it. A form's input calls it `website`. */
export function HiddenField() {
  return (
    <div className="hidden" aria-hidden="true">
      <label htmlFor="website">Ne rien saisir ici</label>
      <input id="website" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps extends FieldProps, Attributes<"select"> {
  options: readonly Option[];
  /** First, empty choice: 'Choisissez…', 'Toutes'. */
  placeholder?: string;
}

/** A native list of choices. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const { field, attributes } = split(props);
  return (
    <Field {...field}>
      <select
        required={!field.optional}
        {...attributes}
        {...describeField(field)}
        name={field.name}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/**
 * Several lines of text. A browser would cut off without a word what is pasted beyond `maxLength`: whatever its
 * description says, it is all kept, and what is too much of it told.
 */
export function TextareaField({
  counted,
  maxLength: _maxLength,
  ...props
}: FieldProps & Counted & Attributes<"textarea">) {
  const { field, attributes } = split(props);
  return (
    <Field {...field}>
      <textarea
        required={!field.optional}
        {...attributes}
        {...describeField(field)}
        name={field.name}
      />
      {counted ? <Counter field={field} counted={counted} text={attributes.defaultValue} /> : null}
    </Field>
  );
}

/**
 * The six digits of a mailed code: one wide field, six boxes with script (which send the form
 * 200 ms after the last digit: say so in the hint).
 */
export function CodeField(props: FieldProps & Attributes<"input">) {
  const { className, ...rest } = props;
  return (
    <div {...useEnhance("code-boxes")}>
      <TextField
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]*"
        {...rest}
        className={classNames("code-field", className)}
      />
    </div>
  );
}
