import type { FieldIssue } from "./error-summary";

/** The issues of a refused form, from its messages by field; `form` concerns the whole of it. */
export function summaryOf(errors: Readonly<Record<string, string>>): FieldIssue[] {
  return Object.entries(errors).map(([field, message]) =>
    field === "form" ? { message } : { field, message },
  );
}
