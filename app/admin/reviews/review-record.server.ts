import { ReservationModel } from "@models/reservation";
import { ReviewModel, type Review } from "@models/review";
import { formatDay, formatInstant } from "~/platform/days";
import { Refusal, refusalMessage } from "~/platform/refusal";
import type { Actor } from "../audit/actor.server";
import { moderationHistory, type ModerationLine } from "../measures/moderation-history.server";
import { isOwnReview } from "./decide-review.server";
import { elsewhereAmong } from "./moved-venues.server";
import { venueNamesOf } from "./list-reviews.server";

/** A review as the back-office shows it. */
export interface ReviewRecord extends Pick<Review, "rating" | "text" | "state"> {
  id: string;
  author: { id: string; name: string };
  /** With its town (`venueName`). */
  venue: { id: string; name: string };
  /** What it is quoted by; null: there is none any more. */
  reservation: { id: string; reference: string } | null;
  stayOn: string;
  createdAt: string;
  publishedAt: string | null;
  refusal: string | null;
  /** What else may be answered to it by whoever looks, if their role allows it. */
  answers: Exclude<Review["state"], "pending">[];
  /** Why it cannot be published by anybody; null: it is, or can be. */
  hindrance: string | null;
  moderation: ModerationLine[];
}

/** One that can be refused by whoever looks. @throws Refusal("not_found" | "review_decided" | "own_matter") */
export async function refusableReview(id: string, by: Pick<Actor, "id">): Promise<ReviewRecord> {
  const review = await reviewRecord(id, by);
  if (review.state === "refused") throw new Refusal("review_decided");
  if (!review.answers.includes("refused")) throw new Refusal("own_matter");
  return review;
}

/** @throws Refusal("not_found") */
export async function reviewRecord(id: string, by: Pick<Actor, "id">): Promise<ReviewRecord> {
  const review = await ReviewModel.findById(id).lean();
  if (!review) throw new Refusal("not_found");
  const [names, reservation, moderation, elsewhere] = await Promise.all([
    venueNamesOf([review]),
    ReservationModel.findById(review.reservation, "reference").lean(),
    moderationHistory(id),
    elsewhereAmong([review]),
  ]);
  const isHindered = review.state !== "published" && elsewhere.has(id);
  const answers = await answersOf(review, by);
  const venueId = review.venue.toString();
  return {
    id,
    rating: review.rating,
    text: review.text,
    state: review.state,
    author: { id: review.author.toString(), name: review.authorName },
    venue: { id: venueId, name: names.get(venueId) ?? "Lieu inconnu" },
    reservation: reservation && {
      id: reservation._id.toString(),
      reference: reservation.reference,
    },
    stayOn: formatDay(review.stayDay),
    createdAt: formatInstant(review.createdAt),
    publishedAt: review.publishedAt ? formatInstant(review.publishedAt) : null,
    refusal: review.refusal ?? null,
    answers: isHindered ? answers.filter((one) => one !== "published") : answers,
    hindrance: isHindered ? refusalMessage("review_venue_moved") : null,
    moderation,
  };
}

async function answersOf(review: Review, by: Pick<Actor, "id">): Promise<ReviewRecord["answers"]> {
  const other = (["published", "refused"] as const).filter((one) => one !== review.state);
  const own = await Promise.all(other.map((answer) => isOwnReview(by, review, answer, null)));
  return other.filter((_, place) => !own[place]);
}
