import type { ClientSession, QueryFilter, Types } from "mongoose";
import { updateAndRead } from "@models/engine";
import { VenueModel, type Venue } from "@models/venue";
import { Refusal } from "~/platform/refusal";
import { keptAsSeen } from "./refresh-listing.server";

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

/**
 * The same of one that was paid for: one that has left the site since keeps what was paid before, as a suspension and a ban keep
 * what stands. That is heard of later than it happens: after an outage, or from Stripe once a backup was restored.
 *
 * @param paidAt when Stripe took the money or authorised it, by the second; absent: neither
 * @throws Refusal("venue_closed")
 */
export async function keepVenueOfPayment(
  venueId: Types.ObjectId,
  paidAt: Date | undefined,
  transaction: ClientSession,
): Promise<void> {
  if (await isKept({ _id: venueId, listed: true }, transaction)) return;
  const venue = await updateAndRead<Venue>(
    VenueModel,
    { _id: venueId },
    { $inc: { lock: 1 } },
    { session: transaction, fields: "userId suspendedAt deletedAt" },
  );
  const owner = venue && (await keptAsSeen(venue.userId, transaction));
  const isGone = !owner || (venue.deletedAt ?? owner.deletedAt) !== undefined;
  const left = [venue?.suspendedAt, owner?.bannedAt].filter((at) => at !== undefined);
  const isBefore = (at: Date) => paidAt !== undefined && paidAt.getTime() < wholeSecond(at);
  if (isGone || left.length === 0 || !left.every(isBefore)) throw new Refusal("venue_closed");
}

/** As Stripe tells instants. What is paid in the very second that a venue leaves the site may be later. */
const wholeSecond = (at: Date) => Math.floor(at.getTime() / 1_000) * 1_000;

async function keep(venue: QueryFilter<Venue>, transaction: ClientSession): Promise<void> {
  if (!(await isKept(venue, transaction))) throw new Refusal("venue_closed");
}

/** It is written to, so that a transaction that withdraws it cannot be committed beside this one. */
async function isKept(venue: QueryFilter<Venue>, transaction: ClientSession): Promise<boolean> {
  const { matchedCount } = await VenueModel.updateOne(venue, { $inc: { lock: 1 } }).session(
    transaction,
  );
  return matchedCount > 0;
}
