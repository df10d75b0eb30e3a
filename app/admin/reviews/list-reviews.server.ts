import { trusted, type QueryFilter } from "mongoose";
import type { ReviewState } from "@models/enumerations";
import { ReviewModel, type Review } from "@models/review";
import { VenueModel } from "@models/venue";
import { formatDay, formatInstant } from "~/platform/days";
import { venueName } from "~/rules/venue-name";
import {
  cursorPage,
  eachRow,
  eachShown,
  mapPage,
  within,
  type CursorPage,
} from "../lists/cursor-page.server";
import { containing } from "../lists/search.server";
import { REVIEW_FILTERS, REVIEW_STATE_LABELS, STATE_OF, type ReviewFilter } from "./review-states";
import { defineList } from "../lists/define-list.server";
import { choice, day, search } from "../lists/filters";
import type { Ordered } from "../lists/orders";

/** Empty: not filtered by it. */
export interface ReviewFilters extends Ordered {
  /** A part of the text. */
  q: string;
  etat: ReviewFilter | "";
  /** The day of Paris on which it was written. */
  date: string;
}

/** A review in the list. */
export interface ReviewRow {
  id: string;
  author: string;
  venue: string;
  rating: number;
  text: string;
  state: ReviewState;
  /** DD/MM/YYYY. */
  stayOn: string;
  /** '21/11/2026 à 11 h 05' */
  createdAt: string;
}

const FIELDS = "venue authorName stayDay rating text state createdAt";

/** What buyers wrote, newest first. */
export async function listReviews(
  filters: ReviewFilters,
  cursor: string,
): Promise<CursorPage<ReviewRow>> {
  const page = await cursorPage<Review>(ReviewModel, {
    filter: reviewsFilter(filters),
    order: filters.tri,
    fields: FIELDS,
    cursor,
  });
  const names = await venueNamesOf(page.rows);
  return mapPage(page, (review) => ({
    id: review._id.toString(),
    author: review.authorName,
    venue: names.get(review.venue.toString()) ?? "Lieu inconnu",
    rating: review.rating,
    text: review.text,
    state: review.state,
    stayOn: formatDay(review.stayDay),
    createdAt: formatInstant(review.createdAt),
  }));
}

/** All of them, for a CSV. */
async function* everyReview(filters: ReviewFilters) {
  const rows = eachRow<Review>(ReviewModel, {
    filter: reviewsFilter(filters),
    order: filters.tri,
    fields: `${FIELDS} publishedAt refusal`,
  });
  yield* eachShown(rows, async (some) => {
    const names = await venueNamesOf(some);
    return some.map((review) => ({ ...review, place: names.get(review.venue.toString()) }));
  });
}

/** The list of reviews, and its file. */
export const reviewList = defineList({
  path: "/admin/avis",
  title: "Avis",
  noun: ["avis", "avis"],
  empty: "Aucun avis trouvé...",
  filters: {
    q: search("Texte"),
    date: day("Écrit le"),
    etat: choice("État", REVIEW_FILTERS, (state) => REVIEW_STATE_LABELS[STATE_OF[state]]),
  },
  read: listReviews,
  csv: {
    name: "avis",
    columns: {
      "Écrit le": ({ createdAt }) => formatInstant(createdAt),
      Lieu: ({ place }) => place,
      "Réservation du": ({ stayDay }) => formatDay(stayDay),
      Auteur: ({ authorName }) => authorName,
      Note: ({ rating }) => rating,
      Avis: ({ text }) => text,
      État: ({ state }) => REVIEW_STATE_LABELS[state],
      "Publié le": ({ publishedAt }) => publishedAt && formatInstant(publishedAt),
      Motif: ({ refusal }) => refusal,
    },
    rows: everyReview,
  },
});

/** The reviews' venues as `venueName` names them, by their ids. */
export async function venueNamesOf(
  reviews: readonly Pick<Review, "venue">[],
): Promise<ReadonlyMap<string, string>> {
  const venues = await VenueModel.find(
    { _id: trusted({ $in: reviews.map(({ venue }) => venue) }) },
    "title city",
  ).lean();
  return new Map(venues.map((venue) => [venue._id.toString(), venueName(venue)]));
}

function reviewsFilter({ q, etat, date }: ReviewFilters): QueryFilter<Review> {
  return {
    ...(etat && { state: STATE_OF[etat] }),
    ...(date && { createdAt: within(date) }),
    ...(q && { text: containing(q) }),
  };
}
