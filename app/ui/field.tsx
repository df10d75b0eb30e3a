import type { ReactNode } from "react";
import { Icon } from "./icon";

/** What every field takes beside its control's own attributes. */
export interface FieldProps {
  label: string;
  /** The rest of the label where its place says it to the eye: ' d’arrivée'. */
  labelRest?: string;
  /** Form name; also the id, to which the error summary links, unless `id` is given. */
  name: string;
  id?: string;
  /** Stays visible under the label. */
  hint?: ReactNode;
  /** The message of a refused submission, the same words as in the error summary. */
  error?: string;
  /** Adds "(facultatif)": a field is required unless this is set. */
  optional?: boolean;
  /** Ids of further text that describes the control: a strength meter, a shared error. */
  describedBy?: string;
  /** Keeps the label for screen readers only, where a heading or a button says it to the eye. */
  labelHidden?: boolean;
}

/** Id and ARIA attributes that tie a control to its hint and its error. */
export function describeField({ name, id = name, hint, error, describedBy }: FieldProps) {
  const texts = [hint && `${id}-aide`, error && `${id}-erreur`, describedBy].filter(Boolean);
  return {
    id,
    ...(texts.length > 0 && { "aria-describedby": texts.join(" ") }),
    ...(error && { "aria-invalid": true }),
  };
}

/** The "(facultatif)" mark, inside a label or a legend. */
export function OptionalMark({ optional }: { optional?: boolean }) {
  return optional ? <span className="muted font-normal"> (facultatif)</span> : null;
}

export function FieldHint({ id, children }: { id: string; children?: ReactNode }) {
  return children ? (
    <p className="hint" id={`${id}-aide`}>
      {children}
    </p>
  ) : null;
}

export function FieldError({ id, children }: { id: string; children?: string }) {
  return children ? (
    <p className="field-error" id={`${id}-erreur`}>
      <Icon name="alerte" size={20} />
      <span>{children}</span>
    </p>
  ) : null;
}

/** Label, hint, control, error, in this order. */
export function Field({ children, ...field }: FieldProps & { children: ReactNode }) {
  const id = field.id ?? field.name;
  return (
    <div className="field">
      <label htmlFor={id} className={field.labelHidden ? "sr-only" : undefined}>
        {field.label}
        {field.labelRest ? <span className="sr-only">{field.labelRest}</span> : null}
        <OptionalMark optional={field.optional} />
      </label>
      <FieldHint id={id}>{field.hint}</FieldHint>
      {children}
      <FieldError id={id}>{field.error}</FieldError>
    </div>
  );
}
