import { trusted, Types, type ClientSession } from "mongoose";
import { AuditEntryModel } from "@models/audit-entry";
import { CallingOffModel, type CallingOff } from "@models/calling-off";
import type { Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { addMinutes } from "~/platform/days";
import { logger } from "~/platform/log.server";
import type { Actor } from "../audit/actor.server";
import { cancelComing, cancelComingOfVenue, type CalledOff } from "./cancel-coming.server";

/** As long a process that decided it is left to do it by itself. */
const UNDER_WAY_MINUTES = 10;

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

/** Calls off what was decided to be, as far as that can be, and has it decided no more. Safe to do twice. */
export async function callOffDecided(decided: CallingOff, now: Date): Promise<CalledOff> {
  const { _id, admin, requestId, address, why, reservations } = decided;
  const [kind, target = ""] = _id.split(":");
  const request = {
    ...{ actor: { id: admin.toString(), requestId, ip: address }, why, now },
    known: reservations.map((one) => ({ _id: one })),
    ending: (transaction: ClientSession) => endDecided(decided, transaction),
    goesOn: (transaction: ClientSession) => stillStands(decided, transaction),
  };
  return kind === "user"
    ? await cancelComing({ ...request, userId: target })
    : await cancelComingOfVenue({ ...request, venueId: target });
}

/** Goes on with what a process left that decided it and ended. */
export async function goOnCallingOff(now: Date): Promise<void> {
  const left = await CallingOffModel.find({
    at: trusted({ $lte: addMinutes(now, -UNDER_WAY_MINUTES) }),
  }).lean();
  const goOn = async (decided: CallingOff) => {
    if (await stillStands(decided, null)) {
      const { left } = await callOffDecided(decided, now);
      if (left > 0)
        logger.error({ of: decided._id, left }, "some reservations were not called off");
    } else await CallingOffModel.deleteOne({ _id: decided._id, at: decided.at });
  };
  await pMapLogged(left, goOn, { concurrency: 1, failure: "reservations not called off" });
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

/** @returns how many were called off by it in all, by whichever process; null: another one has ended it */
async function endDecided(
  { _id, at, admin, reservations }: CallingOff,
  transaction: ClientSession,
): Promise<number | null> {
  const { deletedCount } = await CallingOffModel.deleteOne({ _id, at }, { session: transaction });
  if (deletedCount === 0) return null;
  return await AuditEntryModel.countDocuments({
    target: trusted({ $in: reservations.map((id) => id.toString()) }),
    ...{ act: "reservation.cancel", admin },
    at: trusted({ $gte: at }),
  }).session(transaction);
}
