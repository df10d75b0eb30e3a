import { useLoaderData } from "@remix-run/react";
import { isOwnMatter } from "~/admin/audit/actor.server";
import { ModerationHistory } from "~/admin/moderation/components/moderation-parts";
import * as parts from "~/admin/venues/components/venue-parts";
import { venueRecord } from "~/admin/venues/venue-record.server";
import { viewerMay } from "~/platform/permissions";
import { idParam } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(({ title }) => title, {
  isPrivate: true,
});

export const loader = pageLoader({ access: "office.read", params: idParam }, async (page) => {
  const venue = await venueRecord(page.params.id, page.now);
  const isOwn = await isOwnMatter(page.viewer, venue.owner?.id, "reports.decide", null);
  return {
    ...venue,
    // Codes of doors are for who decides of what is written there.
    arrival: viewerMay(page.viewer, "reports.decide") ? venue.arrival : null,
    mayRestore: venue.isSuspended && !isOwn,
  };
});

export default function Venue() {
  const venue = useLoaderData<typeof loader>();
  return (
    <>
      <parts.VenueHead venue={venue} />
      <parts.VenueFactsPart venue={venue} />
      <parts.VenuePhotosPart venue={venue} />
      <parts.VenueReservationsPart reservations={venue.reservations} />
      <ModerationHistory lines={venue.moderation} />
    </>
  );
}
