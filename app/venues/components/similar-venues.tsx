import { VenueRow } from "~/ui/venue-row";
import type { SimilarVenue } from "../venue-page.server";

/** Where else to look: venues like this one, near it, each with what is found there for the days that were asked for. */
export function SimilarVenues({ venues }: { venues: readonly SimilarVenue[] }) {
  if (venues.length === 0) return null;
  return (
    <section className="stack mt-10" aria-labelledby="titre-semblables">
      <h2 id="titre-semblables">Lieux semblables à côté</h2>
      <ul className="similar-venues">
        {venues.map((venue) => (
          <li key={venue.id}>
            <VenueRow venue={venue} query={venue.stay?.query} />
          </li>
        ))}
      </ul>
    </section>
  );
}
