import { ReservationModel } from "@models/reservation";
import { ReviewModel, type Review } from "@models/review";
import { formatDay, formatInstant } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { moderationHistory, type ModerationLine } from "../measures/moderation-history.server";
import { titlesOf } from "./list-reviews.server";

/** A review as the back-office shows it. */
export interface ReviewRecord extends Pick<Review, "rating" | "text" | "state"> {
  id: string;
  author: { id: string; name: string };
  organisation: string | null;
  venue: { id: string; title: string };
  /** What it is quoted by; null: there is none any more. */
  reservation: { id: string; reference: string } | null;
  stayOn: string;
  createdAt: string;
  publishedAt: string | null;
  refusal: string | null;
  moderation: ModerationLine[];
}

/** One that can be refused. @throws Refusal("not_found" | "review_decided") */
export async function refusableReview(id: string): Promise<ReviewRecord> {
  const review = await reviewRecord(id);
  if (review.state === "refused") throw new Refusal("review_decided");
  return review;
}

/** @throws Refusal("not_found") */
export async function reviewRecord(id: string): Promise<ReviewRecord> {
  const review = await ReviewModel.findById(id).lean();
  if (!review) throw new Refusal("not_found");
  const [titles, reservation, moderation] = await Promise.all([
    titlesOf([review]),
    ReservationModel.findById(review.reservation, "reference").lean(),
    moderationHistory(id),
  ]);
  const venueId = review.venue.toString();
  return {
    id,
    rating: review.rating,
    text: review.text,
    state: review.state,
    author: { id: review.author.toString(), name: review.authorName },
    organisation: review.authorEntity ?? null,
    venue: { id: venueId, title: titles.get(venueId) ?? "Lieu inconnu" },
    reservation: reservation && {
      id: reservation._id.toString(),
      reference: reservation.reference,
    },
    stayOn: formatDay(review.stayDay),
    createdAt: formatInstant(review.createdAt),
    publishedAt: review.publishedAt ? formatInstant(review.publishedAt) : null,
    refusal: review.refusal ?? null,
    moderation,
  };
}
