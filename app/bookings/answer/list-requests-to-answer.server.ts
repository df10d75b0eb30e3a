import { trusted, Types } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { shortName } from "~/accounts/display-name";
import { todayInParis } from "~/platform/days";
import { listStateOf } from "../rules/reservation-states";
import { viewOf, type ReservationView } from "../reservation-view.server";

/** At most so many are shown at once; the most urgent come first. */
const MOST = 50;

export interface RequestToAnswer extends ReservationView {
  /** First name and first letter of the last name. */
  buyer: string;
  /** What the owner receives, in cents. */
  ownerShare: number;
}

/** The requests that wait for this owner's answer, the one to expire first at the top. */
export async function listRequestsToAnswer(ownerId: string, now: Date): Promise<RequestToAnswer[]> {
  const stored = await ReservationModel.find({
    ownerId: new Types.ObjectId(ownerId),
    status: trusted({ $in: ["pending", "capturing"] }),
  })
    .sort({ answerBy: 1 })
    .lean();
  const today = todayInParis(now);
  const waiting = stored.filter((one) => listStateOf(one, now, today) === "pending");
  return await forOwner(waiting.slice(0, MOST), now);
}

/** Shapes reservations for their owner, with the little of the buyer that owners see. */
export async function forOwner(
  reservations: readonly Reservation[],
  now: Date,
): Promise<RequestToAnswer[]> {
  const buyers = await UserModel.find(
    { _id: trusted({ $in: reservations.map(({ userId }) => userId) }) },
    { name: 1, lastname: 1 },
  ).lean();
  const names = new Map(buyers.map((buyer) => [buyer._id.toString(), shortName(buyer)]));
  return reservations.map((reservation) => ({
    ...viewOf(reservation, now),
    buyer: names.get(reservation.userId.toString()) ?? "Compte supprimé",
    ownerShare: reservation.ownerShare,
  }));
}
