import { trusted } from "mongoose";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { addSums, MOVING_TYPES, NO_SUMS, sumsOf } from "~/payments/ledger-sums";
import { CHUNK, eachShown } from "../lists/cursor-page.server";
import { fullName } from "../words/person";
import type { MovementRow } from "./movement-columns";
import type { Period } from "./period";

/**
 * The movements of a period in their order, as they are needed, and after them the sums of all: to the
 * cent those of the page, which may be five minutes older once the period is over.
 */
export async function* movementsOf({
  from,
  to,
}: Pick<Period, "from" | "to">): AsyncGenerator<MovementRow> {
  const entries = LedgerEntryModel.find({
    at: trusted({ $gte: from, $lt: to }),
    type: trusted({ $in: MOVING_TYPES }),
  })
    // As an index has them: by another order the database would sort the whole period before it gives the first.
    .sort({ at: 1, type: 1, amount: 1 })
    .lean()
    .cursor({ batchSize: CHUNK });
  let total = NO_SUMS;
  for await (const row of eachShown(entries, rowsOf)) {
    total = addSums(total, row.sums);
    yield row;
  }
  yield { entry: null, sums: total };
}

async function rowsOf(entries: readonly LedgerEntry[]): Promise<MovementRow[]> {
  const reservationIds = entries.map(({ reservation }) => reservation);
  const ids = entries.map(({ _id }) => _id);
  const ownerIds = entries.map(({ owner }) => owner);
  const [reservations, receipts, owners] = await Promise.all([
    ReservationModel.find({ _id: trusted({ $in: reservationIds }) }, "reference venueTitle").lean(),
    ReceiptModel.find({ _id: trusted({ $in: ids }) }, "number").lean(),
    UserModel.find({ _id: trusted({ $in: ownerIds }) }, "name lastname entityName").lean(),
  ]);
  const bookings = new Map(reservations.map((one) => [one._id.toString(), one]));
  const numbers = new Map(receipts.map(({ _id, number }) => [_id, number]));
  const names = new Map(
    owners.map((owner) => [owner._id.toString(), owner.entityName ?? fullName(owner)]),
  );
  return entries.map((entry) => ({
    entry,
    sums: sumsOf([entry]),
    reference: bookings.get(entry.reservation.toString())?.reference,
    venueTitle: bookings.get(entry.reservation.toString())?.venueTitle,
    ownerName: names.get(entry.owner.toString()),
    number: numbers.get(entry._id),
  }));
}
