import type { FieldIssue } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";
import { INCOMPLETE } from "../venue-rules";

/** How the summary names the fields that share one message. */
const LABELS: Readonly<Record<string, string>> = {
  type: "Types",
  street: "Numéro et rue",
  postalCode: "Code postal",
  city: "Ville",
  country: "Pays",
  capacity: "Nombre de personnes",
  title: "Titre",
  description: "Description",
  price: "Prix",
  time: "Location",
  needValidation: "Validation des réservations",
  cancellationPolicy: "Conditions d’annulation",
  status: "Statut",
};

/** The id of the field for new photos: `photos` is where a page shows its gallery. */
export const PHOTO_FIELD = "nouvelles-photos";

/** The summary of a refused venue form: what is missing is named. */
export function venueIssues(errors: Readonly<Record<string, string>>): FieldIssue[] {
  return summaryOf(errors).map(({ field, message }) => {
    if (field === "photos") return { field: PHOTO_FIELD, message };
    const label = field && LABELS[field];
    return label && message === INCOMPLETE
      ? { field, message: `${message} (${label})` }
      : { field, message };
  });
}
