import { enqueue } from "@jobs/queue";
import { UserModel, type User } from "@models/user";
import type { ClientSession } from "mongoose";
import type { Reservation } from "@models/reservation";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { toObstacle } from "~/offboarding/departure-obstacles.server";
import { endAccessTo } from "~/platform/api-token.server";
import { formatInstant, parisMidnight } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { mailUntold } from "~/payments/restriction-mail.server";
import { refreshListing } from "~/venues/refresh-listing.server";
import { confirmActor, mayActOn, mayShutOut } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import {
  asSeen,
  comingReservations,
  NOTHING_CALLED_OFF,
  type CalledOff,
} from "./cancel-coming.server";
import { callOffDecided, decideCallingOff, forgetCallingOff } from "./calling-off.server";
import type { Decision } from "./decision.server";
import type { ComingChoice } from "./forms";
import { isUnanswerable } from "./kept-requests";
import { mailBanned, mailUnbanned, type RequestReceived } from "./shut-out-mails.server";

/**
 * Bans an account: nobody can log in to it, its sessions end, its venues leave the site, the person is told
 * why. Reservations to come are called off after that, one by one, or stand; what this process does not get to, a job does. So does
 * another have Stripe pay out nothing more of what is on the account (`holdPayouts`).
 *
 * @returns what became of the reservations to come
 * @throws Refusal("password_required" | "wrong_password" | "too_many" | "not_found" | "own_account" | "forbidden" |
 *   "role_required" | "already_banned" | "ban_unverified" | "coming_changed" | "unavailable")
 */
export async function banUser({
  coming,
  seen,
  appeal,
  isReported,
  hide,
  ...decision
}: Decision & {
  coming: ComingChoice;
  /** What the page said of the reservations to come (`comingSeen`), to be called off as such. */
  seen?: string;
  /** Where the person appeals against it. */
  appeal: string;
  /** Whether it is decided of what was reported. */
  isReported: boolean;
  /** Hides what was reported of it, in the same transaction. @returns the title of the venue whose page it leaves; null: of none */
  hide?: (transaction: ClientSession) => Promise<string | null>;
}): Promise<CalledOff> {
  const { actor, userId, why, password, now, alongside } = decision;
  await confirmActor(actor, password, now);
  const known = coming === "cancel" ? asSeen(await comingReservations(userId, now), seen) : [];
  const decided = await inTransaction(async (transaction) => {
    const user = await openAccount(userId, transaction);
    if (user.bannedAt) throw new Refusal("already_banned");
    // It would shut the address out, and whose that is nobody knows.
    if (!user.isVerified) throw new Refusal("ban_unverified");
    await recordAct(
      { actor, act: "user.ban", target: userId, why, before: "actif", after: "banni", at: now },
      transaction,
    );
    await mayShutOut(actor, user, "people.ban", transaction);
    await UserModel.updateOne(
      { _id: user._id },
      { $set: { bannedAt: now, banReason: why }, $unset: { reset: 1 } },
    ).session(transaction);
    await endAccessTo(user._id, transaction);
    await refreshListing(userId, transaction);
    // What is not paid yet ends by itself, what is paid of it from now on goes back (`settleHold`), and owners do not see it.
    const standing = (await comingReservations(userId, now, transaction)).filter(
      ({ status }) => status !== "hold",
    );
    const isLost = (one: Reservation) => coming === "keep" && isUnanswerable(one, userId);
    const reservations = standing.filter((one) => !isLost(one)).map(toObstacle);
    const requests = standing.filter(isLost).map(toRequest);
    const hidden = (await hide?.(transaction)) ?? null;
    const told = { why, appeal, isReported, hidden, coming, reservations, requests };
    await mailBanned(user, told, now, transaction);
    await alongside?.(transaction);
    if (coming === "keep") return null;
    return await decideCallingOff({ of: `user:${userId}`, actor, why, known, now }, transaction);
  });
  await tellOthers(userId);
  return decided ? await callOffDecided(decided, now) : NOTHING_CALLED_OFF;
}

/**
 * Takes a ban back: the person may log in again, venues that can be rented are found again, and Stripe pays out again.
 *
 * @param decision.bannedAt the one ban to take back, in its transaction; absent: whichever is in force
 * @throws Refusal("password_required" | "wrong_password" | "too_many" | "not_found" | "not_banned" | "ban_changed" | "forbidden" |
 *   "role_required" | "unavailable")
 */
export async function unbanUser(
  decision: Decision & { bannedAt?: Date | undefined },
): Promise<void> {
  const { actor, userId, why, password, bannedAt, now, alongside } = decision;
  await confirmActor(actor, password, now);
  await inTransaction(async (transaction) => {
    const user = await openAccount(userId, transaction);
    if (!user.bannedAt) throw new Refusal("not_banned");
    const isThat = user.bannedAt.getTime() === (bannedAt ?? user.bannedAt).getTime();
    if (!isThat) throw new Refusal("ban_changed");
    await recordAct(
      { actor, act: "user.unban", target: userId, why, before: "banni", after: "actif", at: now },
      transaction,
    );
    await mayActOn(actor, user, "people.ban", transaction);
    await UserModel.updateOne({ _id: user._id }, { $unset: { bannedAt: 1, banReason: 1 } }).session(
      transaction,
    );
    await forgetCallingOff(`user:${userId}`, transaction);
    await refreshListing(userId, transaction);
    await mailUnbanned(user, why, now, transaction);
    // Who became limited while banned was not told: they could not look at why.
    await mailUntold(userId, transaction);
    await alongside?.(transaction);
  });
  await tellOthers(userId);
}

/** What follows the commit of a ban, or of its end. */
async function tellOthers(userId: string): Promise<void> {
  await bumpContentVersion({ owners: [userId] });
  await enqueue("send-mails");
  // It goes by what was committed, and should this process end here, has its own turn soon.
  await enqueue("hold-payouts");
}

function toRequest(request: Reservation): RequestReceived {
  const { answerBy, startDate } = request;
  return { ...toObstacle(request), until: formatInstant(answerBy ?? parisMidnight(startDate)) };
}

type Account = Pick<
  User,
  | "_id"
  | "email"
  | "isAdmin"
  | "isVerified"
  | "masterStatus"
  | "bannedAt"
  | "deletedAt"
  | "accountId"
>;

/** @throws Refusal("not_found") when there is none, or it is closed */
async function openAccount(userId: string, transaction: ClientSession): Promise<Account> {
  const user = await UserModel.findById(
    userId,
    "email isAdmin isVerified masterStatus bannedAt deletedAt accountId",
  )
    .session(transaction)
    .lean<Account>();
  if (!user || user.deletedAt) throw new Refusal("not_found");
  return user;
}
