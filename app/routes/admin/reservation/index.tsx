import { useLoaderData } from "@remix-run/react";
import { ReservationTable } from "~/admin/reservations/components/reservation-table";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { reservationList } from "~/admin/reservations/list-reservations.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = reservationList.page;

export default function Reservations() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListFrame {...list}>
      <ReservationTable caption="Réservations" reservations={list.page.rows} />
    </ListFrame>
  );
}
