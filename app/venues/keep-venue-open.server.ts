import type { ClientSession, QueryFilter, Types } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";
import { Refusal } from "~/platform/refusal";

/** What makes a venue stay as it is until a transaction is committed: so that one that withdraws it conflicts with it. */
type Keep = (venueId: Types.ObjectId, transaction: ClientSession) => Promise<void>;

/**
 * Makes sure that days of a venue may be had, and may be until the caller's transaction is committed, as
 * `requireOpenVenue`: its owner need not be payable.
 *
 * @throws Refusal("venue_closed")
 */
export const keepVenueOpen: Keep = (venueId, transaction) =>
  keep({ _id: venueId, listed: true, status: "available" }, transaction);

/**
 * The same of a venue that is about to be paid for, as `requireBookableVenue`.
 *
 * @throws Refusal("venue_closed")
 */
export const keepVenueBookable: Keep = (venueId, transaction) =>
  keep({ _id: venueId, searchable: true }, transaction);

/** The same of one whose owner has said yes to what is paid there, as `accountToPay`: it need not be for rent to others. */
export const keepVenueListed: Keep = (venueId, transaction) =>
  keep({ _id: venueId, listed: true }, transaction);

/** It is written to, so that a transaction that withdraws it cannot be committed beside this one. */
async function keep(venue: QueryFilter<Venue>, transaction: ClientSession): Promise<void> {
  const { matchedCount } = await VenueModel.updateOne(venue, { $inc: { lock: 1 } }).session(
    transaction,
  );
  if (matchedCount === 0) throw new Refusal("venue_closed");
}
