import { useActionData } from "@remix-run/react";
import type { ValidationErrorResponseData } from "remix-validated-form";
import { constraintsOf, type FieldConstraints } from "./constraints";
import type { Input } from "./input";
import { toldErrors, type Errors } from "./told-errors";

/** What a form shows: at first nothing of its own, after a refusal what was typed and what to correct. */
export interface FormState {
  /** Messages by field name, as the page shows its fields; `form` is about the whole form. */
  errors: Errors;
  /** What the first broken rule says. */
  first: string | undefined;
  /** The sentence about all that is missing, where each field says what to write there. */
  lead: string | undefined;
  /** Whether it was refused before anything of it was read: `values` is empty whatever was typed. */
  isUnread: boolean;
  /** What was typed, by field name; secrets are never among it. */
  values: Record<string, string | string[]>;
  /** What was asked of it: the intent, or the step that the action answered with. */
  step: string | undefined;
  /** Props of a field, its native constraints among them: `<TextField {...field("email")} …>`. */
  field: (name: string, fallback?: string) => FieldState;
}

export interface FieldState extends FieldConstraints {
  name: string;
  defaultValue?: string;
  error?: string;
}

/**
 * The state of a page's form.
 *
 * @param input what the form takes in, for the native constraints of its fields and for what is said where they
 *   are empty; null for none
 * @param intents on a page with several forms, those of the form that asks
 */
export function useFormState(input: Input | null, ...intents: readonly string[]): FormState {
  const data = useActionData<ValidationErrorResponseData>();
  const mine =
    data?.fieldErrors && (intents.length === 0 || intents.includes(data.subaction ?? ""));
  const { first, lead, errors } = toldErrors(
    mine ? { ...data.fieldErrors } : {},
    input?.missing,
    Object.keys(input?.fields.shape ?? {}),
  );
  const values = (mine ? (data.repopulateFields ?? {}) : {}) as FormState["values"];
  const constraints = input ? constraintsOf(input) : {};
  return {
    errors,
    first,
    lead,
    isUnread: !!mine && !data.repopulateFields,
    values,
    step: mine ? data.subaction : undefined,
    field(name, fallback) {
      const value = values[name];
      return {
        ...constraints[name],
        name,
        defaultValue: (Array.isArray(value) ? value[0] : value) ?? fallback,
        error: errors[name],
      };
    },
  };
}
