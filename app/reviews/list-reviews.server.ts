import { Types } from "mongoose";
import { ReviewModel, type Review } from "@models/review";
import { UserModel, type User } from "@models/user";
import { formatDay, parisDayOf } from "~/platform/days";

/** How many reviews a page of a venue's shows. */
const PER_PAGE = 20;
/** How many stand on the venue's own page. */
const ON_VENUE_PAGE = 6;

/** A published review, as everybody may read it. */
export interface PublishedReview {
  id: string;
  rating: number;
  text: string;
  author: string;
  avatarId: string | null;
  /** DD/MM/YYYY. */
  stayOn: string;
  publishedOn: string;
}

/** The latest reviews of a venue, for its page. */
export async function latestReviews(venueId: string): Promise<PublishedReview[]> {
  return await readReviews(venueId, { skip: 0, limit: ON_VENUE_PAGE });
}

/**
 * A page of a venue's reviews, the latest first.
 *
 * @param count how many it has in all
 * @param page from 1; past the last page the last page is given
 */
export async function listReviews(
  venueId: string,
  { count, page }: { count: number; page: number },
): Promise<{ reviews: PublishedReview[]; page: number; pages: number }> {
  const pages = Math.max(1, Math.ceil(count / PER_PAGE));
  const shown = Math.min(page, pages);
  const skip = (shown - 1) * PER_PAGE;
  return { reviews: await readReviews(venueId, { skip, limit: PER_PAGE }), page: shown, pages };
}

async function readReviews(
  venueId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<PublishedReview[]> {
  const found = await ReviewModel.aggregate<{
    review: Review;
    author: Pick<User, "avatar" | "bannedAt">[];
  }>([
    { $match: { venue: new Types.ObjectId(venueId), state: "published" } },
    // Published together, several have one time: what comes first of them must be the same on each page.
    { $sort: { publishedAt: -1, _id: -1 } },
    { $skip: skip },
    { $limit: limit },
    { $project: { _id: 0, review: "$$ROOT" } },
    {
      $lookup: {
        from: UserModel.collection.name,
        localField: "review.author",
        foreignField: "_id",
        pipeline: [{ $project: { avatar: 1, bannedAt: 1 } }],
        as: "author",
      },
    },
  ]);
  return found.map(({ review, author: [author] }) => ({
    ...toPublished(review),
    // What somebody banned wrote stays; their face is not shown to the public.
    avatarId: author && !author.bannedAt ? (author.avatar?.toString() ?? null) : null,
  }));
}

function toPublished(review: Review): Omit<PublishedReview, "avatarId"> {
  const { _id, rating, text, authorName, stayDay, publishedAt, createdAt } = review;
  return {
    id: _id.toString(),
    rating,
    text,
    author: authorName,
    stayOn: formatDay(stayDay),
    publishedOn: formatDay(parisDayOf(publishedAt ?? createdAt)),
  };
}
