import { Badge } from "~/ui/badge";
import { VenueCard } from "~/ui/venue-card";
import type { MyVenue } from "../my-venues-page.server";
import { HiddenHint } from "./hidden-hint";

/** An owner's venues, each leading to its page to manage it. */
export function MyVenueGrid({ venues }: { venues: readonly MyVenue[] }) {
  return (
    <ul className="card-grid">
      {venues.map((venue) => (
        <li key={venue.id} className="grid content-start gap-2">
          <VenueCard
            venue={{ ...venue, photoIds: undefined }}
            heading={3}
            href={`/profil/location/${venue.id}`}
          />
          <p className="row gap-2">
            <Badge tone={venue.isAvailable ? "success" : "past"}>
              {venue.isAvailable ? "Disponible" : "Indisponible"}
            </Badge>
            <HiddenHint {...venue} />
          </p>
        </li>
      ))}
    </ul>
  );
}
