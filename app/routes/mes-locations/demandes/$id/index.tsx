import { useLoaderData } from "@remix-run/react";
import { ReservationSheet } from "~/bookings/components/reservation-sheet";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { idParam } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import type { PageHandle } from "~/platform/web/style-sheet";
import { bookedVenueName } from "~/rules/venue-name";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ page: { request } }) => `Réservation ${request.reference}, ${bookedVenueName(request)}`,
  { isPrivate: true },
);

export const handle: PageHandle = { style: "bookings" };

export const loader = pageLoader(
  { access: "member", params: idParam },
  async ({ viewer, params, now }) => ({
    page: await reservationPage(params.id, { side: "owner", userId: viewer.id }, now),
  }),
);

export default function ReceivedRequest() {
  return <ReservationSheet page={useLoaderData<typeof loader>().page} />;
}
