import { trusted } from "mongoose";
import type { ReviewState } from "@models/enumerations";
import { ReviewModel, type Review } from "@models/review";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { formatDay, parisDayOf } from "~/platform/days";
import { reviewable } from "./write-review.server";

/** What a buyer wrote, and what became of it. */
export interface OwnReview {
  rating: number;
  text: string;
  state: ReviewState;
  /** Why it was refused. */
  refusal: string | null;
  /** DD/MM/YYYY. */
  writtenOn: string;
}

/** A buyer's page for the review of a reservation. */
export interface ReviewPage {
  venueTitle: string;
  /** 'du 11/06/2027 au 13/06/2027' */
  periodText: string;
  /** Null: still to be written. */
  review: OwnReview | null;
}

/** @throws Refusal("not_found" | "review_too_early") */
export async function reviewPage(request: {
  reservationId: string;
  buyerId: string;
  now: Date;
}): Promise<ReviewPage> {
  const reservation = await reviewable(request);
  const review = await ReviewModel.findOne({ reservation: reservation._id }).lean();
  return {
    venueTitle: reservation.venueTitle,
    periodText: formatPeriod(periodOf(reservation)),
    review: review && toOwn(review),
  };
}

/** Which of these reservations have a review. */
export async function reviewedAmong(reservationIds: readonly string[]): Promise<string[]> {
  if (reservationIds.length === 0) return [];
  const reviews = await ReviewModel.find(
    { reservation: trusted({ $in: reservationIds }) },
    "reservation",
  ).lean();
  return reviews.map(({ reservation }) => reservation.toString());
}

function toOwn({ rating, text, state, refusal, createdAt }: Review): OwnReview {
  return {
    rating,
    text,
    state,
    refusal: refusal ?? null,
    writtenOn: formatDay(parisDayOf(createdAt)),
  };
}
