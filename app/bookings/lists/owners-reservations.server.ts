import type { PipelineStage, Types } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { addDays, todayInParis } from "~/platform/days";
import { LONGEST_STAY } from "~/rules/calendar";
import { firstDay, shiftMonth, type Month } from "~/rules/month-grid";
import { joining, type With } from "../record/joined-reservation.server";
import { isOver } from "./listed-reservations.server";

type Read = With<"buyer">;

/** A venue and a month, where they are not empty. */
export interface Place {
  venue: Types.ObjectId | null;
  month: Month;
}

interface Asked {
  /** Those that are known already. */
  ids: readonly Types.ObjectId[];
  /** Of what is over, the latest first: those of a venue and of a month, and that are looked for. */
  past: Place & { meant?: PipelineStage.Match; skip: number; limit: number };
  /** The month of which all that took place is read too, at one venue or at all. */
  calendar: Place | null;
}

/** Reservations that an owner was asked for, with their buyers. */
export interface OwnersReservations {
  named: Read[];
  past: Read[];
  calendar: Read[];
}

type Stages = Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>[];

/** Whole, in one question: those that a page names, a page of what is over, what took place in a month. */
export async function ownersReservations(
  ownerId: Types.ObjectId,
  { ids, past, calendar }: Asked,
  now: Date,
): Promise<OwnersReservations> {
  const united = (list: keyof OwnersReservations, pipeline: Stages) => ({
    $unionWith: {
      coll: ReservationModel.collection.name,
      pipeline: [...pipeline, ...joining(["buyer"]), { $set: { list } }],
    },
  });
  const found = await ReservationModel.aggregate<Read & { list?: keyof OwnersReservations }>([
    { $match: { _id: { $in: ids } } },
    ...joining(["buyer"]),
    ...(past.limit > 0 ? [united("past", pastOf(ownerId, past, now))] : []),
    ...(calendar ? [united("calendar", monthOf(ownerId, calendar))] : []),
  ]);
  return {
    named: found.filter(({ list }) => !list),
    past: found.filter(({ list }) => list === "past"),
    calendar: found.filter(({ list }) => list === "calendar"),
  };
}

function pastOf(ownerId: Types.ObjectId, past: Asked["past"], now: Date): Stages {
  const { month, meant, skip, limit } = past;
  return [
    { $match: { ownerId, ...(month && begunFor(month)) } },
    { $sort: { startDate: -1, _id: -1 } },
    { $match: { ...isOver(now, todayInParis(now)), ...within(past) } },
    ...(meant ? [meant] : []),
    { $skip: skip },
    { $limit: limit },
  ];
}

function monthOf(ownerId: Types.ObjectId, { venue, month }: Place) {
  return [
    { $match: { ownerId, ...begunFor(month) } },
    { $match: { ...notEndedBefore(month), status: "ended", ...(venue && { venueId: venue }) } },
  ] satisfies Stages;
}

/**
 * Of a month's stays when they begin: one over the end of a month belongs to both. By itself, as an index has it: with the
 * last day beside it the embedded engine reads everybody's.
 */
export function begunFor(month: Month) {
  const first = firstDay(month);
  // Nobody stays longer: what began earlier is not looked at.
  return {
    startDate: { $gte: addDays(first, -LONGEST_STAY), $lt: firstDay(shiftMonth(month, 1)) },
  };
}

/** Of those that begin for its month, the ones that are of a place. */
export function within({ venue, month }: Place) {
  return { ...(month && notEndedBefore(month)), ...(venue && { venueId: venue }) };
}

const notEndedBefore = (month: Month) => ({ endDate: { $gte: firstDay(month) } });
