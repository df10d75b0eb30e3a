import { trusted, type Types } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";

/** What is known of the payment of dearer dates by its own record. */
export type SupplementRecord = Pick<
  Reservation,
  "_id" | "status" | "checkoutSessionId" | "paymentIntentId" | "chargeId"
>;

/** The records of what was held or paid for dearer dates of some reservations, whatever became of that, the first made first. */
export async function supplementRecords(
  reservations: readonly Types.ObjectId[],
): Promise<SupplementRecord[]> {
  if (reservations.length === 0) return [];
  // By the index on that alone; they are few.
  return await ReservationModel.find(
    { "supplementTo.reservation": trusted({ $in: [...reservations] }) },
    "status checkoutSessionId paymentIntentId chargeId",
  )
    .sort({ _id: 1 })
    .lean();
}

/** The reservation that a record is of, where all that is known of it stands: its own id, but a supplement's. */
export function wholeOf({
  _id,
  supplementTo,
}: Pick<Reservation, "_id" | "supplementTo">): Types.ObjectId {
  return supplementTo?.reservation ?? _id;
}

/** The page of the reservation that a record is of, where the record is a supplement's; null: it has its own, or is not there. */
export async function pageOfSupplement(recordId: string): Promise<string | null> {
  const record = await ReservationModel.findById(recordId, "supplementTo").lean();
  return record?.supplementTo ? recordPath(record) : null;
}

/** '/admin/reservation/{id}': a supplement has none of its own. */
export function recordPath(record: Pick<Reservation, "_id" | "supplementTo">): string {
  return `/admin/reservation/${wholeOf(record).toString()}`;
}
