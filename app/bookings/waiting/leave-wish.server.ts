import { trusted, Types, type ClientSession } from "mongoose";
import type { Venue } from "@models/venue";
import { WishModel, type Wish } from "@models/wish";
import { keepAccountOpen } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { requireBookableVenue } from "~/venues/bookable-venue.server";
import { isSameStay, type RawStayRequest, type Stay } from "~/rules/calendar";
import { MOST_WISHES, OPEN_WISHES } from "~/rules/waiting-list";
import { whoHas } from "../record/own-days.server";
import { holdablePrice, validStay } from "../reserve/reserve.server";
import { guardsOf, takeTurn } from "../reserve/unpaid-holds.server";

interface Leaving {
  venueId: string;
  userId: string;
  raw: RawStayRequest;
  now: Date;
}

/**
 * Puts somebody on a venue's waiting list for days that others have. The same wish again is the first one.
 *
 * @throws Refusal("not_found" | "own_venue" | "venue_closed" | "forbidden"), the calendar's refusals and the venue's,
 * Refusal("too_expensive" | "hold_too_long") for what nobody could hold, "wish_days_free" or "wish_days_yours" when there is
 * nothing to wait for, "wishes_full"
 */
export async function leaveWish({ venueId, userId, raw, now }: Leaving): Promise<Wish> {
  const { venue } = await requireBookableVenue(venueId, userId);
  const stay = validStay({ ...raw, now }, venue);
  holdablePrice(venue, stay);
  // Not the address's: an offer may be made in a year, and so long nobody is to know where somebody came from.
  const guards = guardsOf(userId, undefined);
  const wish = newWish({ venue, stay, userId, guards, now });
  const who = await whoHas(wish, venue);
  if (who === "nobody") throw new Refusal("wish_days_free", { field: "start" });
  if (who === "them") throw new Refusal("wish_days_yours", { field: "start" });
  return await inTransaction((session) => insert(wish, guards, session));
}

/** Of two wishes of one account at once, in whatever processes, the second one sees the first. */
async function insert(wish: Wish, turn: readonly string[], session: ClientSession): Promise<Wish> {
  // Closed at this moment, the account would leave a place behind that is nobody's.
  await keepAccountOpen(wish.user, session);
  await takeTurn(turn, wish.createdAt, session);
  const open = await WishModel.find({
    user: wish.user,
    state: trusted({ $in: OPEN_WISHES }),
  })
    .session(session)
    .lean();
  const same = open.find((one) => one.venue.equals(wish.venue) && isSameStay(one, wish));
  if (same) return same;
  if (open.length >= MOST_WISHES) throw new Refusal("wishes_full");
  await WishModel.insertMany([wish], { session });
  return wish;
}

function newWish(terms: {
  venue: Venue;
  stay: Stay;
  userId: string;
  guards: string[];
  now: Date;
}): Wish {
  const { venue, stay, userId, guards, now } = terms;
  return {
    _id: new Types.ObjectId(),
    user: new Types.ObjectId(userId),
    venue: venue._id,
    ...stay,
    noticeThen: venue.minimumNotice ?? 1,
    state: "waiting",
    // At once: the days may have come free since they were seen taken.
    lookAt: now,
    marks: 0,
    guards,
    createdAt: now,
  };
}
