import { randomInt } from "node:crypto";
import { trusted, Types, type ClientSession } from "mongoose";
import { BookedSlotModel, type BookedSlot } from "@models/booked-slot";
import { halfOpenRange } from "@models/engine";
import { SLOTS } from "@models/enumerations";
import { ReservationModel, type Lessor, type Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { addDays, todayInParis } from "~/platform/days";
import { withPreparation, type OccupiedSlot } from "~/rules/availability";
import { earliestDay, latestDay, slotId, type Stay } from "~/rules/calendar";
import { deadlineOf } from "~/rules/hold-limits";
import { heldSlots, type HeldSlot } from "~/rules/preparation";
import type { Quote } from "~/rules/price";
import { TERMS_SINCE } from "~/rules/terms";
import { MOST_PREPARATION, type TimeRules } from "~/rules/time-rules";
import { requireWithinBounds, takeTurn, unpaidHolds } from "./unpaid-holds.server";

/** No letter or digit that is taken for another one when it is read aloud or copied. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const REFERENCE_LENGTH = 6;

interface Taking {
  /** It counts among the unpaid holds of `unpaidBy`. */
  hold: Reservation;
  /** The half days that it takes. */
  slots: readonly (HeldSlot & { _id: string })[];
  /** The buyer's own unpaid holds that were ended for this one. */
  replaced: readonly Reservation[];
  /** Of days that are held for somebody on the waiting list, who did not ask for them at this moment. */
  offer?: Offer;
  now: Date;
}

interface Offer {
  wish: Types.ObjectId;
  /** The hold's deadline. */
  until: Date;
  /** What else is done in the transaction that takes the days. */
  also: (hold: Reservation, session: ClientSession) => Promise<void>;
}

/**
 * Other reservations have some of the days, the same request was made before, or the buyer has another
 * unpaid hold at the venue.
 */
export class DaysTaken extends Error {
  /** @param slots those that are known to be in the way */
  constructor(
    readonly slots: readonly TakenSlot[],
    options?: ErrorOptions,
  ) {
    super("Days taken", options);
  }
}

/** A half day that is taken, and by which reservation; by none where the owner closed it. */
export type TakenSlot = Pick<BookedSlot, "reservation">;

/** Those of some half days that are taken. */
export async function takenAmong(slotIds: readonly string[]): Promise<TakenSlot[]> {
  return await BookedSlotModel.find({ _id: trusted({ $in: slotIds }) }, { reservation: 1 }).lean();
}

/**
 * Inserts a hold and the half days that it takes, in one transaction: all of them or none, and within the
 * bounds of unpaid holds.
 *
 * @throws DaysTaken
 * @throws Refusal("unavailable"), and those of `requireWithinBounds`
 */
export async function takeDays(taking: Taking): Promise<Reservation> {
  try {
    await insert(taking);
  } catch (error) {
    if (isDuplicateKey(error)) throw new DaysTaken([], { cause: error });
    throw error;
  }
  return taking.hold;
}

const guardsIn = ({ hold }: Taking) => hold.unpaidBy ?? [];

async function insert(taking: Taking): Promise<void> {
  const { hold } = taking;
  const own = { venue: hold.venueId, reservation: hold._id };
  const slots = taking.slots.map((slot) => ({ ...slot, ...own }));
  const ids = slots.map(({ _id }) => _id);
  await inTransaction(async (session) => {
    // After a write conflict, too: by now the other side has mostly won, and there is no need to run into it again.
    // eslint-disable-next-line transactions/within-transaction -- outside of it, for the latest that was committed
    const taken = await takenAmong(ids);
    if (taken.length > 0) throw new DaysTaken(taken);
    await takeTurn(guardsIn(taking), taking.now, session);
    await keepWithinBounds(taking, session);
    await BookedSlotModel.insertMany(slots, { session });
    await ReservationModel.insertMany([hold], { session });
    await taking.offer?.also(hold, session);
  });
}

async function keepWithinBounds(taking: Taking, session: ClientSession): Promise<void> {
  const { hold: wanted, replaced, now } = taking;
  const venueId = wanted.venueId.toString();
  const unpaid = await unpaidHolds(guardsIn(taking), replaced, session);
  const atVenue = unpaid.filter(
    (hold) => hold.isOwn && hold.venueId === venueId && hold.endedAt === null,
  );
  // One at a venue: that one is taken up again, replaced, or ended first.
  if (atVenue.length > 0) throw new DaysTaken(atVenue.map(({ id }) => ({ reservation: id })));
  const { startDate, endDate } = wanted;
  requireWithinBounds({ startDate, endDate, venueId }, unpaid, now);
  if (replaced.length === 0) return;
  // They go on in this one, and count no longer.
  const ids = trusted({ $in: replaced.map(({ _id }) => _id) });
  await ReservationModel.updateMany({ _id: ids }, { $unset: { unpaidBy: 1 } }, { session });
}

/** The half days that a stay takes at a venue, its preparation's among them. */
export function slotsOfStay(stay: Stay, venue: Venue): Taking["slots"] {
  const idOf = (slot: HeldSlot) => slotId(venue._id.toString(), slot);
  return heldSlots(stay, venue).map((slot) => ({ _id: idOf(slot), ...slot }));
}

/** What a new hold is made of. */
interface Booking extends Pick<Taking, "replaced" | "offer" | "now"> {
  venue: Venue;
  /** The owner's connected account. */
  accountId: string;
  lessor: Lessor;
  buyerId: Types.ObjectId;
  stay: Stay;
  price: Quote;
  requestKey: string;
  /** Whose unpaid holds this one counts among. */
  guards: readonly string[];
}

export function newHold(booking: Booking): Reservation {
  const { venue, accountId, lessor, buyerId, stay, price, requestKey } = booking;
  const { guards, replaced, offer, now } = booking;
  const { preparationBefore, preparationAfter } = venue;
  return {
    ...stay,
    ...(preparationBefore && { preparationBefore }),
    ...(preparationAfter && { preparationAfter }),
    units: price.units,
    unitPrice: price.unitPrice,
    feeThousandths: price.feeThousandths,
    subtotal: price.subtotal,
    fee: price.fee,
    commission: price.commission,
    total: price.total,
    ownerShare: price.ownerShare,
    platformShare: price.platformShare,
    _id: new Types.ObjectId(),
    reference: newReference(),
    venueId: venue._id,
    userId: buyerId,
    ownerId: venue.userId,
    accountId,
    venueTitle: venue.title,
    venueCity: venue.city,
    venuePostalCode: venue.postalCode,
    lessor,
    policy: venue.cancellationPolicy,
    termsVersion: TERMS_SINCE,
    needValidation: venue.needValidation,
    status: "hold",
    holdUntil: offer?.until ?? deadlineOf(replaced, now),
    ...(offer && { offer: offer.wish }),
    unpaidBy: [...guards],
    attempt: 0,
    refunded: 0,
    hiddenByBuyer: false,
    requestKey,
    history: [
      offer
        ? {
            state: "hold",
            at: now,
            by: "system",
            why: "Dates libérées, gardées par la liste d’attente",
          }
        : { state: "hold", at: now, by: "buyer", why: "Dates retenues" },
    ],
    createdAt: now,
  };
}

export function newReference(): string {
  const letters = Array.from(
    { length: REFERENCE_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  );
  return `PDS-${letters.join("")}`;
}

/** So many days beside those that may be reserved can matter to them, by the preparation between. */
const MARGIN_DAYS = MOST_PREPARATION / SLOTS.length;

/**
 * The half days of a venue that cannot be had, of the days that may be reserved: from `earliestDay` to
 * `latestDay`, both included. What something takes, and what is too near to it to be prepared. Those of other
 * days cannot be reserved either.
 *
 * @param options.except ids of half days that count as free, before what is too near to the others is worked out
 */
export async function takenSlots(
  venueId: string,
  { now, rules, except = new Set() }: { now: Date; rules: TimeRules; except?: ReadonlySet<string> },
): Promise<OccupiedSlot[]> {
  const today = todayInParis(now);
  const [first, last] = [earliestDay(today), latestDay(today)];
  const slots = await BookedSlotModel.find(
    {
      venue: new Types.ObjectId(venueId),
      day: halfOpenRange(addDays(first, -MARGIN_DAYS), addDays(last, MARGIN_DAYS + 1)),
    },
    { _id: 0, day: 1, slot: 1, block: 1, preparation: 1 },
  )
    .sort({ day: 1, slot: 1 })
    .lean();
  const taken = slots
    .filter((slot) => !except.has(slotId(venueId, slot)))
    .map(({ day, slot, block, preparation }) => ({
      ...{ day, slot, isClosed: block !== undefined },
      ...(preparation && { isPreparation: true }),
    }));
  return withPreparation(taken, rules).filter(({ day }) => first <= day && day <= last);
}
