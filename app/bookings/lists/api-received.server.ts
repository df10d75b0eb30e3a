import { trusted, Types } from "mongoose";
import { z } from "zod";
import { ReservationModel } from "@models/reservation";
import { placeOf } from "~/platform/paging";
import { shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { apiOwnVenue, ownVenueShape } from "~/venues/api-own-venues.server";
import { ownPage, pageShape } from "~/venues/api-venues.server";
import { LIST_STATES } from "~/rules/reservation-states";
import { requestShape, STATE_WORDS } from "./api-requests.server";
import { LISTED_FIELDS, withListState } from "./listed-reservations.server";

/** So many reservations are in one answer. */
const PER_PAGE = 200;

/** Which venue's owner, and which page of its reservations. */
export const receivedInput = input({
  userId: shortText.optional(),
  page: ownPage,
});

/** An unpaid one is nobody's business but its buyer's. */
const STORED = ["pending", "capturing", "confirmed", "ended", "cancelling", "cancelled"] as const;

const reservationShape = requestShape
  .omit({ paymentIntentId: true })
  .extend({ status: z.enum(LIST_STATES).exclude(["hold"]).describe(STATE_WORDS) });

/** A venue as its owner has it back, and a page of its reservations; `count` is theirs. */
export const receivedShape = z
  .object({ location: ownVenueShape.extend({ reservations: z.array(reservationShape) }) })
  .extend(pageShape.shape);

/**
 * A venue for its owner, with what it was asked for and what came of it, newest first.
 *
 * @throws Refusal("not_found") for someone else's
 */
export async function apiReceived(
  ownerId: string,
  venueId: string,
  { page: wanted, now }: { page: number; now: Date },
): Promise<z.infer<typeof receivedShape>> {
  const venue = await apiOwnVenue(ownerId, venueId);
  const asked = {
    ...{ ownerId: new Types.ObjectId(ownerId), venueId: new Types.ObjectId(venueId) },
    status: trusted({ $in: STORED }),
  };
  const { total, ...place } = placeOf(
    await ReservationModel.countDocuments(asked),
    wanted,
    PER_PAGE,
  );
  const found = await ReservationModel.find(asked)
    .select(LISTED_FIELDS)
    .sort({ createdAt: -1, _id: -1 })
    .skip((place.page - 1) * PER_PAGE)
    .limit(PER_PAGE)
    .lean();
  const reservations = withListState(found, now).flatMap(({ state, ...one }) =>
    state === "hold"
      ? []
      : [
          {
            ...{ _id: one._id.toString(), userId: one.userId.toString() },
            ...{ startDate: one.startDate, endDate: one.endDate },
            ...{ startSlot: one.startSlot, endSlot: one.endSlot, status: state },
          },
        ],
  );
  return { location: { ...venue, reservations }, count: total, ...place };
}
