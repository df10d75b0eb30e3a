import { useActionData } from "@remix-run/react";
import type { ValidationErrorResponseData } from "remix-validated-form";

/** What a form shows again after it was refused, or sent before it was finished. */
export interface FormState {
  /** Messages by field name, first failing rule first; `form` is about the whole form. */
  errors: Record<string, string>;
  /** What was typed, by field name; secrets are never among it. */
  values: Record<string, string | string[]>;
  /** What was asked of it: the intent, or the step that the action answered with. */
  step: string | undefined;
  /** Props of a field: `<Field {...field("email")} …>`. */
  field: (
    name: string,
    fallback?: string,
  ) => { name: string; defaultValue?: string; error?: string };
}

/**
 * The state of a page's form after a failed submission, empty otherwise.
 *
 * @param intents on a page with several forms, those of the form that asks.
 */
export function useFormState(...intents: readonly string[]): FormState {
  const data = useActionData<ValidationErrorResponseData>();
  const mine =
    data?.fieldErrors && (intents.length === 0 || intents.includes(data.subaction ?? ""));
  const errors: Record<string, string> = mine ? { ...data.fieldErrors } : {};
  const values = (mine ? (data.repopulateFields ?? {}) : {}) as FormState["values"];
  return {
    errors,
    values,
    step: mine ? data.subaction : undefined,
    field(name, fallback) {
      const value = values[name];
      return {
        name,
        defaultValue: (Array.isArray(value) ? value[0] : value) ?? fallback,
        error: errors[name],
      };
    },
  };
}
