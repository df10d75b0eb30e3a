import { ofName } from "~/platform/of-name";
import type { ReviewState } from "@models/enumerations";
import { useChoice } from "~/admin/bulk/components/bulk-form";
import { Badge, type BadgeTone } from "~/ui/badge";
import { DataTable } from "~/ui/data-table";
import type { ReviewRow } from "../list-reviews.server";
import { REVIEW_STATE_LABELS } from "../review-states";

/** Reviews, one a row: the venue's title leads to the review. */
export function ReviewTable({ reviews }: { reviews: readonly ReviewRow[] }) {
  const { column, cell } = useChoice("reviews.decide");
  return (
    <DataTable
      caption="Avis des clients"
      columns={[
        { label: "Lieu" },
        { label: "Avis" },
        { label: "État" },
        { label: "Réservation du", numeric: true },
        { label: "Écrit le", numeric: true },
        ...column,
      ]}
      rows={reviews.map((review) => ({
        id: review.id,
        cells: [
          <>
            <a href={`/admin/avis/${review.id}`}>
              {review.venue}
              <span className="sr-only">{`, avis ${ofName(review.author)}, ${review.createdAt}`}</span>
            </a>
            <small>{review.author}</small>
          </>,
          <span className="anywhere">
            <b>{`${review.rating} sur 5`}</b>
            <small>{review.text}</small>
          </span>,
          <ReviewBadge state={review.state} />,
          review.stayOn,
          review.createdAt,
          ...cell(
            review.id,
            `l’avis ${ofName(review.author)} sur ${review.venue}, ${review.createdAt}`,
          ),
        ],
      }))}
    />
  );
}

const TONES: Record<ReviewState, BadgeTone> = {
  pending: "waiting",
  published: "success",
  refused: "danger",
};

export function ReviewBadge({ state }: { state: ReviewState }) {
  return <Badge tone={TONES[state]}>{REVIEW_STATE_LABELS[state]}</Badge>;
}
