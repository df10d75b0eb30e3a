/** Reviews of venues that are in another town by now than when their authors were there: shown, they would be read of another place. */
import { trusted, type ClientSession } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { ReviewModel, type Review } from "@models/review";
import { VenueModel } from "@models/venue";
import { isReviewedElsewhere } from "~/venues/address-change";
import { isKeptInTown } from "~/venues/keep-address.server";

/** Which of some reviews these are, by their ids. One whose reservation or venue there is no more is none of them. */
export async function elsewhereAmong(
  reviews: readonly Pick<Review, "_id" | "reservation" | "venue">[],
): Promise<Set<string>> {
  const [reservations, venues] = await Promise.all([
    ReservationModel.find(
      { _id: trusted({ $in: reviews.map(({ reservation }) => reservation) }) },
      "venueCity",
    ).lean(),
    VenueModel.find({ _id: trusted({ $in: reviews.map(({ venue }) => venue) }) }, "city").lean(),
  ]);
  const stays = new Map(reservations.map((stay) => [stay._id.toString(), stay]));
  const places = new Map(venues.map((place) => [place._id.toString(), place]));
  const moved = reviews.filter(({ reservation, venue }) => {
    const [stay, place] = [stays.get(reservation.toString()), places.get(venue.toString())];
    return stay && place && isReviewedElsewhere(stay, place);
  });
  return new Set(moved.map(({ _id }) => _id.toString()));
}

/** Whether a review is one of them, until the caller's transaction is committed (`isKeptInTown`). */
export async function isElsewhere(
  reviewId: Review["_id"] | string,
  transaction: ClientSession,
): Promise<boolean> {
  const review = await ReviewModel.findById(reviewId, "reservation").session(transaction).lean();
  if (!review) return false;
  const stay = await ReservationModel.findById(review.reservation, "venueId venueCity")
    .session(transaction)
    .lean();
  return stay !== null && !(await isKeptInTown(stay, transaction));
}
