import type { Reservation } from "@models/reservation";
import { VenueModel } from "@models/venue";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { orRefuse } from "~/platform/web/refusal-of.server";
import { Refusal, type ReservationInTheWay } from "~/platform/refusal";
import { venueName } from "~/rules/venue-name";
import { hideVenue } from "~/venues/hide-venue.server";
import { findOwnVenue } from "~/venues/own-venue.server";
import { heldUntil, stillNeededOf, toObstacle, type Obstacle } from "./departure-obstacles.server";

/** A venue that its owner wants to delete, and what keeps it. */
export interface VenueDeparture {
  /** 'Salle des Tilleuls (Rouen)' */
  name: string;
  /** Its reservations to come, without those whose payment is not done: owners do not see them. */
  obstacles: Obstacle[];
  /** Until when the latter hold their days, at the latest: '26/11/2026 à 12 h'; null for none. */
  heldUntil: string | null;
  isFree: boolean;
}

/** @throws Refusal("not_found") for a venue that is not this owner's */
export async function venueDeparture(
  ownerId: string,
  venueId: string,
  now: Date,
): Promise<VenueDeparture> {
  const venue = await findOwnVenue(ownerId, venueId);
  const { _id } = venue;
  const reservations = await stillNeededOf({ venueId: _id }, now);
  const seen = reservations.filter(({ status }) => status !== "hold");
  return {
    name: venueName(venue),
    obstacles: seen.map(toObstacle),
    heldUntil: heldUntil(reservations),
    isFree: reservations.length === 0,
  };
}

/** As its owner may know them: without those whose payment is not done. */
function inTheWay(needed: readonly Reservation[]): ReservationInTheWay[] {
  return needed
    .filter(({ status }) => status !== "hold")
    .map(toObstacle)
    .map(({ reference, period, state }) => ({ reference, period, state }));
}

/**
 * Deletes a venue of this owner: it is hidden, not erased.
 *
 * @throws Refusal("not_found"), Refusal("venue_in_use") while reservations are to come,
 *   Refusal("delete_failed") when the database does not answer
 */
export async function deleteVenue(ownerId: string, venueId: string, now: Date): Promise<void> {
  await orRefuse("delete_failed", () =>
    inTransaction(async (transaction) => {
      const { _id } = await findOwnVenue(ownerId, venueId, transaction);
      const needed = await stillNeededOf({ venueId: _id }, now, transaction);
      if (needed.length > 0) throw new Refusal("venue_in_use", { reservations: inTheWay(needed) });
      await hideVenue(_id, now, transaction);
    }),
  );
  await bumpContentVersion({ venues: [venueId], days: [venueId] });
}

/** Whether this owner had a venue that is deleted, by another press of the form or in another window. */
export async function isDeletedVenue(ownerId: string, venueId: string): Promise<boolean> {
  const venue = await VenueModel.findById(venueId, "userId deletedAt").lean();
  return venue?.userId.toString() === ownerId && venue.deletedAt !== undefined;
}
