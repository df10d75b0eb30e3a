import type { ComponentPropsWithoutRef } from "react";
import { describeField, FieldError, FieldHint, OptionalMark, type FieldProps } from "./field";
import { Icon } from "./icon";

/**
 * What the decoder reads. HEIC is not among it: Safari makes a JPEG of a phone's photo where that is not named, and where
 * all images are asked for a browser may send it as it is.
 */
const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif";

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
          accept={PICTURE_TYPES}
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
