import { Icon } from "./icon";

export interface RatingProps {
  /** Null before the first review. */
  rating:
    | {
        /** Of 5, to one decimal: '4,6'. */
        average: string;
        count: number;
      }
    | null
    | undefined;
}

/** What reviews come to: a star, '4,6 sur 5' and how many there are; nothing while there are none. */
export function Rating({ rating }: RatingProps) {
  if (!rating) return null;
  return (
    <p className="rating">
      <Icon name="etoile" size={18} />
      <span>
        <b>{rating.average}</b>
        {` sur 5 (${rating.count} avis)`}
      </span>
    </p>
  );
}
