import { trusted, Types } from "mongoose";
import { startingWith } from "@models/engine";
import { ReservationModel } from "@models/reservation";
import { VenueModel, type VenuePhoto } from "@models/venue";
import {
  viewOf,
  whereListed,
  whereState,
  type ListState,
  type ReservationView,
} from "../reservation-view.server";

/** How many requests a page shows. */
const REQUESTS_PER_PAGE = 20;

export interface MyRequest extends ReservationView {
  /** The venue's first photo; null when the venue has none. */
  cover: { imageId: string; alt: string; width: number; height: number } | null;
}

export interface MyRequests {
  requests: MyRequest[];
  page: number;
  pages: number;
  total: number;
}

/**
 * A buyer's own reservations, newest first, without those they removed.
 *
 * @param search the start of the venue's title, in any case
 * @param page from 1; past the last page the last page is given
 */
export async function listMyRequests(
  buyerId: string,
  {
    search,
    state,
    page = 1,
    now,
  }: { search?: string; state?: ListState; page?: number; now: Date },
): Promise<MyRequests> {
  const prefix = search?.trim();
  const filter = {
    userId: new Types.ObjectId(buyerId),
    hiddenByBuyer: false,
    ...(prefix ? { venueTitle: startingWith(prefix) } : {}),
    $and: [whereListed(now, "buyer"), ...(state ? [whereState(state, now)] : [])],
  };
  const total = await ReservationModel.countDocuments(filter);
  const pages = Math.max(1, Math.ceil(total / REQUESTS_PER_PAGE));
  const shown = Math.min(Math.max(1, page), pages);
  const reservations = await ReservationModel.find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .skip((shown - 1) * REQUESTS_PER_PAGE)
    .limit(REQUESTS_PER_PAGE)
    .lean();
  const covers = await coversOf(reservations.map(({ venueId }) => venueId));
  return {
    requests: reservations.map((reservation) => ({
      ...viewOf(reservation, now),
      cover: covers.get(reservation.venueId.toString()) ?? null,
    })),
    page: shown,
    pages,
    total,
  };
}

async function coversOf(venueIds: Types.ObjectId[]): Promise<Map<string, MyRequest["cover"]>> {
  const venues = await VenueModel.find(
    { _id: trusted({ $in: venueIds }) },
    { locationIMG: { $slice: 1 } },
  ).lean();
  return new Map(venues.map((venue) => [venue._id.toString(), coverOf(venue.locationIMG[0])]));
}

function coverOf(photo: VenuePhoto | undefined): MyRequest["cover"] {
  if (!photo) return null;
  const { image, alt, width, height } = photo;
  return { imageId: image.toString(), alt, width, height };
}
