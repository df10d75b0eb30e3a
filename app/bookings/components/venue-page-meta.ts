import type { PageMetaOptions } from "~/platform/web/page-meta";
import { sharedPictureUrl } from "~/ui/picture";
import { venueData } from "~/venues/structured-data";
import type { BookingPage } from "../reserve/booking-page.server";

/** What the head of a venue's page is made of. */
interface VenuePageData {
  page: Pick<BookingPage, "venue" | "problem">;
}

const coverOf = ({ pictures: [cover] }: BookingPage["venue"]) =>
  cover && sharedPictureUrl(cover.id);

export const venuePageTitle = ({ page: { venue } }: VenuePageData) =>
  `${venue.title}, ${venue.city}`;

/** What search engines and shared links say of a venue. */
export const venuePageMeta: PageMetaOptions<VenuePageData> = {
  description: ({ page }) => page.venue.description,
  canonical: ({ page }) => `/reservation/${page.venue.id}`,
  image: ({ page }) => coverOf(page.venue),
  isRefused: ({ page }) => page.problem !== null,
  structured: ({ page: { venue } }, whole) => venueData(venue, coverOf(venue), whole),
};
