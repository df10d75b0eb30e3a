import type { Types } from "mongoose";
import type { ReservationState } from "@models/enumerations";
import { projectionOf } from "@models/define";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { todayInParis } from "~/platform/days";
import { sharesContact } from "~/rules/contact";
import { buyerName } from "../answer/received-request.server";
import { LISTED_FIELDS, STORED_OVER, withListState } from "./listed-reservations.server";
import { isNamed, isReference } from "./looked-up";

type Little = Pick<Reservation, (typeof LISTED_FIELDS)[number] | "reference"> & {
  history: { state: ReservationState }[];
};

interface OfBuyer {
  bookings: Little[];
  buyer: Pick<User, "name" | "lastname" | "entityName" | "deletedAt">[];
}

/**
 * What an owner was asked for and has agreed to, or what became of it, by its reference or by its buyer's name as the
 * owner is shown it: whole, and with who stands for an organisation, for as long as they see how to reach them. One
 * question: names are told apart here, for they are looked for as they read, without accents.
 */
export async function findBookings(ownerId: Types.ObjectId, typed: string, now: Date) {
  const found = await ReservationModel.aggregate<OfBuyer>([
    // By itself, as an index has it.
    { $match: { ownerId } },
    { $match: { status: { $in: ["pending", "capturing", "confirmed", ...STORED_OVER] } } },
    { $project: { ...projectionOf([...LISTED_FIELDS, "reference"]), "history.state": 1 } },
    { $group: { _id: "$userId", bookings: { $push: "$$ROOT" } } },
    {
      $lookup: {
        ...{ from: UserModel.collection.name, localField: "_id", foreignField: "_id", as: "buyer" },
        pipeline: [{ $project: projectionOf(["name", "lastname", "entityName", "deletedAt"]) }],
      },
    },
  ]);
  const today = todayInParis(now);
  return found.flatMap(({ bookings, buyer: [buyer] }) => {
    const isTheirs = isNamed(typed, buyerName(buyer));
    const isWhole = buyer && !buyer.deletedAt && isNamed(typed, `${buyer.name} ${buyer.lastname}`);
    return withListState(bookings, now).filter(
      ({ reference, state, history, endDate }) =>
        isTheirs ||
        isReference(typed, reference) ||
        (isWhole && sharesContact({ state, wasConfirmed: wasConfirmed(history), endDate }, today)),
    );
  });
}

const wasConfirmed = (history: Little["history"]) =>
  history.some(({ state }) => state === "confirmed");
