import type { ComponentPropsWithoutRef } from "react";
import { describeField, FieldError, FieldHint, OptionalMark, type FieldProps } from "./field";
import { Icon } from "./icon";

/** A file input in a dashed frame; say formats and limits in `hint`, before anyone chooses. */
export function FileField(
  props: FieldProps & Omit<ComponentPropsWithoutRef<"input">, keyof FieldProps | "type">,
) {
  const { label, name, id = name, hint, error, optional, ...rest } = props;
  const { labelHidden, describedBy, ...attributes } = rest;
  return (
    <div className="field">
      <div className="dropzone">
        <Icon name="envoyer" />
        <label htmlFor={id} className={labelHidden ? "sr-only" : undefined}>
          {label}
          <OptionalMark optional={optional} />
        </label>
        <FieldHint id={id}>{hint}</FieldHint>
        <input
          type="file"
          accept="image/*"
          required={!optional}
          {...attributes}
          {...describeField({ label, name, id, hint, error, describedBy })}
          name={name}
        />
      </div>
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}
