import { Avatar } from "./avatar";
import { classNames } from "./class-names";
import { Icon } from "./icon";

interface ReviewCardProps {
  review: {
    /** 1 to 5. */
    rating: number;
    text: string;
    author: string;
    /** Under the name: the venue, the organisation, the date. */
    detail: string;
    avatarId?: string | null;
  };
}

/** A rating as stars, said as 'Note : 4 sur 5'. */
function Stars({ rating }: { rating: number }) {
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
    <figure className="card review">
      <div className="stack">
        <Stars rating={review.rating} />
        <blockquote>
          <p>{review.text}</p>
        </blockquote>
      </div>
      <figcaption className="row">
        <Avatar name={review.author} imageId={review.avatarId} />
        <span>
          <b>{review.author}</b>
          <br />
          <span className="hint">{review.detail}</span>
        </span>
      </figcaption>
    </figure>
  );
}
