import { redirect } from "@remix-run/node";
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
  async ({ viewer, params, now }) => {
    const page = await reservationPage(params.id, { side: "buyer", userId: viewer.id }, now);
    // What other dates cost more is no reservation of its own: the one that it belongs to says what is to be paid.
    const { supplementTo } = page.request;
    if (supplementTo) throw redirect(`/mes-demandes/${supplementTo.id}`, 303);
    return { page };
  },
);

export default function MyRequest() {
  return <ReservationSheet page={useLoaderData<typeof loader>().page} />;
}
