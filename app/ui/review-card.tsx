import { Avatar } from "./avatar";
import { classNames } from "./class-names";
import { Icon } from "./icon";

interface ReviewCardProps {
  review: {
    /** 1 to 5. */
    rating: number;
    text: string;
    author: string;
    /** Under the name: the venue, where it is another page's. */
    detail?: string;
    avatarId?: string | null;
    /** The first day of what it is about, and the day that it was published: DD/MM/YYYY. */
    stayOn: string;
    publishedOn: string;
  };
}

/** A rating as stars, said as 'Note : 4 sur 5'. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={`Note\u00a0: ${rating} sur 5`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Icon key={star} name="etoile" className={classNames(star <= rating && "filled")} />
      ))}
    </span>
  );
}

/** What someone said after an event. */
export function ReviewCard({ review }: ReviewCardProps) {
  return (
    <figure className="card panel review">
      <div className="stack">
        <Stars rating={review.rating} />
        <blockquote className="whitespace-pre-line">
          <p>{review.text}</p>
        </blockquote>
      </div>
      <figcaption className="row">
        <Avatar name={review.author} imageId={review.avatarId} />
        <div className="min-w-0 flex-1">
          <b>{review.author}</b>
          <br />
          <span className="hint">
            {review.detail ? (
              <>
                {review.detail}
                <br />
              </>
            ) : null}
            {`Réservation du ${review.stayOn}, avis publié le ${review.publishedOn}`}
          </span>
        </div>
      </figcaption>
    </figure>
  );
}
