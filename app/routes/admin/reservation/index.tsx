import { useLoaderData } from "@remix-run/react";
import { ReservationTable } from "~/admin/reservations/components/reservation-table";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { reservationList } from "~/admin/reservations/list-reservations.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Réservations", { isPrivate: true });

export const loader = reservationList.page;

export default function Reservations() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListFrame {...list}>
      <ReservationTable caption="Réservations" reservations={list.page.rows} />
    </ListFrame>
  );
}
