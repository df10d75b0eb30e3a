import { useLoaderData } from "@remix-run/react";
import { ReservationSheet } from "~/bookings/components/reservation-sheet";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { idParam } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Réservation", { isPrivate: true });

export const loader = pageLoader(
  { access: "member", params: idParam },
  async ({ viewer, params, now }) => ({
    page: await reservationPage(params.id, { side: "buyer", userId: viewer.id }, now),
  }),
);

export default function MyRequest() {
  return <ReservationSheet page={useLoaderData<typeof loader>().page} />;
}
