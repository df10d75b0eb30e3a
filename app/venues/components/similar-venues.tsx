import { VenueRow } from "~/ui/venue-row";
import type { SimilarVenue } from "../venue-page.server";

interface SimilarVenuesProps {
  venues: readonly SimilarVenue[];
  /** The days that the page was asked for, which each keeps: '?start=…'; empty without any. */
  query: string;
}

/** Where else to look: venues like this one, near it. */
export function SimilarVenues({ venues, query }: SimilarVenuesProps) {
  if (venues.length === 0) return null;
  return (
    <section className="stack mt-10" aria-labelledby="titre-semblables">
      <h2 id="titre-semblables">Lieux semblables à côté</h2>
      <ul className="similar-venues">
        {venues.map((venue) => (
          <li key={venue.id}>
            <VenueRow venue={venue} query={query} />
          </li>
        ))}
      </ul>
    </section>
  );
}
