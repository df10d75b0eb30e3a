import { z } from "zod";
import { REVIEW_STATES } from "@models/enumerations";
import { ReviewModel, type Review } from "@models/review";
import { cursorPage } from "../lists/cursor-page.server";
import { STATE_OF, type ReviewFilter } from "./review-states";

/** A review as administrators have it from the /api paths. */
export const reviewShape = z.object({
  _id: z.string(),
  reservationId: z.string(),
  venueId: z.string(),
  authorId: z.string(),
  authorName: z.string(),
  stayDay: z.string().date(),
  rating: z.number(),
  text: z.string(),
  state: z.enum(REVIEW_STATES).describe("`pending` until an administrator has decided on it."),
  refusal: z.string().optional(),
  createdAt: z.string().datetime(),
  publishedAt: z.string().datetime().optional(),
});
type ReviewJson = z.infer<typeof reviewShape>;

/** One page of reviews, newest first. */
export async function apiReviews(
  etat: ReviewFilter | "",
  cursor: string,
): Promise<{ reviews: ReviewJson[]; next: string }> {
  const { rows, next } = await cursorPage<Review>(ReviewModel, {
    filter: etat ? { state: STATE_OF[etat] } : {},
    fields:
      "reservation venue author authorName stayDay rating text state refusal createdAt publishedAt",
    cursor,
    isCall: true,
  });
  return { reviews: rows.map(toJson), next };
}

function toJson({ _id, reservation, venue, author, createdAt, publishedAt, ...review }: Review) {
  return {
    ...review,
    _id: _id.toString(),
    reservationId: reservation.toString(),
    venueId: venue.toString(),
    authorId: author.toString(),
    createdAt: createdAt.toISOString(),
    ...(publishedAt && { publishedAt: publishedAt.toISOString() }),
  };
}
