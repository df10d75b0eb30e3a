import type { ClientSession, Types } from "mongoose";
import { VenueModel } from "@models/venue";
import { Refusal } from "~/platform/refusal";

/**
 * Makes sure that a venue is for rent and stays so until the caller's transaction is committed: it is
 * written to, so that a transaction that withdraws it cannot be committed beside this one.
 *
 * @throws Refusal("venue_closed")
 */
export async function keepVenueOpen(
  venueId: Types.ObjectId,
  transaction: ClientSession,
): Promise<void> {
  const { matchedCount } = await VenueModel.updateOne(
    { _id: venueId, searchable: true },
    { $inc: { lock: 1 } },
  ).session(transaction);
  if (matchedCount === 0) throw new Refusal("venue_closed");
}
