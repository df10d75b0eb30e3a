import { AnswerMode, CapacityChip } from "./badge";
import { Heading, type HeadingLevel } from "./heading";
import { Icon } from "./icon";
import { Illustration } from "./illustration";
import { useEnhance } from "./page-assets";
import { Photo, type Picture, type PicturePriority } from "./picture";
import { Price, type PriceTag } from "./price";
import { Rating, type RatingProps } from "./rating";

export interface VenueTeaser {
  id: string;
  title: string;
  city: string;
  country: string;
  price: PriceTag;
  /** What the days of the search come to. */
  stay?: {
    /** '3 jours', '6 demi-journées'. */
    units: string;
    /** Formatted, the fee included. */
    total: string;
    /** The days as the query string of the venue's page: '?start=2027-06-11&end=2027-06-13'. */
    query: string;
  };
  /** Label: '10 - 50', 'Plus de 100'. */
  capacity: string;
  /** Whether its owner answers each request, within 24 hours. */
  needValidation: boolean;
  /** Null shows an illustration. */
  cover: Picture | null;
  photoCount: number;
  /** Ids of the first photos, cover first, for the carousel; a handful, each weighs on the page. */
  photoIds?: readonly string[];
  /** Of its reviews; null before the first. */
  rating?: RatingProps["rating"];
}

interface VenueCardProps {
  venue: VenueTeaser;
  heading?: HeadingLevel;
  priority?: PicturePriority;
  /** Overrides where the card leads, for owners' and administrators' lists. */
  href?: string;
}

/**
 * The card's width in `.card-grid`. On phones 6 px less than it is: 360 px at density 2 then takes the
 * 640 px rendition, 2 % short of sharp, where the browser would take one four times as heavy.
 */
const coverSizes =
  "(min-width: 1200px) 361px, (min-width: 944px) calc(33vw - 36px), (min-width: 600px) calc(50vw - 38px), calc(100vw - 40px)";

/**
 * A venue in a list: the cover alone, and, with script and `photoIds`, arrows that load the other
 * photos when pressed. 'N photos' leads to the gallery of the venue's page.
 */
export function VenueCard({ venue, heading = 2, priority, href }: VenueCardProps) {
  const target = href ?? `/reservation/${venue.id}${venue.stay?.query ?? ""}`;
  const cover = venue.cover ? (
    <Photo
      picture={venue.cover}
      sizes={coverSizes}
      largest={1280}
      priority={priority}
      className="rounded-t-carte"
    />
  ) : (
    <Illustration name="salle-municipale" loading="lazy" className="photo rounded-t-carte" />
  );
  const gallery = (
    <>
      {cover}
      <AnswerMode {...venue} />
      {venue.photoCount > 0 ? (
        <a className="photo-count" href={`${target}#photos`}>
          <Icon name="image" size={20} />
          {venue.photoCount > 1 ? `${venue.photoCount} photos` : "1 photo"}
          <span className="sr-only">{`, ${venue.title}`}</span>
        </a>
      ) : null}
    </>
  );
  return (
    <article className="card venue-card">
      {venue.photoIds && venue.photoIds.length > 1 ? (
        <Carousel title={venue.title} photoIds={venue.photoIds} count={venue.photoCount}>
          {gallery}
        </Carousel>
      ) : (
        <div className="carousel">{gallery}</div>
      )}
      <div className="venue-card-text">
        <Heading level={heading}>
          <a className="stretched" href={target}>
            {venue.title}
          </a>
        </Heading>
        <div className="row spread gap-x-3 gap-y-1">
          <p className="muted">{`${venue.city}, ${venue.country}`}</p>
          {venue.rating === null ? (
            <p className="hint">Pas encore d’avis</p>
          ) : (
            <Rating rating={venue.rating} />
          )}
        </div>
        <p>
          <CapacityChip capacity={venue.capacity} />
        </p>
        <Price price={venue.price} />
        {venue.stay ? (
          <p className="card-total row spread">
            <span>{`Total, ${venue.stay.units}`}</span>
            <b>{venue.stay.total}</b>
          </p>
        ) : null}
      </div>
    </article>
  );
}

function Carousel({
  title,
  photoIds,
  count,
  children,
}: {
  title: string;
  photoIds: readonly string[];
  /** Of all the venue's photos: the card turns to the first of them. */
  count: number;
  children: React.ReactNode;
}) {
  return (
    <div
      className="carousel"
      {...useEnhance("carousel")}
      data-title={title}
      data-photos={photoIds.join(" ")}
      data-count={count}
    >
      {children}
    </div>
  );
}
