import type { FieldIssue } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

/** The id of the field for new photos: `photos` is where a page shows its gallery. */
export const PHOTO_FIELD = "nouvelles-photos";

/** The summary of a refused venue form. That the venue is another one by now concerns no field that is seen. */
export function venueIssues({
  version,
  ...errors
}: Readonly<Record<string, string>>): FieldIssue[] {
  const issues = summaryOf({ ...(version && { form: version }), ...errors });
  return issues.map((issue) =>
    issue.field === "photos" ? { ...issue, field: PHOTO_FIELD } : issue,
  );
}
