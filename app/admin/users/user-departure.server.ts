import { UserModel } from "@models/user";
import { trusted } from "mongoose";
import { VenueModel } from "@models/venue";
import { SessionModel } from "@models/session";
import { inTheWay, toObstacle, type Obstacle } from "~/offboarding/departure-obstacles.server";
import { endedRequests, unansweredOf, type Unanswered } from "~/offboarding/unanswered.server";
import { compareDays, formatDay, parisDayOf } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { bookingsAmong } from "./cancel-coming.server";
import { comingSeen, givenBackText, paidFor } from "./coming-money";
import { keptText } from "./kept-requests";
import { measureDone } from "../measures/measures";
import { fullName } from "../words/person";
import { requestText } from "../words/privacy-words";

/** What an account would leave behind, to be said before it is shut out. */
export interface UserDeparture {
  id: string;
  name: string;
  isBanned: boolean;
  /** Since when, in milliseconds; null: it is not. */
  bannedAt: number | null;
  /** Who is kept out by more than a ban: a master's submission that waits for its answer, or was refused. */
  isHeldOut: boolean;
  /** Why, as the person was told. */
  banReason: string | null;
  /** Not of a signup that nobody proved to be theirs: what its address left besides is somebody else's, and stays. */
  isVerified: boolean;
  sessions: number;
  venues: number;
  /** With an account at Stripe, from which it pays out. */
  isPayee: boolean;
  /** Reservations to come, as buyer and as owner. */
  coming: Obstacle[];
  /** Those that are over, and whose money keeps the account: nobody can call them off. */
  awaited: Obstacle[];
  /** What was paid for them and not given back yet: '2 317,50 €'. */
  paid: string;
  /** What calling them off does with the buyers' money, in a sentence. */
  givenBack: string;
  /** What keeping them cannot keep, in a sentence; null: nothing. */
  kept: string | null;
  /** What waits for the office's answer, and would end without one: 'du 27/11/2026 (Compte banni)'. */
  appeals: { id: string; text: string }[];
  /** Without those to erase, which are fulfilled by it; none ends with a signup that nobody proved, unless it is asked for. */
  requests: { id: string; text: string }[];
  /** Both, as the form carries them: what is called off is what was shown. */
  seen: string;
}

/**
 * @param isAsked the person asks for it, and has proved to be who they are (`deleteUser`)
 * @throws Refusal("not_found") when there is no such account, or it is closed
 */
export async function userDeparture(
  userId: string,
  now: Date,
  isAsked = false,
): Promise<UserDeparture> {
  const user = await UserModel.findById(
    userId,
    "name lastname email isVerified bannedAt banReason masterStatus deletedAt accountId",
  ).lean();
  if (!user || user.deletedAt) throw new Refusal("not_found");
  const [sessions, venues, unanswered, { bought, received, awaited }] = await Promise.all([
    SessionModel.countDocuments({ userId: user._id, expiresAt: trusted({ $gt: now }) }),
    VenueModel.countDocuments({ userId: user._id, deletedAt: NOT_SET }),
    unansweredOf(user, null),
    inTheWay(userId, now),
  ]);
  const coming = bookingsAmong([...bought, ...received]).sort((a, b) =>
    compareDays(a.startDate, b.startDate),
  );
  return {
    id: userId,
    name: fullName(user),
    isBanned: user.bannedAt !== undefined,
    bannedAt: user.bannedAt?.getTime() ?? null,
    isHeldOut: user.masterStatus === "pending" || user.masterStatus === "refused",
    banReason: user.banReason ?? null,
    isVerified: user.isVerified,
    sessions,
    venues,
    isPayee: user.accountId !== undefined,
    coming: coming.map(toObstacle),
    awaited,
    paid: formatEuros(paidFor(coming)),
    givenBack: givenBackText(coming),
    kept: keptText(coming, userId),
    ...unansweredLines(unanswered, user.isVerified || isAsked),
    seen: comingSeen(coming),
  };
}

function unansweredLines(
  { appealed, requests }: Unanswered,
  isProved: boolean,
): Pick<UserDeparture, "appeals" | "requests"> {
  const ended = isProved ? endedRequests(requests) : [];
  return {
    appeals: appealed.map(({ _id, measure, appeal }) => ({
      id: _id.toString(),
      text: `du ${formatDay(parisDayOf(appeal.at))} (${measureDone(measure)})`,
    })),
    requests: ended.map((request) => ({ id: request._id.toString(), text: requestText(request) })),
  };
}
