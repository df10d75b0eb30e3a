import { VenueCard } from "~/ui/venue-card";
import { VenueRow } from "~/ui/venue-row";
import type { HomePage } from "../home-page.server";

/** The rooms that the house shows first. */
export function RoomCards({ rooms }: Pick<HomePage, "rooms">) {
  if (rooms.length === 0) return <p>Aucune salle n’est mise en avant pour le moment.</p>;
  return (
    <ul className="card-grid">
      {rooms.map((venue) => (
        <li key={venue.id}>
          <VenueCard venue={{ ...venue, photoIds: undefined }} heading={3} />
        </li>
      ))}
    </ul>
  );
}

/** The newest venues. */
export function NewVenues({ news }: Pick<HomePage, "news">) {
  if (news.length === 0) return <p>Aucune nouveauté pour le moment.</p>;
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {news.map((venue) => (
        <li key={venue.id}>
          <VenueRow venue={venue} />
        </li>
      ))}
    </ul>
  );
}
