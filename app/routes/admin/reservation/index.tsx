import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { choiceFilter, cursorParam, dayFilter } from "~/admin/lists/filters";
import {
  ReservationFilterFields,
  reservationFilterName,
} from "~/admin/reservations/components/reservation-filters";
import { ReservationTable } from "~/admin/reservations/components/reservation-table";
import { listReservations } from "~/admin/reservations/list-reservations.server";
import { SHOWN_STATES } from "~/admin/reservations/made-reservations";
import { searchText } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Réservations", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: z.object({
      q: searchText,
      date: dayFilter,
      etat: choiceFilter(SHOWN_STATES),
      suite: cursorParam,
    }),
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
