import type { FieldIssue } from "./error-summary";

/** What says of a form whose it is and what it showed: fields that nobody sees. */
const UNSEEN = ["form", "whose", "version"];

/** The issues of a refused form, from its messages by field; `form` concerns the whole of it, as do fields that nobody sees. */
export function summaryOf(errors: Readonly<Record<string, string>>): FieldIssue[] {
  return Object.entries(errors).map(([field, message]) =>
    UNSEEN.includes(field) ? { message } : { field, message },
  );
}
