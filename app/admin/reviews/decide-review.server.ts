import { trusted, type ClientSession, type UpdateQuery } from "mongoose";
import { enqueue } from "@jobs/queue";
import { REVIEW_STATES, type ReviewState } from "@models/enumerations";
import { readAndUpdate } from "@models/engine";
import { ReviewModel, type Review } from "@models/review";
import { VenueModel } from "@models/venue";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { REVIEWED_ELSEWHERE } from "~/rules/reason";
import { ratingOf } from "~/venues/rating";
import { isOwnMatter, mayAct, type Actor, type Alongside } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { isElsewhere } from "./moved-venues.server";
import { mailAuthor } from "./review-mails.server";
import { REVIEW_STATE_LABELS } from "./review-states";

/** What comes of a review whose hiding is taken back: it is shown, or stays hidden, for its venue is in another town by now. */
export type ReviewBack = "shown" | "elsewhere";

interface Decision {
  actor: Pick<Actor, "id" | "requestId" | "ip">;
  reviewId: string;
  /** The state that its page showed, which alone is answered to; absent: whichever it has. */
  seen?: string | undefined;
  now: Date;
}

/** What an appeal that is granted writes in the same transaction, by what comes of its review. */
type Granted = (transaction: ClientSession, back: ReviewBack) => Promise<void>;

/**
 * Shows a review to everybody, from now on; its author is told. Who may answer an appeal is said by the appeal. Not where its venue
 * is in another town by now: an appeal is granted then, and the review stays hidden.
 *
 * @throws Refusal("not_found" | "review_decided" | "review_changed" | "review_venue_moved" | "forbidden" | "own_matter")
 */
export async function publishReview({
  granted,
  ...decision
}: Decision & {
  /** Absent: by no appeal. */
  granted?: Granted;
}): Promise<void> {
  await decide(decision, "published", published(decision.now), { granted });
}

/**
 * Refuses a review; its author is told why. One that was published is taken away by a decision that its author may
 * appeal against, and by nothing else.
 *
 * @throws Refusal("not_found" | "review_decided" | "review_changed" | "forbidden" | "own_matter")
 */
export async function refuseReview({
  why,
  appeal,
  isReported,
  alongside,
  ...decision
}: Decision & {
  why: string;
  /** Where its author appeals against it; absent: it was never shown. */
  appeal?: string;
  /** Whether it is decided of what was reported; asked in its transaction. */
  isReported?: (transaction: ClientSession) => Promise<boolean>;
  /** Written in the same transaction. */
  alongside?: Alongside;
}): Promise<void> {
  await decide(decision, "refused", refused(why), { why, appeal, isReported, alongside });
}

const refused = (why: string) => ({
  $set: { state: "refused" as const, refusal: why },
  $unset: { publishedAt: 1 as const },
});
const published = (now: Date) => ({
  $set: { state: "published" as const, publishedAt: now },
  $unset: { refusal: 1 as const },
});

type WithItsAuthor = Pick<Decision, "actor" | "reviewId" | "now"> & { why: string };

/**
 * Takes a review away with its author's ban, in the ban's transaction: it is decided of as reported, by the same words, and the
 * ban's letter tells of it.
 *
 * @returns whose page it leaves; null: nobody saw it any more
 */
export async function hideWithAuthor(
  { why, ...by }: WithItsAuthor,
  transaction: ClientSession,
): Promise<Review["venue"] | null> {
  const shown = { _id: by.reviewId, state: trusted({ $ne: "refused" as const }) };
  const former = await readAndUpdate(ReviewModel, shown, refused(why), { session: transaction });
  if (!former) return null;
  await countRating(former, "refused", transaction);
  await recordAnswer({ ...by, why, former, answer: "refused" }, transaction);
  return former.venue;
}

/**
 * Shows it again where an appeal lifts that ban, unless it was refused anew or its venue is in another town by now.
 *
 * @returns what comes of it, and whose page it concerns; null: it was refused anew
 */
export async function showWithAuthor(
  { why, ...by }: WithItsAuthor,
  transaction: ClientSession,
): Promise<{ back: ReviewBack; venue: Review["venue"] } | null> {
  const back = (await isElsewhere(by.reviewId, transaction)) ? "elsewhere" : "shown";
  const hidden = { _id: by.reviewId, state: "refused" as const, refusal: why };
  const update = back === "shown" ? published(by.now) : refused(REVIEWED_ELSEWHERE);
  const former = await readAndUpdate(ReviewModel, hidden, update, { session: transaction });
  if (!former) return null;
  if (back === "shown") {
    await countRating(former, "published", transaction);
    await recordAnswer({ ...by, former, answer: "published" }, transaction);
  }
  return { back, venue: former.venue };
}

async function recordAnswer(
  {
    actor,
    reviewId,
    why,
    now,
    former,
    answer,
  }: Pick<Decision, "actor" | "reviewId" | "now"> & {
    why?: string | undefined;
    former: Review;
    answer: Exclude<ReviewState, "pending">;
  },
  transaction: ClientSession,
): Promise<void> {
  await recordAct(
    {
      actor,
      act: answer === "published" ? "review.publish" : "review.refuse",
      target: reviewId,
      ...(why !== undefined && { why }),
      before: REVIEW_STATE_LABELS[former.state],
      after: REVIEW_STATE_LABELS[answer],
      at: now,
    },
    transaction,
  );
}

async function decide(
  { actor, reviewId, seen, now }: Decision,
  answer: Exclude<ReviewState, "pending">,
  update: UpdateQuery<Review>,
  {
    why,
    appeal,
    isReported,
    alongside,
    granted,
  }: Partial<Parameters<typeof refuseReview>[0]> & { granted?: Granted | undefined },
): Promise<void> {
  const venue = await inTransaction(async (transaction) => {
    if (answer === "published" && (await isElsewhere(reviewId, transaction))) {
      if (!granted) throw new Refusal("review_venue_moved");
      await keepHidden(reviewId, transaction);
      await granted(transaction, "elsewhere");
      return null;
    }
    const isUnseen = answer === "refused" && appeal === undefined;
    const from = REVIEW_STATES.filter((one) => (isUnseen ? one === "pending" : one !== answer));
    const former = await answerOnce({ reviewId, answer, seen, from }, update, transaction);
    await countRating(former, answer, transaction);
    await recordAnswer({ actor, reviewId, why, now, former, answer }, transaction);
    await mayAct(actor, "reviews.decide", transaction);
    // An appeal has a rule of its own about who reads it.
    if (!granted && (await isOwnReview(actor, former, answer, transaction))) {
      throw new Refusal("own_matter");
    }
    const wasReported = (await isReported?.(transaction)) ?? false;
    await mailAuthor(former, { why, appeal, isReported: wasReported, now }, transaction);
    await alongside?.(transaction);
    await granted?.(transaction, "shown");
    return former.venue.toString();
  });
  if (venue !== null) await bumpContentVersion({ venues: [venue] });
  await enqueue("send-mails");
}

/** A review that was refused is hidden for where its venue is from now on, and by no decision: its author reads so. */
async function keepHidden(reviewId: string, transaction: ClientSession): Promise<void> {
  const hidden = { _id: reviewId, state: "refused" as const };
  await ReviewModel.updateOne(hidden, refused(REVIEWED_ELSEWHERE)).session(transaction);
}

/**
 * Whether an answer to a review is somebody else's to give: nobody shows what they wrote, nor what is written of a venue of
 * theirs, nor keeps or takes the latter away. What they wrote themself they may refuse.
 *
 * @param transaction null: a page asks before it offers the answer
 */
export async function isOwnReview(
  actor: Pick<Actor, "id">,
  { author, venue }: Pick<Review, "author" | "venue">,
  answer: Exclude<ReviewState, "pending">,
  transaction: ClientSession | null,
): Promise<boolean> {
  const rated = await VenueModel.findById(venue, "userId").session(transaction).lean();
  const people = [rated?.userId, ...(answer === "published" ? [author] : [])];
  const own = people.find((id) => id?.toString() === actor.id)?.toString();
  return await isOwnMatter(actor, own, "reviews.decide", transaction);
}

/** Of several same answers one counts, and none to what nobody has read. @returns the review as it was */
async function answerOnce(
  {
    reviewId,
    answer,
    seen,
    from,
  }: Pick<Decision, "reviewId" | "seen"> & { answer: ReviewState; from: readonly ReviewState[] },
  update: UpdateQuery<Review>,
  transaction: ClientSession,
): Promise<Review> {
  const former = await readAndUpdate(
    ReviewModel,
    { _id: reviewId, state: trusted({ $in: from.filter((one) => one === (seen ?? one)) }) },
    update,
    { session: transaction },
  );
  if (former) return former;
  const known = await ReviewModel.findById(reviewId, "state").session(transaction).lean();
  if (!known) throw new Refusal("not_found");
  const isOther = seen !== undefined && known.state !== seen && known.state !== answer;
  throw new Refusal(isOther ? "review_changed" : "review_decided");
}

/** The venue's stars count the published reviews, in the transaction that publishes or takes away. */
async function countRating(
  { venue, rating, state }: Review,
  answer: ReviewState,
  transaction: ClientSession,
): Promise<void> {
  const change = Number(answer === "published") - Number(state === "published");
  if (change === 0) return;
  const reviewed = await VenueModel.findById(venue, "rating").session(transaction).lean();
  const { count = 0, sum = 0 } = reviewed?.rating ?? {};
  const now = ratingOf(count + change, sum + change * rating);
  // Of two transactions that read the same one conflicts with the other and starts again.
  await VenueModel.updateOne(
    { _id: venue },
    now ? { $set: { rating: now } } : { $unset: { rating: 1 } },
  ).session(transaction);
}
