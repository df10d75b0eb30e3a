import type { Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { trusted } from "mongoose";
import { VenueModel } from "@models/venue";
import { SessionModel } from "@models/session";
import { inTheWay, toObstacle, type Obstacle } from "~/offboarding/departure-obstacles.server";
import { paidInAll, refundedInAll } from "~/rules/paid-parts";
import { formatEuros, type Cents } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { compareDays } from "~/platform/days";
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
  /** Those that are over, and whose money keeps the account: nobody can call them off. */
  awaited: Obstacle[];
  /** What was paid for them and not given back yet: '2 317,50 €'. */
  paid: string;
  /** What calling them off does with the buyers' money, in a sentence. */
  givenBack: string;
}

/** @throws Refusal("not_found") when there is no such account, or it is closed */
export async function userDeparture(userId: string, now: Date): Promise<UserDeparture> {
  const user = await UserModel.findById(userId, "name lastname bannedAt deletedAt").lean();
  if (!user || user.deletedAt) throw new Refusal("not_found");
  const [sessions, venues, { bought, received, awaited }] = await Promise.all([
    SessionModel.countDocuments({ userId: user._id, expiresAt: trusted({ $gt: now }) }),
    VenueModel.countDocuments({ userId: user._id, deletedAt: trusted({ $exists: false }) }),
    inTheWay(userId, now),
  ]);
  const coming = [...bought, ...received].sort((a, b) => compareDays(a.startDate, b.startDate));
  return {
    id: userId,
    name: fullName(user),
    isBanned: user.bannedAt !== undefined,
    sessions,
    venues,
    coming: coming.map(toObstacle),
    awaited,
    paid: formatEuros(paidFor(coming)),
    givenBack: givenBackText(coming),
  };
}

/** What was paid for some reservations and not given back yet. */
function paidFor(reservations: readonly Reservation[]): Cents {
  return reservations
    .filter(({ paidAt }) => paidAt)
    .reduce((sum, one) => sum + paidInAll(one) - refundedInAll(one), 0);
}

/** What their banks hold for requests that no owner has answered yet, and nobody has taken. */
function heldFor(reservations: readonly Reservation[]): Cents {
  return reservations
    .filter(({ status, paidAt }) => status === "pending" && !paidAt)
    .reduce((sum, { total }) => sum + total, 0);
}

/** What calling some reservations off does with the buyers' money, in a sentence. */
export function givenBackText(reservations: readonly Reservation[]): string {
  const [paid, held] = [paidFor(reservations), heldFor(reservations)];
  const parts = [
    ...(paid > 0 ? [`${formatEuros(paid)} sont rendus aux acheteurs`] : []),
    ...(held > 0 ? [`${formatEuros(held)} réservés sur des cartes sont libérés`] : []),
  ];
  return `${parts.join(" et ") || "Rien n’a été débité\u00a0: rien n’est à rendre"}.`;
}
