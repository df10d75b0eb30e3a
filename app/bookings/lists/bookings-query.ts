/** As `OwnersBookings` has them. */
interface ShownBookings {
  answering: { requests: { page: number }; changes: { page: number } };
  upcoming: { page: number };
  past: { page: number };
  filter: ShownFilter;
}

interface ShownFilter {
  venue: string;
  month: string;
  client: string;
}

/**
 * What the query string says of an owner's bookings: what they are filtered by, and the page of each list but the first. For
 * links and forms that ask for something else of the same page.
 */
export function bookingsQuery({
  answering,
  upcoming,
  past,
  filter,
}: ShownBookings): Record<string, string> {
  const pages = {
    demandes: answering.requests.page,
    changements: answering.changes.page,
    avenir: upcoming.page,
    passe: past.page,
  };
  const others = Object.entries(pages).filter(([, shown]) => shown > 1);
  return {
    ...filterQuery(filter),
    ...Object.fromEntries(others.map(([name, shown]) => [name, String(shown)])),
  };
}

/** What they are filtered by, alone: of another filter each list begins anew. */
export function filterQuery({ venue, month, client }: ShownFilter): Record<string, string> {
  return {
    ...(venue && { lieu: venue }),
    ...(month && { mois: month }),
    ...(client && { client }),
  };
}
