/** The job of the waiting lists: who is next for days that came free, and what became of what was offered. */
import { trusted, type ClientSession, type UpdateQuery } from "mongoose";
import { enqueue } from "@jobs/queue";
import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { WishModel, type Wish } from "@models/wish";
import { withMutex } from "~/platform/concurrency/keyed-mutex";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { isAway } from "~/platform/database-errors.server";
import { addMinutes, todayInParis } from "~/platform/days";
import { knownState } from "~/platform/known-state.server";
import { logger } from "~/platform/log.server";
import { mailsWait } from "~/platform/mail/mails-wait.server";
import { Refusal } from "~/platform/refusal";
import { isClosedWithin } from "~/platform/site-state";
import { requireBookableVenue } from "~/venues/bookable-venue.server";
import type { StayTerms } from "~/rules/calendar";
import {
  isTooShortToOffer,
  nextInLine,
  nextLook,
  OFFER_MINUTES,
  offerDeadline,
  offerKey,
  prospectOf,
  slotsWished,
  waitsUntil,
} from "~/rules/waiting-list";
import { endAsTaken, hasDays } from "../record/own-days.server";
import { nameOf, stuckAmong, tellStuck, type Stuck } from "../record/tell-stuck.server";
import { holdablePrice } from "../reserve/reserve.server";
import { DaysTaken, newHold, slotsOfStay, takeDays } from "../reserve/take-days.server";
import { guardsOf } from "../reserve/unpaid-holds.server";
import { halfDaysLeftOpen } from "./vain-offers.server";
import { queueEndedMails, queueOfferMail } from "./wish-mails.server";

/** How many a turn of the job takes at most; the rest has a turn of its own at once. */
const BATCH = 500;
const VENUES_AT_ONCE = 4;
/** Of a wish that fails for so long somebody is told. */
const STUCK_MINUTES = 60;
/** So many of them are named; each was logged when it failed. */
const STUCK_NAMED = 10;

/**
 * Looks at the wishes that are due: those whose days came free are offered, the oldest first, and those whose
 * offers ran out or were paid are over.
 *
 * @returns how many were offered
 * @throws AggregateError once the others had their turn, of what still fails an hour after it was due
 */
export async function offerWishes(now: Date): Promise<number> {
  const stuck = await closeOffers(now);
  const offered = await offerDue(now);
  // Of what is not looked at nobody knows whether it would fail still.
  if (offered !== null) stuck.push(...(await stuckWishes(now)));
  tellStuck(stuck, "Some waiting lists could not be followed");
  return offered ?? 0;
}

/** @returns how many were offered; null: nothing was looked at, for nobody could be told */
async function offerDue(now: Date): Promise<number | null> {
  // An offer that nobody hears of in time, or whose link says that the site is closed, would cost its person their place, and
  // a wait.
  if (isClosedWithin(knownState(), now, addMinutes(now, OFFER_MINUTES))) return null;
  if (await mailsWait()) return null;
  const due = await dueWishes("waiting", now);
  const venues = [...new Set(due.map(({ venue }) => venue.toString()))];
  let offered = 0;
  const errors = await pMapLogged(
    venues,
    async (id) => {
      const line = due.filter(({ venue }) => venue.toString() === id);
      // What other venues' lists add meanwhile is not to be lost.
      const here = await orNoted(line, now, () => offerAtVenue(line, now));
      offered += here;
    },
    { concurrency: VENUES_AT_ONCE, failure: "waiting list not looked at", name: String },
  );
  if (due.length > 0) await enqueue("send-mails");
  // Or one venue's long list would keep all others from their turn. What failed would be found again, and fail, at once.
  if (due.length === BATCH && errors.length === 0) await enqueue("offer-wishes");
  return offered;
}

/** Notes since when a line fails as a whole. */
async function orNoted<T>(line: readonly Wish[], now: Date, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (isAway(error)) throw error;
    for (const { _id, failingSince } of line) {
      if (!failingSince) await WishModel.updateOne({ _id }, { $set: { failingSince: now } });
    }
    throw error;
  }
}

/** The wishes that were looked at in vain for an hour, whether or not it is their turn. */
async function stuckWishes(now: Date): Promise<Stuck[]> {
  const before = addMinutes(now, -STUCK_MINUTES);
  const wishes = await WishModel.find(
    { failingSince: trusted({ $lte: before }), state: "waiting" },
    "_id",
  )
    .limit(STUCK_NAMED)
    .lean();
  return wishes.map((wish) => ({
    what: `wish ${nameOf(wish)}`,
    error: new Error(`Wish ${nameOf(wish)} fails at each look`),
  }));
}

/** Those that were marked first, and of them the oldest. */
async function dueWishes(state: "waiting" | "offered", now: Date): Promise<Wish[]> {
  return await WishModel.find({ state, lookAt: trusted({ $lte: now }) })
    .sort({ lookAt: 1, _id: 1 })
    .limit(BATCH)
    .lean();
}

/** Writes down what became of the days that were held for somebody, once their time is over. */
async function closeOffers(now: Date): Promise<Stuck[]> {
  const due = await dueWishes("offered", now);
  const ids = due.flatMap(({ reservation }) => reservation ?? []);
  const holds = await ReservationModel.find({ _id: trusted({ $in: ids }) }, "status").lean();
  const statusOf = new Map(holds.map(({ _id, status }) => [_id.toString(), status]));
  const close = async (wish: Wish) => {
    const status = statusOf.get(wish.reservation?.toString() ?? "");
    // The job that ends holds has yet to get there.
    if (status === "hold") await lookAgain(wish, addMinutes(now, 1));
    else await endWish(wish, status === undefined || status === "dead" ? "lapsed" : "taken");
  };
  return await stuckAmong(due, close, {
    ...{ concurrency: 1, failure: "offer not closed", now },
    ...{ since: ({ lookAt }) => lookAt, name: (wish) => `wish ${nameOf(wish)}` },
  });
}

/**
 * Goes through a venue's line: all of it, for an older wish that is to be looked at a little later has the first turn.
 *
 * @param due those that are to be looked at now
 * @returns how many were offered
 */
async function offerAtVenue(due: readonly Wish[], now: Date): Promise<number> {
  const venueId = due[0]!.venue;
  const venue = await VenueModel.findById(venueId).lean();
  const line = [...due, ...(await othersInLine(venueId, now))];
  if (!venue || venue.deletedAt) {
    await endAll(line, venue);
    return 0;
  }
  let waiting = (await stillPossible(line, venue, now))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((wish) => ({ wish, slots: slotsWished(wish, venue) }));
  const taken = await takenOf(waiting.flatMap(({ slots }) => slots));
  for (const slot of await halfDaysLeftOpen(venue, now)) taken.add(slot);
  let offered = 0;
  for (let next = nextInLine(waiting, taken); next; next = nextInLine(waiting, taken)) {
    const { wish, slots } = next;
    waiting = waiting.filter((one) => one.wish !== wish);
    if (!(await orLater(wish, now, () => offer(wish, slots, now)))) continue;
    for (const slot of slots) taken.add(slot);
    // At once: the next one may fail, and those days are taken.
    await bumpContentVersion({ days: [venue._id.toString()] });
    offered += 1;
  }
  for (const { wish } of waiting) {
    // The others have a time of their own, which may be sooner.
    if (due.includes(wish)) await lookAgain(wish, nextLook(now));
  }
  return offered;
}

/** The oldest of those who wait for a venue and are to be looked at later than now. */
async function othersInLine(venue: Wish["venue"], now: Date): Promise<Wish[]> {
  return await WishModel.find({ venue, state: "waiting", lookAt: trusted({ $gt: now }) })
    .sort({ _id: 1 })
    .limit(BATCH)
    .lean();
}

async function takenOf(slotIds: readonly string[]): Promise<Set<string>> {
  const slots = await BookedSlotModel.find({ _id: trusted({ $in: slotIds }) }, { _id: 1 }).lean();
  return new Set(slots.map(({ _id }) => _id));
}

/** Those of a line that may still come true; the others are over. */
async function stillPossible(line: readonly Wish[], venue: Venue, now: Date): Promise<Wish[]> {
  const terms = termsOf(venue, now);
  const isPossible = (wish: Wish) => prospectOf(wish, terms) !== "never";
  for (const wish of line) {
    if (!isPossible(wish)) await orLater(wish, now, () => endLate(wish, venue, "late"));
  }
  return line.filter(isPossible);
}

/** One that fails is looked at again later, and keeps nobody behind it in line from their turn. */
async function orLater(wish: Wish, now: Date, turn: () => Promise<boolean>): Promise<boolean> {
  try {
    return await turn();
  } catch (error) {
    if (isAway(error)) throw error;
    logger.error({ err: error, wish: wish._id.toString() }, "wish not looked at");
    return await lookAgain(wish, nextLook(now), {
      $set: { failingSince: wish.failingSince ?? now },
    });
  }
}

function termsOf(venue: Venue, now: Date): StayTerms {
  return { period: venue.time, today: todayInParis(now), rules: venue };
}

/**
 * Holds the days of a wish for its person and tells them, in one transaction: as a reservation of theirs under
 * all rules and bounds that a request of their own would meet.
 *
 * @returns false when that cannot be: somebody was faster, or the person, the venue or a rule stands against it
 */
async function offer(wish: Wish, slots: readonly string[], now: Date): Promise<boolean> {
  const { venue: venueId, user: buyerId } = wish;
  try {
    const person = await UserModel.findById(buyerId, "name email bannedAt deletedAt").lean();
    if (!person || person.bannedAt || person.deletedAt) return await endWish(wish, "lapsed");
    const bookable = await requireBookableVenue(venueId.toString(), buyerId.toString());
    const { venue } = bookable;
    const terms = termsOf(venue, now);
    const stay = prospectOf(wish, terms);
    if (typeof stay === "string") return await lookAgain(wish, nextLook(now));
    const until = offerDeadline(now, stay.startDate);
    if (isTooShortToOffer(now, until)) return await endLate(wish, venue, "unheld");
    const morning = waitsUntil(wish, terms, now);
    if (morning) return await lookAgain(wish, nextLook(now, morning));
    const also = async (hold: Reservation, session: ClientSession) => {
      await markOffered(wish, hold, session);
      await queueOfferMail({ wish, hold, person, venue }, session);
    };
    const guards = wish.guards ?? guardsOf(buyerId.toString(), undefined);
    const common = { replaced: [], offer: { wish: wish._id, until, also }, now };
    const hold = newHold({
      ...{ ...bookable, buyerId, stay, price: holdablePrice(venue, stay), guards },
      ...{ requestKey: offerKey(wish), ...common },
    });
    await withMutex([...slots, ...guards], () =>
      takeDays({ hold, slots: slotsOfStay(stay, venue), ...common }),
    );
    return true;
  } catch (error) {
    if (error instanceof WishGone) return false;
    if (isAway(error) || (!(error instanceof Refusal) && !(error instanceof DaysTaken)))
      throw error;
    const until = error instanceof Refusal ? error.until : undefined;
    return await lookAgain(wish, nextLook(now, until));
  }
}

/** It was withdrawn, or offered by somebody else, since it was read. */
class WishGone extends Error {}

async function markOffered(wish: Wish, hold: Reservation, session: ClientSession): Promise<void> {
  const { matchedCount } = await WishModel.updateOne(
    { _id: wish._id, state: "waiting" },
    {
      $set: { state: "offered", reservation: hold._id, lookAt: hold.holdUntil },
      $unset: { failingSince: 1 },
    },
    { session },
  );
  if (matchedCount === 0) throw new WishGone();
}

/**
 * Unless the list was marked since: then days came free that were not seen yet.
 *
 * @param alongside what else is written down; default: that the look went well
 */
async function lookAgain(
  { _id, state, marks }: Wish,
  at: Date,
  alongside: UpdateQuery<Wish> = { $unset: { failingSince: 1 } },
): Promise<false> {
  const { $set, ...others } = alongside;
  await WishModel.updateOne({ _id, state, marks }, { $set: { ...$set, lookAt: at }, ...others });
  return false;
}

async function endWish({ _id, state: from }: Wish, state: "taken" | "lapsed"): Promise<false> {
  await WishModel.updateOne({ _id, state: from }, { $set: { state }, $unset: { guards: 1 } });
  return false;
}

/**
 * Its days begin too soon by now: nothing can come of it, and its person is told, unless they have them.
 *
 * @param why `unheld`: they are free, and anybody's until they begin
 */
async function endLate(wish: Wish, venue: Venue, why: "late" | "unheld"): Promise<false> {
  await inTransaction(async (session) => {
    if (await hasDays(wish, session)) return await endAsTaken(wish, session);
    const waiting = { _id: wish._id, state: "waiting" } as const;
    const ended = { $set: { state: "lapsed" }, $unset: { guards: 1 } } as const;
    const { modifiedCount } = await WishModel.updateOne(waiting, ended, { session });
    if (modifiedCount > 0) await queueEndedMails([wish], venue, why, session);
  });
  return false;
}

/** The venue is no more: nobody's wish for it can come true, and who still waits is told. */
async function endAll(line: readonly Wish[], venue: Venue | null): Promise<void> {
  await inTransaction(async (session) => {
    const waiting = {
      _id: trusted({ $in: line.map(({ _id }) => _id) }),
      state: "waiting",
    } as const;
    const left = await WishModel.find(waiting, null, { session }).lean();
    const ended = { $set: { state: "lapsed" }, $unset: { guards: 1 } };
    await WishModel.updateMany(waiting, ended, { session });
    if (venue) await queueEndedMails(left, venue, "gone", session);
  });
}
