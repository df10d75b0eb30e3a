/** What people do with their places on waiting lists: take what is held for them, or give a place up. */
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { WishModel, type Wish } from "@models/wish";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { orClosed, requireBookableVenue } from "~/venues/bookable-venue.server";
import { effectiveState } from "~/rules/reservation-states";
import { ANY_ADDRESS, readAnswerToken } from "../mail/answer-link.server";
import { openingRefusal } from "../record/payment-record.server";
import { endHold } from "../reserve/end-hold.server";
import { sayYes } from "../reserve/say-yes.server";

const DECLINED = {
  event: "abandon",
  by: "buyer",
  why: "Dates de la liste d’attente refusées",
  wish: "withdrawn",
} as const;

const OVER: readonly ReservationState[] = ["dead", "cancelling", "cancelled"];

/** A wish that was offered, with the hold that keeps its days. */
export interface OfferedWish {
  wish: Wish;
  hold: Reservation;
}

/**
 * What a link's holder was offered, for them alone.
 *
 * @throws Refusal("not_found") when the link is forged or the stay would have begun, Refusal("offer_not_yours")
 */
export async function offerByLink(token: string, userId: string, now: Date): Promise<OfferedWish> {
  const read = readAnswerToken(token, now, ANY_ADDRESS, "offer-link");
  const wish = read && (await WishModel.findById(read.reservationId).lean());
  const hold = wish?.reservation && (await ReservationModel.findById(wish.reservation).lean());
  if (!hold) throw new Refusal("not_found");
  if (wish.user.toString() !== userId) throw new Refusal("offer_not_yours");
  return { wish, hold };
}

/** Whether days are still held for somebody who has not said yes. */
export function isOpenOffer(hold: Reservation, now: Date): boolean {
  return hold.offer !== undefined && effectiveState(hold, now, todayInParis(now)) === "hold";
}

/**
 * Takes what is held: it is a request like any other from now on, to be paid in the time that is left. Taken by a press
 * before this one it is that request, paid by now or not.
 *
 * @returns the hold
 * @throws Refusal("offer_over" | "own_venue" | "venue_closed")
 */
export async function takeOffer({ wish, hold }: OfferedWish, now: Date): Promise<Reservation> {
  await orClosed(requireBookableVenue(hold.venueId.toString(), hold.userId.toString()));
  if (isOpenOffer(hold, now) && (await sayYes(hold, now))) return hold;
  const taken = await takenHold(wish, now);
  if (!taken) throw new Refusal("offer_over");
  return taken;
}

/** What somebody took of what they wished for; null when they did not, or it came to nothing or was called off since. */
async function takenHold({ _id }: Wish, now: Date): Promise<Reservation | null> {
  const wish = await WishModel.findById(_id).lean();
  if (wish?.state !== "taken") return null;
  const hold = await ReservationModel.findById(wish.reservation).lean();
  const isOver = hold && OVER.includes(effectiveState(hold, now, todayInParis(now)));
  return isOver ? null : hold;
}

/**
 * Gives up one's place on a list, and with it the days that are held. Given up before, in another window or by a second
 * press, it stays so.
 *
 * @throws Refusal("not_found") for a wish that is not this person's, Refusal("offer_over") when it is over
 * already, Refusal("payment_opening")
 */
export async function withdrawWish(wishId: string, userId: string, now: Date): Promise<void> {
  const wish = await WishModel.findById(wishId).lean();
  if (wish?.user.toString() !== userId) throw new Refusal("not_found");
  const { _id, state } = wish;
  if (state === "withdrawn") return;
  if (state !== "waiting" && state !== "offered") throw new Refusal("offer_over");
  if (state === "offered") {
    await giveUp(wish, now);
    return;
  }
  const { matchedCount } = await WishModel.updateOne(
    { _id, state },
    { $set: { state: "withdrawn" }, $unset: { guards: 1 } },
  );
  // Offered at this very moment: then that is what is given up.
  if (matchedCount === 0) await withdrawWish(wishId, userId, now);
}

async function giveUp({ reservation }: Wish, now: Date): Promise<void> {
  const hold = await ReservationModel.findById(reservation).lean();
  if (!hold || !isOpenOffer(hold, now)) throw new Refusal("offer_over");
  const outcome = await endHold(hold, DECLINED, now);
  if (outcome === "opening") throw openingRefusal(hold, now);
  if (outcome !== "freed") throw new Refusal("offer_over");
}
