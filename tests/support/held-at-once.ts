import mongoose, { Types, type mongo } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";

/** How much of a collection is in memory at once, and what there is too much of for that. */

/** Does something, and tells the most documents of a collection that one answer of the database had in it meanwhile. */
export async function heldAtOnce<T>(
  collection: string,
  act: () => Promise<T>,
): Promise<{ answer: T; most: number }> {
  let most = 0;
  const hear = ({ reply }: mongo.CommandSucceededEvent) => {
    const { cursor } = reply as { cursor?: Record<string, unknown> };
    if (!String(cursor?.ns).endsWith(`.${collection}`)) return;
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

/** Copies of a reservation as the database has it, each with what is its own. */
export async function copiesOf(
  reservation: Reservation,
  count: number,
  own: (place: number) => Partial<Reservation> = () => ({}),
): Promise<Types.ObjectId[]> {
  const stored = (await ReservationModel.collection.findOne({ _id: reservation._id }))!;
  const copies = Array.from({ length: count }, (_, place) => {
    const _id = new Types.ObjectId();
    return {
      ...stored,
      _id,
      reference: `COPY-${_id.toString()}`,
      requestKey: _id.toString(),
      ...own(place),
    };
  });
  await ReservationModel.collection.insertMany(copies);
  return copies.map(({ _id }) => _id);
}
