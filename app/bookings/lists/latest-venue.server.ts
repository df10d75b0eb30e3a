import { Types } from "mongoose";
import { BookedSlotModel, type BookedSlot } from "@models/booked-slot";
import { capacityLabel } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { todayInParis, type Day } from "~/platform/days";
import { firstDay, shiftMonth, type Month } from "~/rules/month-grid";
import { priceTag } from "~/rules/price";
import { listStateOf } from "~/rules/reservation-states";
import { isFindable, type Owner } from "~/venues/own-venue.server";
import { toPicture, type Picture } from "~/venues/venue-shapes";

/** The venue that an owner published last and how far it is taken, as the profile shows it. */
export interface LatestVenue {
  id: string;
  title: string;
  city: string;
  postalCode: string;
  /** Label: '10 - 50'. */
  capacity: string;
  /** In its own unit: '480 € par jour'. */
  price: string;
  isAvailable: boolean;
  /** Whether it is seen and found, or why not. */
  isListed: boolean;
  isSuspended: boolean;
  cover: Picture | null;
  /** Pending or confirmed reservations. */
  reservations: number;
  /**
   * The days of the month for which it is reserved, whole or in part, in order: those of the reservations that an owner
   * sees, without the half days around them in which it is prepared.
   */
  blockedDays: Day[];
}

const STANDING = ["pending", "capturing", "confirmed"] as const;

type Standing = Pick<Reservation, "_id" | "status" | "startDate" | "endDate" | "answerBy">;
type Taken = Pick<BookedSlot, "day" | "reservation" | "preparation">;

/** Null when an owner has no venue. One question. */
export async function latestVenue(
  owner: Owner,
  month: Month,
  now: Date,
): Promise<LatestVenue | null> {
  const [found] = await VenueModel.aggregate<{
    venue: Venue;
    reservations: Standing[];
    slots: Taken[];
  }>([
    { $match: { userId: new Types.ObjectId(owner.id) } },
    { $sort: { createdAt: -1, _id: -1 } },
    // After the sort, by an index for both: no index has these as well, and one's own are few.
    { $match: { deletedAt: null } },
    { $limit: 1 },
    { $project: { _id: 0, venue: "$$ROOT" } },
    {
      $lookup: {
        from: ReservationModel.collection.name,
        localField: "venue._id",
        foreignField: "venueId",
        pipeline: [
          { $match: { status: { $in: STANDING } } },
          { $project: { status: 1, startDate: 1, endDate: 1, answerBy: 1 } },
        ],
        as: "reservations",
      },
    },
    {
      $lookup: {
        from: BookedSlotModel.collection.name,
        localField: "venue._id",
        foreignField: "venue",
        pipeline: [
          { $match: { day: { $gte: firstDay(month), $lt: firstDay(shiftMonth(month, 1)) } } },
          { $sort: { day: 1 } },
          { $project: { day: 1, reservation: 1, preparation: 1 } },
        ],
        as: "slots",
      },
    },
  ]);
  return found ? { ...venueFacts(found.venue, owner), ...occupationOf(found, now) } : null;
}

function venueFacts(venue: Venue, owner: Owner) {
  const { amount, per } = priceTag({ period: venue.time, unitPrice: venue.price });
  const [cover] = venue.locationIMG;
  return {
    id: venue._id.toString(),
    title: venue.title,
    city: venue.city,
    postalCode: venue.postalCode,
    capacity: capacityLabel(venue.capacity),
    price: `${amount} ${per}`,
    isAvailable: venue.status === "available",
    isListed: isFindable(venue, owner),
    isSuspended: venue.suspendedAt !== undefined,
    cover: cover ? toPicture(cover) : null,
  };
}

function occupationOf(
  { reservations, slots }: { reservations: readonly Standing[]; slots: readonly Taken[] },
  now: Date,
) {
  const today = todayInParis(now);
  const states = new Map(
    reservations.map((one) => [one._id.toString(), listStateOf(one, now, today)]),
  );
  // Told apart here: no index has a filter for days that the owner closed, and the others need the reservations.
  const isReserved = ({ day, reservation, preparation }: Taken) => {
    if (!reservation || preparation) return false;
    const state = states.get(reservation.toString());
    // What does not stand holds days because it is over, or is not paid yet and is its buyer's alone.
    return state === undefined ? day < today : state !== "cancelled";
  };
  return {
    reservations: [...states.values()].filter((one) => one === "pending" || one === "confirmed")
      .length,
    blockedDays: [...new Set(slots.filter(isReserved).map(({ day }) => day))],
  };
}
