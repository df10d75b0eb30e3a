import { Types } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { bumpContentVersion } from "~/platform/content-version.server";
import { todayInParis } from "~/platform/days";
import { withMutex } from "~/platform/concurrency/keyed-mutex";
import { isUnavailable, Refusal } from "~/platform/refusal";
import { unitsOf, validateRequest, type RawStayRequest, type Stay } from "~/rules/calendar";
import { isTimeRefusal } from "~/rules/time-rules";
import { limitOf } from "~/rules/time-rule-words";
import { isTooLongToHold } from "~/rules/hold-limits";
import { quote, type Quote } from "~/rules/price";
import { clearObstacles, type Wanted } from "./clear-obstacles.server";
import { requireBookableVenue } from "~/venues/bookable-venue.server";
import { sayYes } from "./say-yes.server";
import { DaysTaken, newHold, slotsOfStay, takeDays, takenAmong } from "./take-days.server";
import { guardsOf } from "./unpaid-holds.server";

/** The largest payment that Stripe takes in euros, in cents. */
export const LARGEST_PAYMENT = 99_999_999;
/** How often days may turn out to be taken by what can be cleared away. */
const TRIES = 3;

export interface ReserveRequest {
  venueId: string;
  buyer: { id: string };
  /** The client's address: what many accounts behind it hold unpaid is bounded, too. */
  ip?: string;
  /** `YYYY-MM-DD` or `DD/MM/YYYY`. */
  startDate?: string | null;
  endDate?: string | null;
  /** Count only for a venue rented by the half day; whole days when absent. */
  startSlot?: string | null;
  endSlot?: string | null;
  /** Made with the form: pressed twice, it is one reservation. */
  requestKey: string;
  /** Cents that the buyer was shown. */
  expectedTotal?: number;
  now: Date;
}

/**
 * Takes a venue's days for 30 minutes, the time to pay them: a reservation in `hold` with all its
 * slots, those to prepare it among them, in one transaction. The same request again gives the same reservation; the buyer's own
 * earlier unpaid hold at this venue is taken up again when it is the same, else replaced: the new one has
 * no more time left than that.
 *
 * @returns the hold, or what the first of the same requests has become since
 * @throws Refusal("not_found" | "own_venue" | "venue_closed"), the calendar's refusals and the venue's,
 * Refusal("price_changed" | "too_expensive" | "hold_too_long" | "days_taken" | "payment_opening" |
 * "unavailable"), and those of `requireWithinBounds`
 */
export async function reserve(request: ReserveRequest): Promise<Reservation> {
  const bookable = await requireBookableVenue(request.venueId, request.buyer.id);
  const { venue } = bookable;
  const stay = validStay(request, venue);
  const price = holdablePrice(venue, stay);
  if (request.expectedTotal !== undefined && request.expectedTotal !== price.total) {
    throw new Refusal("price_changed");
  }

  const { now, venueId } = request;
  const buyerId = new Types.ObjectId(request.buyer.id);
  const slots = slotsOfStay(stay, venue);
  const guards = guardsOf(request.buyer.id, request.ip);
  const firstKey = keyOf(request, stay);
  const wanted = {
    ...{ venueId, startDate: stay.startDate, endDate: stay.endDate, buyerId: request.buyer.id },
    ...{ guards, stay, total: price.total, requestKey: firstKey },
  };
  const booking = { ...bookable, buyerId, stay, price, guards, now };
  return await takeOrClear({ slots, wanted, now }, async (replaced, attempt) => {
    const requestKey = attempt === 0 ? firstKey : await unusedKey(buyerId, firstKey);
    return newHold({ ...booking, replaced, requestKey });
  });
}

/**
 * Checks what can be told of a request before it is known who asks: nobody logs in for days that nobody could have.
 *
 * @throws Refusal("not_found" | "venue_closed" | "too_expensive" | "hold_too_long"), the calendar's refusals and the
 * venue's
 */
export async function requireStay(
  request: Pick<ReserveRequest, "venueId" | "now"> & RawStayRequest,
): Promise<void> {
  const { venue } = await requireBookableVenue(request.venueId, null);
  holdablePrice(venue, validStay(request, venue));
}

/** What a hold is to take, and for whom. */
interface Sought {
  slots: Parameters<typeof takeDays>[0]["slots"];
  wanted: Wanted;
  now: Date;
}

/**
 * Takes half days for a hold; what is in the way and can be cleared away is, as often as it takes.
 *
 * @param makeHold the hold, given what it replaces
 * @returns it, or the buyer's own hold that is for just the same
 * @throws Refusal("days_taken" | "payment_opening" | "unavailable"), and those of `requireWithinBounds`
 */
export async function takeOrClear(
  { slots, wanted, now }: Sought,
  makeHold: (replaced: readonly Reservation[], attempt: number) => Promise<Reservation>,
): Promise<Reservation> {
  const ids = slots.map(({ _id }) => _id);
  const replaced: Reservation[] = [];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      const taking = { hold: await makeHold(replaced, attempt), slots, replaced, now };
      const hold = await withMutex([...ids, ...wanted.guards], () => takeDays(taking));
      await bumpContentVersion({ days: [hold.venueId.toString()] });
      return hold;
    } catch (error) {
      // When conflicts with others took all the time there was, either they have the days by now, or
      // nobody knows.
      const isLate = isUnavailable(error);
      if (!(error instanceof DaysTaken) && !isLate) throw error;
      const taken = error instanceof DaysTaken ? error.slots : await takenAmong(ids);
      const cleared = await clearObstacles(taken, wanted, now);
      if (cleared.reusable) {
        await sayYes(cleared.reusable, now);
        return cleared.reusable;
      }
      if (isLate) throw error;
      replaced.push(...cleared.replaced);
    }
  }
  throw new Refusal("days_taken");
}

/**
 * What a stay costs at the venue's price of today.
 *
 * @throws Refusal("too_expensive" | "hold_too_long")
 */
export function holdablePrice(venue: Pick<Venue, "time" | "price">, stay: Stay): Quote {
  const price = quote({ period: venue.time, unitPrice: venue.price, units: unitsOf(stay) });
  if (price.total > LARGEST_PAYMENT) throw new Refusal("too_expensive");
  if (isTooLongToHold(stay)) throw new Refusal("hold_too_long");
  return price;
}

/** @throws Refusal with the calendar's codes and the venue's */
export function validStay(request: RawStayRequest & { now: Date }, venue: Venue): Stay {
  const today = todayInParis(request.now);
  const checked = validateRequest(request, { period: venue.time, today, rules: venue });
  if (checked.ok) return checked.stay;
  const { code } = checked;
  throw new Refusal(code, { ...(isTimeRefusal(code) && { limit: limitOf(code, venue) }) });
}

/** What a request is known by, while nothing that it made has ended. */
function keyOf(
  { requestKey, venueId }: ReserveRequest,
  { startDate, startSlot, endDate, endSlot }: Stay,
): string {
  return `${requestKey}:${venueId}:${startDate}${startSlot}:${endDate}${endSlot}`;
}

/**
 * A key for what a request makes now. What it made before has ended, or it would still have the days:
 * from a page kept open one may try again.
 */
async function unusedKey(userId: Types.ObjectId, firstKey: string): Promise<string> {
  let requestKey = firstKey;
  for (;;) {
    const found = await ReservationModel.findOne({ userId, requestKey }, { _id: 1 }).lean();
    if (!found) return requestKey;
    requestKey = `${firstKey}:${found._id.toString()}`;
  }
}
