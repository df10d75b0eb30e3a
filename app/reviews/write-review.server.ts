import { ReservationModel, type Reservation } from "@models/reservation";
import { ReviewModel, type Review } from "@models/review";
import { UserModel } from "@models/user";
import { displayName } from "~/accounts/display-name";
import { keepAccountOpen } from "~/accounts/keep-account-open.server";
import { effectiveState } from "~/rules/reservation-states";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { isKeptInTown } from "~/venues/keep-address.server";
import type { ReviewInput } from "./forms";

interface Writing {
  reservationId: string;
  buyerId: string;
  now: Date;
}

/**
 * Keeps what a buyer says of an ended reservation, for an administrator to read. One a reservation, which
 * its index holds; pressed twice, the same words are kept. A venue that is in another town by now is not what it speaks of.
 *
 * @throws Refusal("not_found" | "review_too_early" | "review_exists" | "review_elsewhere")
 */
export async function writeReview({
  rating,
  text,
  ...writing
}: Writing & ReviewInput): Promise<Review> {
  const { now } = writing;
  const reservation = await reviewable(writing);
  try {
    return await inTransaction(async (transaction) => {
      if (!(await isKeptInTown(reservation, transaction))) throw new Refusal("review_elsewhere");
      // Else a name could be written down beside the erasure of the account that it belongs to.
      await keepAccountOpen(reservation.userId, transaction);
      const author = await UserModel.findById(reservation.userId, "name lastname entityName")
        .session(transaction)
        .lean();
      if (!author) throw new Refusal("not_found");
      const [review] = await ReviewModel.create(
        [
          {
            reservation: reservation._id,
            venue: reservation.venueId,
            author: author._id,
            authorName: displayName(author),
            stayDay: reservation.startDate,
            rating,
            text,
            createdAt: now,
          },
        ],
        { session: transaction },
      );
      return review!.toObject();
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const same = { reservation: reservation._id, author: reservation.userId, rating, text };
    const kept = await ReviewModel.findOne({ ...same, state: "pending" }).lean();
    if (!kept) throw new Refusal("review_exists", { cause: error });
    return kept;
  }
}

/**
 * A buyer's own reservation, if it is over.
 *
 * @throws Refusal("not_found" | "review_too_early")
 */
export async function reviewable({ reservationId, buyerId, now }: Writing): Promise<Reservation> {
  // By its id alone: beside another field the embedded engine would look through those of others.
  const reservation = await ReservationModel.findById(reservationId).lean();
  if (reservation?.userId.toString() !== buyerId) throw new Refusal("not_found");
  const state = effectiveState(reservation, now, todayInParis(now));
  if (state === "ended") return reservation;
  throw new Refusal(state === "confirmed" ? "review_too_early" : "not_found");
}
