import { ReviewCard } from "~/ui/review-card";
import type { ShownReview } from "../home-page.server";

/** The latest reviews, side by side. */
export function ReviewGrid({ reviews }: { reviews: readonly ShownReview[] }) {
  if (reviews.length === 0) {
    return <p>Les premiers avis paraîtront ici après les premiers événements.</p>;
  }
  return (
    <div className="stack">
      <p className="muted">
        Laissés après une réservation terminée et <a href="/CGU#avis">relus avant d’être publiés</a>
        . Les plus récents d’abord.
      </p>
      <ul className="card-grid">
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
    </div>
  );
}
