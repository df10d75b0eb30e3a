import { trusted } from "mongoose";
import type { ReviewState } from "@models/enumerations";
import { ModerationDecisionModel } from "@models/moderation-decision";
import type { Reservation } from "@models/reservation";
import { ReviewModel, type Review } from "@models/review";
import { VenueModel } from "@models/venue";
import type { ReservationView } from "~/bookings/record/reservation-view.server";
import { reviewStep, type ReviewStep } from "~/bookings/record/review-step";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { REVIEWED_ELSEWHERE } from "~/rules/reason";
import { bookedVenueName } from "~/rules/venue-name";
import { formatDay, parisDayOf } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { isReviewedElsewhere } from "~/venues/address-change";
import { reviewable } from "./write-review.server";

/** What a buyer wrote, and what became of it. */
export interface OwnReview {
  rating: number;
  text: string;
  state: ReviewState;
  /** Why it was refused. */
  refusal: string | null;
  /** The decision that hid it after it was published, whose page says whether it can be appealed against still. */
  decisionId: string | null;
  /** DD/MM/YYYY. */
  writtenOn: string;
}

/** A buyer's page for the review of a reservation. */
export interface ReviewPage {
  /** 'Salle des Tilleuls (Rouen)' */
  venue: string;
  /** 'du 11/06/2027 au 13/06/2027' */
  periodText: string;
  /** Null: still to be written. */
  review: OwnReview | null;
}

/** @throws Refusal("not_found" | "review_too_early"), and "review_elsewhere" as `writeReview`, where none is written yet */
export async function reviewPage(request: {
  reservationId: string;
  buyerId: string;
  now: Date;
}): Promise<ReviewPage> {
  const reservation = await reviewable(request);
  const review = await ReviewModel.findOne({ reservation: reservation._id }).lean();
  if (!review) await requireSameTown(reservation);
  return {
    venue: bookedVenueName(reservation),
    periodText: formatPeriod(periodOf(reservation)),
    review: review && toOwn(review, await hiddenBy(review)),
  };
}

async function requireSameTown(reservation: Reservation): Promise<void> {
  const venue = await VenueModel.findById(reservation.venueId, "city").lean();
  if (venue && isReviewedElsewhere(reservation, venue)) throw new Refusal("review_elsewhere");
}

/** What a buyer may do about the reviews of reservations that are over, by their ids; nothing about those left out. */
export async function reviewSteps(
  over: readonly Pick<ReservationView, "id" | "venueId" | "venueCity">[],
): Promise<Record<string, ReviewStep>> {
  if (over.length === 0) return {};
  const among = (ids: readonly string[]) => trusted({ $in: [...new Set(ids)] });
  const [reviews, venues] = await Promise.all([
    ReviewModel.find({ reservation: among(over.map(({ id }) => id)) }, "reservation").lean(),
    VenueModel.find({ _id: among(over.map(({ venueId }) => venueId)) }, "city").lean(),
  ]);
  const reviewed = new Set(reviews.map(({ reservation }) => reservation.toString()));
  const places = new Map(venues.map((venue) => [venue._id.toString(), venue]));
  return Object.fromEntries(
    over.flatMap((one) => {
      const step = reviewStep(one, places.get(one.venueId), reviewed.has(one.id));
      return step ? [[one.id, step] as const] : [];
    }),
  );
}

/** One that was never shown is refused without a decision; one that stays hidden for its venue's town is by none any more. */
async function hiddenBy({ _id, author, state, refusal }: Review): Promise<string | null> {
  if (state !== "refused" || refusal === REVIEWED_ELSEWHERE) return null;
  const hiding = { target: _id, person: author, measure: "masquer" as const };
  const decision = await ModerationDecisionModel.findOne(hiding, "_id").sort({ at: -1 }).lean();
  return decision?._id.toString() ?? null;
}

function toOwn(
  { rating, text, state, refusal, createdAt }: Review,
  decisionId: string | null,
): OwnReview {
  return {
    rating,
    text,
    state,
    refusal: refusal ?? null,
    decisionId,
    writtenOn: formatDay(parisDayOf(createdAt)),
  };
}
