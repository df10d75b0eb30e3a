import { useLoaderData } from "@remix-run/react";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { cursorParam } from "~/admin/lists/filters";
import {
  ReservationFilterFields,
  reservationFilterName,
} from "~/admin/reservations/components/reservation-filters";
import { ReservationTable } from "~/admin/reservations/components/reservation-table";
import { listReservations } from "~/admin/reservations/list-reservations.server";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Réservations", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: LIST_FILTERS["/admin/reservation"].extend({ suite: cursorParam }),
  },
  async ({ params: { suite, ...filters }, now }) => ({
    filters,
    page: await listReservations(filters, suite, now),
  }),
);

export default function Reservations() {
  const { filters, page } = useLoaderData<typeof loader>();
  return (
    <ListFrame
      title="Réservations"
      path="/admin/reservation"
      noun={["réservation", "réservations"]}
      filters={filters}
      nameOf={reservationFilterName}
      page={page}
      empty="Aucune réservation trouvée..."
      fields={<ReservationFilterFields filters={filters} />}
    >
      <ReservationTable caption="Réservations" reservations={page.rows} />
    </ListFrame>
  );
}
