import type { FieldIssue } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

/** The id of the field for new photos: `photos` is where a page shows its gallery. */
export const PHOTO_FIELD = "nouvelles-photos";

/** The summary of a refused venue form. */
export function venueIssues(errors: Readonly<Record<string, string>>): FieldIssue[] {
  return summaryOf(errors).map((issue) =>
    issue.field === "photos" ? { ...issue, field: PHOTO_FIELD } : issue,
  );
}
