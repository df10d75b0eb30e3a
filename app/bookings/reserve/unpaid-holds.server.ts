/** What bounds unpaid holds, held by the database: who is counted, in which turn, and what they hold. */
import { trusted, type ClientSession, type Types } from "mongoose";
import { HoldGuardModel } from "@models/hold-guard";
import { ReservationModel, type Reservation } from "@models/reservation";
import { DAY_MINUTES, addMinutes } from "~/platform/days";
import { keyedHash } from "~/platform/keyed-hash.server";
import { IS_SET } from "~/platform/not-set.server";
import { addressKey } from "~/platform/web/address-key";
import { refusedUntil } from "~/platform/refusal";
import { updateAll } from "~/platform/update-all.server";
import { forgottenBefore, holdBound, type UnpaidHold, type WantedDays } from "~/rules/hold-limits";
import { UNPAID_FIELD } from "./forms";

/** For how many days a guard is kept after its last turn: longer than anything counts. /politique names them. */
export const GUARD_DAYS = 3;

/**
 * The ids of the guards of whoever takes days: their account's and, when it is known, their address's
 * (a whole network's where one client has that).
 */
export function guardsOf(buyerId: string, ip: string | undefined): string[] {
  const account = `account:${buyerId}`;
  if (ip === undefined) return [account];
  const hashed = keyedHash("hold-address", addressKey(ip)).toString("base64url");
  return [account, `address:${hashed}`];
}

/**
 * Takes a turn: of two transactions that do so for the same account or address, one is run again after
 * the other, whether the guard was there or both of them were to make it.
 */
export async function takeTurn(
  guards: readonly string[],
  now: Date,
  session: ClientSession,
): Promise<void> {
  const update = {
    $inc: { turns: 1 },
    $set: { expire: addMinutes(now, GUARD_DAYS * DAY_MINUTES) },
  };
  await HoldGuardModel.bulkWrite(
    guards.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
    { session },
  );
}

/** An unpaid hold, and whether it still is one as far as is written down. */
export interface CountedHold extends UnpaidHold {
  id: Types.ObjectId;
}

/** What counts for some guards; without the reservations that are being replaced. */
export async function unpaidHolds(
  guards: readonly string[],
  replaced: readonly Reservation[],
  session?: ClientSession,
): Promise<CountedHold[]> {
  const holds = await ReservationModel.find(
    { unpaidBy: trusted({ $in: guards }) },
    {
      venueId: 1,
      startDate: 1,
      endDate: 1,
      holdUntil: 1,
      createdAt: 1,
      status: 1,
      unpaidBy: 1,
      history: 1,
    },
    { session },
  ).lean();
  return holds
    .filter(({ _id }) => !replaced.some((old) => old._id.equals(_id)))
    .map((hold) => ({
      id: hold._id,
      venueId: hold.venueId.toString(),
      startDate: hold.startDate,
      endDate: hold.endDate,
      until: hold.holdUntil ?? hold.createdAt,
      endedAt: hold.status === "hold" ? null : (hold.history.at(-1)?.at ?? null),
      isOwn: hold.unpaidBy?.includes(guards[0]!) ?? false,
    }));
}

/**
 * @param unpaid as `unpaidHolds` gives them, without what the wanted days replace
 * @throws Refusal("holds_full" | "holds_days" | "hold_wait" | "holds_address"), with the time to wait
 */
export function requireWithinBounds(
  wanted: WantedDays,
  unpaid: readonly CountedHold[],
  now: Date,
): void {
  const forgotten = forgottenBefore(now);
  const counted = unpaid.filter(({ endedAt }) => endedAt === null || endedAt > forgotten);
  const bound = holdBound(wanted, counted, now);
  if (!bound) return;
  throw refusedUntil(bound.code, { until: bound.until, now, field: UNPAID_FIELD });
}

/** Forgets whom the holds counted for that came to nothing long enough ago. */
export async function forgetUnpaidHolds(now: Date): Promise<void> {
  const forgotten = {
    status: "dead",
    holdUntil: trusted({ $lte: forgottenBefore(now) }),
    unpaidBy: IS_SET,
  } as const;
  await updateAll(ReservationModel, forgotten, { $unset: { unpaidBy: 1 } }, "holds not forgotten");
}
