/** What somebody who waits for days has of them already. */
import { trusted, type ClientSession } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel, type Reservation } from "@models/reservation";
import { WishModel, type Wish } from "@models/wish";
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
  // Without the preparation: they get the days that they wait for, whoever has those beside them.
  const wanted = slotsWished(wish, {});
  const held = await BookedSlotModel.find(
    { _id: trusted({ $in: wanted }), reservation: trusted({ $exists: true }) },
    "reservation",
    { session },
  ).lean();
  if (held.length < wanted.length) return false;
  const ids = new Set(held.map(({ reservation }) => reservation!.toString()));
  const own = await ReservationModel.countDocuments(
    { _id: trusted({ $in: [...ids] }), userId: wish.user, status: trusted({ $ne: "hold" }) },
    { session },
  );
  return own === ids.size;
}

/** Who has some half days: others, this person alone, or nobody. */
export async function whoHas(
  slotIds: readonly string[],
  userId: Reservation["userId"],
): Promise<"others" | "them" | "nobody"> {
  const slots = await BookedSlotModel.find(
    { _id: trusted({ $in: slotIds }) },
    { reservation: 1 },
  ).lean();
  if (slots.length === 0) return "nobody";
  if (slots.some(({ reservation }) => !reservation)) return "others";
  const ids = new Set(slots.map(({ reservation }) => reservation!.toString()));
  const own = await ReservationModel.countDocuments({ _id: trusted({ $in: [...ids] }), userId });
  return own === ids.size ? "them" : "others";
}
