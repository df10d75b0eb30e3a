import { Illustration } from "./illustration";
import { Photo, type Picture } from "./picture";
import { Price, type PriceTag } from "./price";
import { Rating, type RatingProps } from "./rating";

interface VenueRowProps {
  venue: {
    id: string;
    title: string;
    city: string;
    country: string;
    price: PriceTag;
    cover: Picture | null;
    /** From the place that the page is about: 'à 1,4 km'. */
    distance?: string | null;
    rating?: RatingProps["rating"];
  };
  /** Of the address that it leads to: '?start=…'. */
  query?: string;
}

/** A venue in a short list, photo at the left: the home page's 'Nouveautés', those near a venue. */
export function VenueRow({ venue, query = "" }: VenueRowProps) {
  return (
    <article className="card venue-row">
      {venue.cover ? (
        <Photo
          picture={{ ...venue.cover, alt: "" }}
          sizes="(min-width: 768px) 168px, 128px"
          largest={640}
          className="rounded-champ"
        />
      ) : (
        <Illustration name="salle-municipale" loading="lazy" className="photo rounded-champ" />
      )}
      <div>
        <h3>
          <a className="stretched" href={`/reservation/${venue.id}${query}`}>
            {venue.title}
          </a>
        </h3>
        <div className="row spread gap-x-3 gap-y-1">
          <p className="muted">{`${venue.city}, ${venue.distance ?? venue.country}`}</p>
          <Rating rating={venue.rating} />
        </div>
        <Price price={venue.price} />
      </div>
    </article>
  );
}
