import { ofName } from "~/platform/of-name";
import { LinkButton } from "~/ui/button";
import { Rating, type RatingProps } from "~/ui/rating";
import { ReviewCard } from "~/ui/review-card";
import type { PublishedReview } from "../list-reviews.server";

interface VenueReviewsProps extends RatingProps {
  venueId: string;
  /** The query string of the venue's page, which the list of all keeps. */
  search: string;
  reviews: readonly PublishedReview[];
}

/** The part of a venue's page that says what its customers think. */
export function VenueReviews({ venueId, search, rating, reviews }: VenueReviewsProps) {
  return (
    <section className="stack" id="avis" aria-labelledby="titre-avis">
      <h2 id="titre-avis">Avis</h2>
      {rating ? (
        <>
          <Rating rating={rating} />
          <ReviewOrigin />
          <ReviewList reviews={reviews} />
          {rating.count > reviews.length ? (
            <p>
              <LinkButton variant="secondary" href={`/reservation/${venueId}/avis${search}`}>
                {`Lire les ${rating.count} avis`}
              </LinkButton>
            </p>
          ) : null}
        </>
      ) : (
        <p>Ce lieu n’a pas encore d’avis.</p>
      )}
    </section>
  );
}

/** Who may write, who reads it first, and in which order they stand. */
export function ReviewOrigin() {
  return (
    <p className="muted">
      Laissés après une réservation terminée et <a href="/CGU#avis">relus avant d’être publiés</a>.
      Les plus récents d’abord.
    </p>
  );
}

interface ReviewListProps extends Pick<VenueReviewsProps, "reviews"> {
  /** Whose reviews they are, where each has a link to report it. */
  reportedAt?: string;
}

export function ReviewList({ reviews, reportedAt }: ReviewListProps) {
  return (
    <ul className="card-grid">
      {reviews.map((review) => (
        <li key={review.id} className={reportedAt && "grid grid-rows-[1fr_auto] gap-2"}>
          <ReviewCard review={review} />
          {reportedAt ? (
            <a className="line-link" href={`/signaler/${reportedAt}?avis=${review.id}`}>
              Signaler
              <span className="sr-only">{` l’avis ${ofName(review.author)}`}</span>
            </a>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
