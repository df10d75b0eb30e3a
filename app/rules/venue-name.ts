/** A venue by its name and its town: one owner may have a 'Salle des fêtes' in each of several. */
import { inFull } from "~/platform/fold-text";

/** 'Salle des fêtes (Boos)'; where the title says the town, in whatever letters, it is the name: 'Salle des fêtes de Boos'. */
export function venueName({ title, city }: { title: string; city: string }): string {
  return ` ${inFull(title)} `.includes(` ${inFull(city)} `) ? title : `${title} (${city})`;
}

/** The same of the venue of a reservation, as it was called when it was reserved. */
export function bookedVenueName({
  venueTitle,
  venueCity,
}: {
  venueTitle: string;
  venueCity: string;
}): string {
  return venueName({ title: venueTitle, city: venueCity });
}
