import type { PipelineStage, Types } from "mongoose";
import { projectionOf } from "@models/define";
import { ReservationModel } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { todayInParis, type Day } from "~/platform/days";
import { contactSince } from "~/rules/contact";
import { LET_STATES } from "~/rules/reservation-states";
import { buyerName } from "../answer/received-request.server";
import { STORED_OVER } from "./listed-reservations.server";
import { isNamed, referencesMeant } from "./looked-up";
import { begunFor, within, type Place } from "./owners-reservations.server";

/** How many buyers are read at once. */
const BATCH = 200;

/** What was looked for, of an owner's. */
interface Found {
  /** Which these are, of the owner's. */
  meant: PipelineStage.Match;
  /** The ids of those that are not stored as over. */
  toCome: ReadonlySet<string>;
  /** How many are stored as over, of those of a venue and a month. */
  over: number;
}

/**
 * What an owner was asked for and has agreed to, or what became of it, by its reference or by its buyer's name as the
 * owner is shown it: whole, and with who stands for an organisation, for as long as they see how to reach them. Two
 * questions: names are told apart here, for they are looked for as they read, without accents. What is over is counted: there
 * are ten years of it.
 */
export async function findBookings(
  ownerId: Types.ObjectId,
  typed: string,
  place: Place,
  now: Date,
): Promise<Found> {
  const meant = await meantBy(ownerId, typed, todayInParis(now));
  const found = await ReservationModel.aggregate<{ _id: Types.ObjectId } | { over: number }>([
    // By itself, as an index has it.
    { $match: { ownerId } },
    { $match: { status: { $in: AGREED } } },
    meant,
    { $project: { _id: 1 } },
    {
      $unionWith: {
        coll: ReservationModel.collection.name,
        pipeline: [
          { $match: { ownerId, ...(place.month && begunFor(place.month)) } },
          { $match: { status: { $in: STORED_OVER }, ...within(place) } },
          meant,
          { $group: { _id: null, over: { $sum: 1 } } },
        ],
      },
    },
  ]);
  return {
    meant,
    toCome: new Set(found.flatMap((one) => ("over" in one ? [] : one._id.toString()))),
    over: found.find((one) => "over" in one)?.over ?? 0,
  };
}

/** Not stored as over: asked for, and agreed to. */
const AGREED = ["pending", "capturing", "confirmed"] as const;

interface OfBuyer {
  _id: Types.ObjectId;
  buyer: Pick<User, "name" | "lastname" | "entityName" | "deletedAt">[];
}

async function meantBy(
  ownerId: Types.ObjectId,
  typed: string,
  today: Day,
): Promise<PipelineStage.Match> {
  const buyers = ReservationModel.aggregate<OfBuyer>([
    { $match: { ownerId } },
    { $match: { status: { $in: [...AGREED, ...STORED_OVER] } } },
    { $group: { _id: "$userId" } },
    {
      $lookup: {
        ...{ from: UserModel.collection.name, localField: "_id", foreignField: "_id", as: "buyer" },
        pipeline: [{ $project: projectionOf(["name", "lastname", "entityName", "deletedAt"]) }],
      },
    },
  ]).cursor<OfBuyer>({ batchSize: BATCH });
  const shown: Types.ObjectId[] = [];
  const whole: Types.ObjectId[] = [];
  for await (const {
    _id,
    buyer: [buyer],
  } of buyers) {
    if (isNamed(typed, buyerName(buyer))) shown.push(_id);
    else if (buyer && !buyer.deletedAt && isNamed(typed, `${buyer.name} ${buyer.lastname}`))
      whole.push(_id);
  }
  return {
    $match: {
      $or: [
        { reference: { $in: referencesMeant(typed) } },
        { userId: { $in: shown } },
        { userId: { $in: whole }, ...sharingContact(today) },
      ],
    },
  };
}

/** What `sharesContact` says, as a filter: a confirmed one that is over by now is let, as it was. */
function sharingContact(today: Day) {
  return {
    endDate: { $gte: contactSince(today) },
    $or: [{ status: { $in: LET_STATES } }, { "history.state": "confirmed" }],
  };
}
