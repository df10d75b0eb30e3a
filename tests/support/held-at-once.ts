import mongoose, { Types, type mongo } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";

/** How many reservations are in memory at once, and enough of them to tell. */

/** Does something, and tells the most reservations that one answer of the database had in it meanwhile. */
export async function heldAtOnce<T>(act: () => Promise<T>): Promise<{ answer: T; most: number }> {
  let most = 0;
  const hear = ({ reply }: mongo.CommandSucceededEvent) => {
    const { cursor } = reply as { cursor?: Record<string, unknown> };
    if (!String(cursor?.ns).endsWith(".reservations")) return;
    const batch = cursor!.firstBatch ?? cursor!.nextBatch;
    most = Math.max(most, (batch as unknown[]).length);
  };
  const client = mongoose.connection.getClient().on("commandSucceeded", hear);
  try {
    return { answer: await act(), most };
  } finally {
    client.off("commandSucceeded", hear);
  }
}

/** Copies of a reservation as the database has it, each with an id and a reference of its own. */
export async function copiesOf(reservation: Reservation, count: number): Promise<void> {
  const stored = (await ReservationModel.collection.findOne({ _id: reservation._id }))!;
  const copies = Array.from({ length: count }, () => {
    const _id = new Types.ObjectId();
    const id = _id.toString();
    return { ...stored, _id, reference: `COPY-${id}`, requestKey: id };
  });
  await ReservationModel.collection.insertMany(copies);
}
