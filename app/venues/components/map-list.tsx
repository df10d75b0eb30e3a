import { useSite } from "~/platform/web/use-site";
import { VenueMap } from "~/ui/venue-map";
import type { MapPlace } from "../map-places.server";

/** Venues on a map, and below it as text, each with a link to another map. */
export function MapList({ places }: { places: readonly MapPlace[] }) {
  const mapped = places.map(({ title, address, at, href }) => ({ title, address, at, href }));
  return (
    <VenueMap maps={useSite().maps} places={mapped}>
      <ul className="stack">
        {places.map(({ id, title, address, mapUrl, href }) => (
          <li key={id} className="card panel">
            <h2 className="text-t3">
              <a href={href}>{title}</a>
            </h2>
            <address className="not-italic">{address}</address>
            <p>
              <a className="line-link" href={mapUrl} rel="noreferrer">
                Ouvrir dans un plan (OpenStreetMap)<span className="sr-only">{`, ${title}`}</span>
              </a>
            </p>
          </li>
        ))}
      </ul>
    </VenueMap>
  );
}
