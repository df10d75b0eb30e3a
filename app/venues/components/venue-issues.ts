import type { FieldIssue } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";
import { INCOMPLETE, isVenueField, labelOf } from "../venue-input";

/** The id of the field for new photos: `photos` is where a page shows its gallery. */
export const PHOTO_FIELD = "nouvelles-photos";

/** The summary of a refused venue form: what is missing is named. */
export function venueIssues(errors: Readonly<Record<string, string>>): FieldIssue[] {
  return summaryOf(errors).map(({ field, message }) => {
    if (field === "photos") return { field: PHOTO_FIELD, message };
    return message === INCOMPLETE && isVenueField(field)
      ? { field, message: `${message} (${labelOf(field)})` }
      : { field, message };
  });
}
