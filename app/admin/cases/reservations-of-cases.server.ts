import { trusted } from "mongoose";
import type { LedgerEntry } from "@models/ledger-entry";
import { ReservationModel } from "@models/reservation";

/** Reservations by their ids: what each is called, and where the list shows it. */
type About = ReadonlyMap<string, { name: string; href: string }>;

/** The reservations that cases are about. */
export async function reservationsOf(
  entries: readonly Pick<LedgerEntry, "reservation">[],
): Promise<About> {
  const ids = entries.map(({ reservation }) => reservation);
  const reservations = await ReservationModel.find(
    { _id: trusted({ $in: ids }) },
    "reference venueTitle",
  ).lean();
  return new Map(
    reservations.map(({ _id, reference, venueTitle }) => [
      _id.toString(),
      {
        name: `Réservation ${reference}, ${venueTitle}`,
        href: `/admin/reservation/${_id.toString()}`,
      },
    ]),
  );
}
