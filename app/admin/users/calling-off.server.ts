import { trusted, Types, type ClientSession } from "mongoose";
import { AuditEntryModel } from "@models/audit-entry";
import { CallingOffModel, type CallingOff } from "@models/calling-off";
import type { Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { addMinutes } from "~/platform/days";
import { stuckError } from "~/platform/stuck";
import type { Actor } from "../audit/actor.server";
import { cancelComing, cancelComingOfVenue, type CalledOff } from "./cancel-coming.server";

/** As long a process that decided it is left to do it by itself. */
const UNDER_WAY_MINUTES = 10;
/** What still stands so long after the decision does not end by itself, and is a case for the office. */
const PATIENCE_MINUTES = 60;

/**
 * Notes in the transaction of a ban or a suspension that reservations to come are called off with it (`callOffDecided`
 * follows the commit).
 */
export async function decideCallingOff(
  {
    of,
    actor,
    why,
    known,
    now,
  }: {
    of: `user:${string}` | `venue:${string}`;
    actor: Pick<Actor, "id" | "requestId" | "ip">;
    why: string;
    known: readonly Pick<Reservation, "_id">[];
    /** As the ban or the suspension is dated. */
    now: Date;
  },
  transaction: ClientSession,
): Promise<CallingOff> {
  const decided: CallingOff = {
    _id: of,
    admin: new Types.ObjectId(actor.id),
    ...{ requestId: actor.requestId, address: actor.ip, why },
    reservations: known.map(({ _id }) => _id),
    at: now,
  };
  const { _id, ...values } = decided;
  // One of a ban before, which was taken back since, may be left.
  await CallingOffModel.updateOne(
    { _id },
    { $set: values },
    { upsert: true, session: transaction },
  );
  return decided;
}

/**
 * Forgets in the transaction that takes a ban or a suspension back what was to be called off with it.
 */
export async function forgetCallingOff(
  of: CallingOff["_id"],
  transaction: ClientSession,
): Promise<void> {
  await CallingOffModel.deleteOne({ _id: of }, { session: transaction });
}

/**
 * Calls off what was decided to be, as far as that can be; it is decided no more once nothing of it stands. Safe to do twice.
 */
export async function callOffDecided(decided: CallingOff, now: Date): Promise<CalledOff> {
  const { _id, admin, requestId, address, why, reservations } = decided;
  const [kind, target = ""] = _id.split(":");
  const request = {
    ...{ actor: { id: admin.toString(), requestId, ip: address }, why, now },
    known: reservations.map((one) => ({ _id: one })),
    ending: (left: number, transaction: ClientSession) => endDecided(decided, left, transaction),
    goesOn: (transaction: ClientSession) => stillStands(decided, transaction),
  };
  return kind === "user"
    ? await cancelComing({ ...request, userId: target })
    : await cancelComingOfVenue({ ...request, venueId: target });
}

/**
 * Goes on with what a process left that decided it and ended, and with what could not be called off before: its payment was
 * being taken, or Stripe did not answer.
 *
 * @throws AggregateError once the others had their turn, of what still stands an hour after it was decided
 */
export async function goOnCallingOff(now: Date): Promise<void> {
  const due = await CallingOffModel.find({
    at: trusted({ $lte: addMinutes(now, -UNDER_WAY_MINUTES) }),
  }).lean();
  const stuck: string[] = [];
  const goOn = async (decided: CallingOff) => {
    const { _id, at } = decided;
    if (!(await stillStands(decided, null)))
      return void (await CallingOffModel.deleteOne({ _id, at }));
    await callOffDecided(decided, now);
    const isLate = at <= addMinutes(now, -PATIENCE_MINUTES);
    if (isLate && (await CallingOffModel.exists({ _id, at }))) stuck.push(_id);
  };
  const options = { concurrency: 1, failure: "reservations not called off" };
  const errors = await pMapLogged(due, goOn, options);
  const told = "Some reservations were not called off";
  if (stuck.length > 0) throw stuckError(errors, told, stuck);
  if (errors.length > 0) throw new AggregateError(errors, told);
}

/** Whether the ban or the suspension is still in force. */
async function stillStands(
  { _id, at }: CallingOff,
  transaction: ClientSession | null,
): Promise<boolean> {
  const [kind, target = ""] = _id.split(":");
  return kind === "user"
    ? (await UserModel.exists({ _id: target, bannedAt: at }).session(transaction)) !== null
    : (await VenueModel.exists({ _id: target, suspendedAt: at }).session(transaction)) !== null;
}

/** @returns how many were called off by it in all, by whichever process; null: some are left, or another one has ended it */
async function endDecided(
  { _id, at, admin, reservations }: CallingOff,
  left: number,
  transaction: ClientSession,
): Promise<number | null> {
  if (left > 0) return null;
  const { deletedCount } = await CallingOffModel.deleteOne({ _id, at }, { session: transaction });
  if (deletedCount === 0) return null;
  return await AuditEntryModel.countDocuments({
    target: trusted({ $in: reservations.map((id) => id.toString()) }),
    ...{ act: "reservation.cancel", admin },
    at: trusted({ $gte: at }),
  }).session(transaction);
}
