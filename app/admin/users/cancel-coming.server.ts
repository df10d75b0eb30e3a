import { trusted, Types, type ClientSession } from "mongoose";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { stillNeededOf } from "~/offboarding/departure-obstacles.server";
import { inTransaction } from "~/platform/database.server";
import { isAway } from "~/platform/database-errors.server";
import { compareDays } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { counted, formatCount } from "~/platform/numbers";
import { Refusal } from "~/platform/refusal";
import { TO_COME_STATES } from "~/rules/reservation-states";
import { confirmActor, leavesOwnMatter, mayAct, mayActOn, type Actor } from "../audit/actor.server";
import { recordAct, type Act } from "../audit/record-act.server";
import { cancellationLogged } from "../reservations/cancel-for-platform.server";
import { comingSeen } from "./coming-money";

/** What became of the reservations to come that an act was to call off. */
export interface CalledOff {
  /** Decided by this act, once and for all. */
  cancelled: number;
  /** Those of them for which Stripe has not done its part yet: the reconciliation goes on with it. */
  unfinished: number;
  /** Those that it was to call off and that stand: they can be called off later. */
  left: number;
  /** Those that came after its page was read, and stand: it was not about them. */
  came: number;
}

export const NOTHING_CALLED_OFF: CalledOff = { cancelled: 0, unfinished: 0, left: 0, came: 0 };

/**
 * After so many in a row for which Stripe was away the others are decided without it: each would keep whoever presses waiting
 * for half a minute, and the jobs go on with what is decided.
 */
const AWAY_IN_A_ROW = 3;

type Canceller = Pick<Actor, "id" | "requestId" | "ip">;
/** @param left how many of those that were known stand */
type Ending = (left: number, transaction: ClientSession) => Promise<number | null>;
/**
 * Whether what was decided still is: nothing more is called off once it was taken back. Asked in the transaction that calls
 * one off, after the log's entry, which what takes it back writes too.
 */
type GoesOn = (transaction: ClientSession) => Promise<boolean>;

/**
 * The reservations to come that an act calls off, before anything is done.
 *
 * @param seen how many and what sums its page said (`comingSeen`); absent: there was no page
 * @throws Refusal("coming_changed") when they are others by now
 */
export function asSeen(reservations: Reservation[], seen: string | undefined): Reservation[] {
  if (seen !== undefined && seen !== comingSeen(reservations)) throw new Refusal("coming_changed");
  return reservations;
}

/**
 * Calls off every reservation to come that an account has, as buyer or as owner: everything is given back
 * and everybody told, as when the platform cancels any other; each is in the log by the transaction that decides it. What
 * cannot be called off now (its payment is being made or taken) is left, and can be tried again; so is what comes
 * after the administrator may do so no longer.
 *
 * The reason of a ban is not the other party's business: the reservations say that the platform did it.
 *
 * @param request.known those that its page said, of an act that was held to them before it did anything else; what
 * came since is counted apart
 * @param request.ending what is written with the log's last entry, of what was decided before (`callOffDecided`): it says
 * how many were called off in all; null: nothing is to be logged, or not yet
 */
export async function cancelComing({
  actor,
  userId,
  why,
  known,
  ending,
  goesOn,
  now,
}: {
  actor: Canceller;
  userId: string;
  /** For the log alone. */
  why?: string;
  known?: readonly Pick<Reservation, "_id">[];
  ending?: Ending;
  goesOn?: GoesOn;
  now: Date;
}): Promise<CalledOff> {
  const reservations = await comingReservations(userId, now);
  const said = why === undefined ? {} : { why };
  const about = { act: "user.cancel-reservations", target: userId, ...said } as const;
  return await cancelAll(reservations, { about, known, ending, goesOn, actor, now });
}

/** Calls off every reservation to come of a venue; likewise. */
export async function cancelComingOfVenue({
  actor,
  venueId,
  why,
  known,
  ending,
  goesOn,
  now,
}: {
  actor: Canceller;
  venueId: string;
  why: string;
  known?: readonly Pick<Reservation, "_id">[];
  ending?: Ending;
  goesOn?: GoesOn;
  now: Date;
}): Promise<CalledOff> {
  const reservations = await comingAtVenue(venueId, now);
  const about = { act: "venue.cancel-reservations", target: venueId, why } as const;
  return await cancelAll(reservations, { about, known, ending, goesOn, actor, now });
}

async function cancelAll(
  reservations: readonly Reservation[],
  {
    about,
    known = reservations,
    ending,
    goesOn,
    actor,
    now,
  }: {
    about: Pick<Act, "act" | "target" | "why">;
    known: readonly Pick<Reservation, "_id">[] | undefined;
    ending: Ending | undefined;
    goesOn: GoesOn | undefined;
    actor: Canceller;
    now: Date;
  },
): Promise<CalledOff> {
  const shown = new Set(known.map(({ _id }) => _id.toString()));
  const asked = reservations.filter(({ _id }) => shown.has(_id.toString()));
  const others = reservations.filter((reservation) => !asked.includes(reservation));
  const states: ReservationState[] = [];
  let away = 0;
  for (const reservation of asked) {
    if (reservation.status === "cancelling") continue;
    const isStripeAway = away >= AWAY_IN_A_ROW;
    const options = { why: about.why, goesOn, actor, isStripeAway, now };
    const outcome = await callOff(reservation, options);
    away = outcome === "away" || outcome === "cancelling" ? away + 1 : 0;
    if (outcome && outcome !== "away") states.push(outcome);
  }
  const cancelled = states.length;
  if (cancelled > 0 || ending) {
    const concerned = new Set([...shown, ...reservations.map(({ _id }) => _id.toString())]);
    await inTransaction(async (transaction) => {
      const done = ending
        ? await ending(await standing(asked, transaction), transaction)
        : cancelled;
      if (!done) return;
      const after = `${counted(done, "annulée", "annulées")} sur ${formatCount(concerned.size)}`;
      // Who may no longer is written down too: these are called off, and each has its own entry.
      await recordAct({ ...about, actor, after, at: now }, transaction);
    });
  }
  const unfinished = states.filter((state) => state === "cancelling").length;
  return { cancelled, unfinished, left: await standing(asked), came: await standing(others) };
}

/** How many reservations to come of an account stand: not those whose money is on its way back alone. */
export async function standingOf(userId: string, now: Date): Promise<number> {
  return await standing(await comingReservations(userId, now));
}

/** How many of some stand now: others may have called them off meanwhile. */
async function standing(
  reservations: readonly Reservation[],
  transaction: ClientSession | null = null,
): Promise<number> {
  if (reservations.length === 0) return 0;
  return await ReservationModel.countDocuments({
    _id: trusted({ $in: reservations.map(({ _id }) => _id) }),
    status: trusted({ $in: TO_COME_STATES }),
  }).session(transaction);
}

/**
 * The same as an act of its own, with the administrator's password.
 *
 * @param request.seen what its page said of them
 * @throws Refusal("password_required" | "wrong_password" | "too_many" | "forbidden" | "nothing_coming" |
 *   "coming_changed" | "not_found" | "role_required" | "own_matter")
 */
export async function cancelComingOf({
  password,
  seen,
  ...request
}: Omit<Parameters<typeof cancelComing>[0], "actor" | "known" | "ending" | "goesOn"> & {
  actor: Actor;
  password: string | undefined;
  seen?: string;
}): Promise<CalledOff> {
  const { actor, userId, now } = request;
  await confirmActor(actor, password, now);
  await inTransaction((transaction) => mayCancelOf(actor, userId, transaction));
  const coming = await comingReservations(userId, now);
  if (coming.length === 0) throw new Refusal("nothing_coming");
  return await cancelComing({ ...request, known: asSeen(coming, seen) });
}

/**
 * Makes sure that somebody may call off all that an account has: an administrator's is touched by super-admins alone, and
 * nobody's by themself.
 *
 * @param transaction null: a page asks before it shows the form of the act
 * @throws Refusal("not_found" | "forbidden" | "role_required" | "own_matter")
 */
export async function mayCancelOf(
  actor: Pick<Actor, "id">,
  userId: string,
  transaction: ClientSession | null,
): Promise<void> {
  const user = await UserModel.findById(userId, "isAdmin").session(transaction).lean();
  if (!user) throw new Refusal("not_found");
  await mayActOn(actor, user, "reservations.cancel", transaction);
  await leavesOwnMatter(actor, userId, "reservations.cancel", transaction);
}

/** The reservations to come of an account, as buyer and as owner, the next first. */
export async function comingReservations(
  userId: string,
  now: Date,
  transaction?: ClientSession,
): Promise<Reservation[]> {
  const id = new Types.ObjectId(userId);
  // One after the other: a transaction asks one question at a time.
  const bought = await comingOf({ userId: id }, now, transaction);
  const received = await comingOf({ ownerId: id }, now, transaction);
  return [...bought, ...received].sort((a, b) => compareDays(a.startDate, b.startDate));
}

/** How many reservations to come each of some accounts has, as buyer and as owner. */
export async function comingCounts(
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const some = trusted({ $in: userIds.map((id) => new Types.ObjectId(id)) });
  const [bought, received] = await Promise.all([
    comingOf({ userId: some }, now),
    comingOf({ ownerId: some }, now),
  ]);
  const counts = new Map<string, number>();
  for (const id of [...bought.map(({ userId }) => userId), ...received.map((one) => one.ownerId)]) {
    counts.set(id.toString(), (counts.get(id.toString()) ?? 0) + 1);
  }
  return counts;
}

/** The reservations to come of a venue, the next first. */
export async function comingAtVenue(venueId: string, now: Date): Promise<Reservation[]> {
  return await comingOf({ venueId: new Types.ObjectId(venueId) }, now);
}

async function comingOf(...asked: Parameters<typeof stillNeededOf>): Promise<Reservation[]> {
  return bookingsAmong(await stillNeededOf(...asked));
}

/** What is held for dearer dates of a reservation ends with that one, and is no booking beside it. */
export function bookingsAmong(reservations: readonly Reservation[]): Reservation[] {
  return reservations.filter(({ supplementTo }) => !supplementTo);
}

/** Asked before each one: calling many off takes a while. */
async function mayCancel(actor: Canceller): Promise<void> {
  await inTransaction((transaction) => mayAct(actor, "reservations.cancel", transaction));
}

/** @returns its state once it is decided that it is called off; null: it is not; `away`: because Stripe or the database is */
async function callOff(
  reservation: Reservation,
  {
    why,
    goesOn,
    actor,
    isStripeAway,
    now,
  }: {
    why: string | undefined;
    goesOn: GoesOn | undefined;
    actor: Canceller;
    isStripeAway: boolean;
    now: Date;
  },
): Promise<ReservationState | "away" | null> {
  const reservationId = reservation._id.toString();
  const by = { role: "admin", userId: actor.id } as const;
  const logged = cancellationLogged({ actor, reservationId, why, now });
  const alongside: typeof logged = async (preview, transaction) => {
    await logged(preview, transaction);
    if (goesOn && !(await goesOn(transaction))) throw new Refusal("not_cancellable");
  };
  const request = { reservationId, alongside, isStripeAway, now };
  // Its days are free once nothing can be paid for them any more, which Stripe alone can say.
  if (isStripeAway && reservation.status === "hold") return "away";
  try {
    await mayCancel(actor);
    const givenUp = reservation.status === "hold" ? await giveUpHold(reservation, request) : null;
    return (givenUp ?? (await cancelReservation({ ...request, by }))).status;
  } catch (error) {
    if (isAway(error)) return "away";
    if (error instanceof Refusal) return null;
    // Those before it are called off, and those after it can be: what became of each is told.
    logger.error({ err: error, reservation: reservationId }, "one cancellation of several failed");
    return null;
  }
}

/** An unpaid hold is its buyer's to give up; nobody else's state knows it. Null: it was paid meanwhile. */
async function giveUpHold(
  { userId }: Reservation,
  request: Omit<Parameters<typeof cancelReservation>[0], "by">,
): Promise<Reservation | null> {
  const by = { role: "buyer", userId: userId.toString() } as const;
  const unpaid = { expectedAmount: 0, expectedPaid: 0 };
  try {
    return await cancelReservation({ ...request, by, ...unpaid });
  } catch (error) {
    if (error instanceof Refusal && error.code === "refund_changed") return null;
    throw error;
  }
}
