import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { WishModel, type Wish } from "@models/wish";
import { answerToken, offerLink } from "~/bookings/mail/answer-link.server";
import {
  isOpenOffer,
  offerByLink,
  takeOffer,
  withdrawWish,
} from "~/bookings/waiting/answer-offer.server";
import { addMinutes, parisMidnight } from "~/platform/days";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { leftBehind } from "../support/left-behind";
import { createReservation } from "../support/reservations";
import { ago, day, idOf, now } from "../support/unchanging";

/** What is held for somebody on a waiting list: who may take it or give it up, until when, and what either leaves. */

useDatabase();

const START = day(20);
let venue: Venue;
let person: User;
let wish: Wish;
let hold: Reservation;

/** A wish for which days are held, with the hold. */
async function offered(number: number, of: User) {
  const stay = { startDate: START, endDate: day(21), startSlot: "AM", endSlot: "PM" } as const;
  const [id, reservation] = [idOf(800 + number), idOf(900 + number)];
  const made = await createReservation({
    ...({ venue, buyer: of, status: "hold", startDate: day(20 + 5 * number) } as const),
    ...{ _id: reservation, offer: id, holdUntil: addMinutes(now, 120), createdAt: ago(0) },
    reference: `PDS-OFFRE${number}`,
    history: [{ state: "hold", at: ago(0), by: "system", why: "Essai" }],
  });
  const waits = await WishModel.create({
    ...{ ...stay, _id: id, user: of._id, venue: venue._id, period: "Day", state: "offered" },
    ...{ reservation, lookAt: addMinutes(now, 120), guards: ["a", "b"], createdAt: ago(3) },
  });
  return { hold: made, wish: waits.toObject() };
}

beforeEach(async () => {
  await emptyDatabase();
  const owner = await createOwner({ _id: idOf(1) });
  venue = await createVenue(owner, { _id: idOf(2) });
  person = await createUser({ _id: idOf(3) });
  // Somebody else's, before and after.
  const other = await createUser({ _id: idOf(4) });
  await offered(1, other);
  ({ wish, hold } = await offered(2, person));
  await offered(3, other);
});

const me = () => person._id.toString();
const token = (of = wish) => offerLink(of).split("/").at(-1)!;

describe("a link to an offer", () => {
  it("leads its person to what is held", async () => {
    expect(await offerByLink(token(), me(), now)).toEqual({ wish, hold });
  });

  it("is theirs alone, of this kind, and of use until the days begin", async () => {
    const refused = async (code: string, sent = token(), who = me(), at = now) =>
      await expect(offerByLink(sent, who, at)).rejects.toMatchObject({ code });
    await refused("offer_not_yours", token(), idOf(4).toString());
    const begins = parisMidnight(START);
    await refused("not_found", token(), me(), begins);
    await offerByLink(token(), me(), new Date(begins.getTime() - 1));
    await refused("not_found", answerToken(wish._id.toString(), begins, "answer-link"));
    await refused("not_found", `${token()}AA`);
    await refused("not_found", "");
    await refused("not_found", token({ ...wish, _id: new Types.ObjectId() }));
    await WishModel.updateOne({ _id: wish._id }, { $unset: { reservation: 1 } });
    await refused("not_found");
    await WishModel.updateOne({ _id: wish._id }, { reservation: new Types.ObjectId() });
    await refused("not_found");
  });
});

it("an offer is open while its hold is one, and in time", () => {
  expect(isOpenOffer(hold, now)).toBe(true);
  expect(isOpenOffer({ ...hold, offer: undefined }, now)).toBe(false);
  expect(isOpenOffer({ ...hold, status: "dead" }, now)).toBe(false);
  expect(isOpenOffer(hold, addMinutes(now, 119))).toBe(true);
  expect(isOpenOffer(hold, addMinutes(now, 120))).toBe(false);
});

describe("taking what is held", () => {
  it("makes it a request like any other", async () => {
    const taking = async () => {
      expect(await takeOffer({ wish, hold }, now)).toBe(hold);
    };
    expect(await leftBehind(taking, now)).toMatchSnapshot();
    await expect(takeOffer({ wish, hold }, now)).rejects.toMatchObject({ code: "offer_over" });
  });

  it("is refused when it is over, and when the venue is not for rent", async () => {
    const refused = async (code: string, at = now) => {
      const taking = () => expect(takeOffer({ wish, hold }, at)).rejects.toMatchObject({ code });
      expect(await leftBehind(taking, now)).toBe("");
    };
    await refused("offer_over", addMinutes(now, 120));
    await ReservationModel.updateOne({ _id: hold._id }, { $unset: { offer: 1 } });
    await refused("offer_over");
    await VenueModel.updateOne({ _id: venue._id }, { status: "unavailable" });
    await refused("venue_closed");
    await VenueModel.updateOne({ _id: venue._id }, { userId: person._id });
    await refused("own_venue");
  });
});

describe("giving a place up", () => {
  const withdrawing = (who = me(), at = now) => withdrawWish(wish._id.toString(), who, at);
  const refused = async (code: string, who = me(), at = now) => {
    const giving = () => expect(withdrawing(who, at)).rejects.toMatchObject({ code });
    expect(await leftBehind(giving, now)).toBe("");
  };

  it("frees what is held", async () => {
    expect(await leftBehind(() => withdrawing(), now)).toMatchSnapshot("offered");
    await refused("offer_over");
  });

  it("of who still waits ends the waiting", async () => {
    const waiting = { $set: { state: "waiting" }, $unset: { reservation: 1 } };
    await WishModel.updateOne({ _id: wish._id }, waiting);
    expect(await leftBehind(() => withdrawing(), now)).toMatchSnapshot("waiting");
  });

  it("to which days are offered in the same instant gives them up too", async () => {
    await WishModel.updateOne({ _id: wish._id }, { state: "waiting" });
    const offering = () =>
      WishModel.collection.updateOne({ _id: wish._id }, { $set: { state: "offered" } });
    justBefore("Wish", "updateOne", offering);
    expect(await leftBehind(() => withdrawing(), now)).toMatchSnapshot("offered meanwhile");
  });

  it("is its person's, once, and not while it is being paid", async () => {
    await refused("not_found", idOf(4).toString());
    await expect(withdrawWish(idOf(9_999).toString(), me(), now)).rejects.toMatchObject({
      code: "not_found",
    });
    await refused("offer_over", me(), addMinutes(now, 120));
    for (const state of ["taken", "withdrawn", "lapsed"]) {
      await WishModel.collection.updateOne({ _id: wish._id }, { $set: { state } });
      await refused("offer_over");
    }
    await WishModel.updateOne({ _id: wish._id }, { state: "offered" });
    await ReservationModel.updateOne({ _id: hold._id }, { opening: now, attempt: 1 });
    await refused("payment_opening");
    await ReservationModel.updateOne({ _id: hold._id }, { $unset: { opening: 1 }, status: "dead" });
    await refused("offer_over");
    await ReservationModel.deleteOne({ _id: hold._id });
    await refused("offer_over");
  });
});
