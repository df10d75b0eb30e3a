/** What somebody who waits for days has of them already. */
import { trusted, type ClientSession, type QueryFilter } from "mongoose";
import { BookedSlotModel, type BookedSlot } from "@models/booked-slot";
import { ReservationModel, type Reservation } from "@models/reservation";
import { WishModel, type Wish } from "@models/wish";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import type { Preparation } from "~/rules/preparation";
import { slotsWished } from "~/rules/waiting-list";

/**
 * Ends the waits of somebody for days at a venue that are theirs by now, in the transaction that makes them so: else the
 * days that they gave up later would be held for them, or they would be told that they had not come free.
 */
export async function endWaitsFor(
  { userId: user, venueId: venue }: Pick<Reservation, "userId" | "venueId">,
  session: ClientSession,
): Promise<void> {
  const waiting = await WishModel.find({ user, venue, state: "waiting" }, null, { session }).lean();
  for (const wish of waiting) {
    if (await hasDays(wish, session)) await endAsTaken(wish, session);
  }
}

/** Ends a wait for days that its person has. */
export async function endAsTaken({ _id }: Wish, session: ClientSession): Promise<void> {
  const ended = { $set: { state: "taken" }, $unset: { guards: 1 } } as const;
  await WishModel.updateOne({ _id, state: "waiting" }, ended, { session });
}

/** Whether all days of a wish are its person's, of one reservation or of several; one that is unpaid may come to nothing. */
export async function hasDays(wish: Wish, session: ClientSession): Promise<boolean> {
  // Without the preparation: they get the days that they wait for, whoever has those beside them. Nor does the preparation of
  // their other days give them these.
  const wanted = slotsWished(wish, {});
  const stays = {
    reservation: IS_SET,
    preparation: NOT_SET,
  };
  const held = await BookedSlotModel.find(
    { _id: trusted({ $in: wanted }), ...stays },
    "reservation",
    { session },
  ).lean();
  if (held.length < wanted.length) return false;
  const gained = { userId: wish.user, status: trusted({ $ne: "hold" as const }) };
  return await areAllOf(held, gained, session);
}

/**
 * Who has the days of a wish: this person all of them, paid or not, or nobody any of them, nor of what prepares them. Else
 * they are to be waited for: what their own days or the preparation of these stand in the way of, too.
 */
export async function whoHas(
  wish: Wish,
  rules: Preparation,
): Promise<"others" | "them" | "nobody"> {
  const taken = await BookedSlotModel.find(
    { _id: trusted({ $in: slotsWished(wish, rules) }) },
    "reservation preparation",
  ).lean();
  if (taken.length === 0) return "nobody";
  const wanted = slotsWished(wish, {});
  const held = taken.filter(({ _id, preparation }) => !preparation && wanted.includes(_id));
  if (held.length < wanted.length) return "others";
  return (await areAllOf(held, { userId: wish.user })) ? "them" : "others";
}

/** Whether half days are of such reservations alone. */
async function areAllOf(
  slots: readonly Pick<BookedSlot, "reservation">[],
  such: QueryFilter<Reservation>,
  session?: ClientSession,
): Promise<boolean> {
  if (slots.some(({ reservation }) => !reservation)) return false;
  const ids = new Set(slots.map(({ reservation }) => reservation!.toString()));
  const found = { ...such, _id: trusted({ $in: [...ids] }) };
  return (await ReservationModel.countDocuments(found, { session })) === ids.size;
}
