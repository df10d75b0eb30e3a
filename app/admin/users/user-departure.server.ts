import type { Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { trusted } from "mongoose";
import { VenueModel } from "@models/venue";
import { SessionModel } from "@models/session";
import { toObstacle, type Obstacle } from "~/offboarding/departure-obstacles.server";
import { paidInAll, refundedInAll } from "~/rules/paid-parts";
import { formatEuros } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { comingReservations } from "./cancel-coming.server";
import { fullName } from "../words/person";

/** What an account would leave behind, to be said before it is shut out. */
export interface UserDeparture {
  id: string;
  name: string;
  isBanned: boolean;
  sessions: number;
  venues: number;
  /** Reservations to come, as buyer and as owner. */
  coming: Obstacle[];
  /** What was paid for them and not given back yet: '2 317,50 €'. */
  paid: string;
}

/** @throws Refusal("not_found") when there is no such account, or it is closed */
export async function userDeparture(userId: string, now: Date): Promise<UserDeparture> {
  const user = await UserModel.findById(userId, "name lastname bannedAt deletedAt").lean();
  if (!user || user.deletedAt) throw new Refusal("not_found");
  const [sessions, venues, coming] = await Promise.all([
    SessionModel.countDocuments({ userId: user._id, expiresAt: trusted({ $gt: now }) }),
    VenueModel.countDocuments({ userId: user._id, deletedAt: trusted({ $exists: false }) }),
    comingReservations(userId, now),
  ]);
  return {
    id: userId,
    name: fullName(user),
    isBanned: user.bannedAt !== undefined,
    sessions,
    venues,
    coming: coming.map(toObstacle),
    paid: paidFor(coming),
  };
}

/** What was paid for some reservations and not given back yet: '2 317,50 €'. */
export function paidFor(reservations: readonly Reservation[]): string {
  const paid = reservations
    .filter(({ paidAt }) => paidAt)
    .reduce((sum, one) => sum + paidInAll(one) - refundedInAll(one), 0);
  return formatEuros(paid);
}
