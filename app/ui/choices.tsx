import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { classNames } from "./class-names";
import { Button } from "./button";
import { describeField, FieldError, FieldHint, OptionalMark, type FieldProps } from "./field";
import type { Option } from "./inputs";
import { useEnhance } from "./page-assets";

interface CheckboxFieldProps
  extends
    Omit<FieldProps, "label" | "labelHidden">,
    Omit<ComponentPropsWithoutRef<"input">, keyof FieldProps | "type"> {
  /** May hold a link, to the conditions for instance. */
  label: ReactNode;
}

/** One box to tick. Sends `on` unless `value` is given. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { label, name, id = name, hint, error, optional, describedBy, ...attributes } = props;
  return (
    <div className="field">
      <label className="choice">
        <input
          type="checkbox"
          required={!optional}
          {...attributes}
          {...describeField({ label: "", name, id, hint, error, describedBy })}
          name={name}
        />
        <span>{label}</span>
      </label>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}

interface ChoiceGroupProps extends FieldProps {
  /** A label may hold a picture beside its words. */
  options: readonly (Omit<Option, "label"> & { label: ReactNode })[];
  className?: string;
}

interface ChoicesProps extends ChoiceGroupProps {
  type: "radio" | "checkbox";
  isChosen: (value: string) => boolean;
  children?: ReactNode;
}

/** The first control carries the group's id, so that the error summary's link has a target. */
function Choices({ type, isChosen, options, className, children, ...field }: ChoicesProps) {
  const { label, name, id = name, hint, error, optional, labelHidden } = field;
  const { "aria-describedby": describedBy, "aria-invalid": invalid } = describeField(field);
  return (
    <fieldset className="stack gap-2" aria-describedby={describedBy}>
      <legend className={labelHidden ? "sr-only" : "mb-2"}>
        {label}
        <OptionalMark optional={optional} />
      </legend>
      <FieldHint id={id}>{hint}</FieldHint>
      {children}
      <div className={className ?? "stack gap-2"}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={classNames("choice", type === "radio" && "choice-boxed")}
          >
            <input
              type={type}
              id={index === 0 ? id : undefined}
              name={name}
              value={option.value}
              defaultChecked={isChosen(option.value)}
              required={type === "radio" && !optional}
              aria-invalid={invalid}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}

/** One choice among a few, each a full-width row. */
export function RadioGroup({ value, ...props }: ChoiceGroupProps & { value?: string }) {
  return <Choices {...props} type="radio" isChosen={(option) => option === value} />;
}

/** Any number of choices under one name; `className="equipment"` sets them in columns. */
export function CheckboxGroup({
  values = [],
  withAll = false,
  ...props
}: ChoiceGroupProps & {
  values?: readonly string[];
  /** With script, a button that ticks them all, or none. */
  withAll?: boolean;
}) {
  return (
    <Choices {...props} type="checkbox" isChosen={(option) => values.includes(option)}>
      {withAll ? <AllOrNone /> : null}
    </Choices>
  );
}

/** With script, a button that ticks every box of the fieldset around it, or none. */
export function AllOrNone() {
  return (
    <p className="with-script" {...useEnhance("select-all")}>
      {/* Until its script is there: a press would be lost. */}
      <Button type="button" variant="secondary" compact disabled>
        Tout cocher
      </Button>
    </p>
  );
}
