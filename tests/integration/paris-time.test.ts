import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { ReservationModel } from "@models/reservation";
import type { User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { WishModel } from "@models/wish";
import { answerPage } from "~/bookings/answer/answer-page.server";
import { cancelPage } from "~/bookings/cancel/cancel-preview.server";
import { changeAnswerPage } from "~/bookings/change/answer-change.server";
import { changeToast } from "~/bookings/change/change-dates.server";
import { changePage } from "~/bookings/change/change-page.server";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { offerLink } from "~/bookings/mail/answer-link.server";
import { failedPage, paidPage, paymentPage } from "~/bookings/payment/payment-pages.server";
import { offerPage, ownWishes, venueWishes } from "~/bookings/waiting/waiting-pages.server";
import { addDays, addMinutes, formatInstant, todayInParis } from "~/platform/days";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { bookingsOfOwner, createReservation } from "../support/reservations";

/** Whoever reads of a deadline at a place with other clocks is told by which it is. */

useDatabase();

const now = new Date();
const until = addMinutes(now, 600);
const deadline = formatInstant(until);
const by = `${deadline} (heure de Paris)`;
const days = "Les jours sont ceux de Paris.";
const first = addDays(todayInParis(now), 40);
let buyer: User;
let venue: Venue;

beforeEach(async () => {
  await emptyDatabase();
  buyer = await createUser();
  venue = await createVenue(await createOwner(), { needValidation: true });
});

const buyerId = () => buyer._id.toString();
const ownerId = () => venue.userId.toString();
const made = async (
  fields: Omit<Parameters<typeof createReservation>[0], "venue" | "buyer" | "startDate">,
) =>
  (
    await createReservation({ venue: venue, buyer: buyer, startDate: first, ...fields })
  )._id.toString();
const wanted = (after: number) => {
  const day = addDays(first, after);
  return { startDate: day, endDate: day, startSlot: "AM", endSlot: "PM" } as const;
};

/** Pages about one thing each, and what of each is said overseas. */
const PAGES: Record<string, () => Promise<[page: unknown, ...said: string[]][]>> = {
  "a request": async () => {
    const id = await made({ status: "pending", answerBy: until });
    return [
      [await answerPage("accepter", { reservationId: id, ownerId: ownerId(), now }), by],
      [await paidPage(id, { buyerId: buyerId(), now }), by, days],
      [await reservationPage(id, { side: "buyer", userId: buyerId() }, now), by],
      [await reservationPage(id, { side: "owner", userId: ownerId() }, now), by],
      [await bookingsOfOwner(ownerId(), "", now), by],
    ];
  },
  "what is to be paid": async () => {
    const id = await made({ status: "hold", holdUntil: until });
    return [
      [await paymentPage(id, { buyerId: buyerId(), now }), by, days],
      [await failedPage(id, { buyerId: buyerId(), now }), by],
      [await reservationPage(id, { side: "buyer", userId: buyerId() }, now), by],
    ];
  },
  "other dates that are asked for": async () => {
    const change = { ...wanted(10), at: now, until };
    const id = await made({ status: "confirmed", change });
    const reservation = (await ReservationModel.findById(id).lean())!;
    return [
      [await changeToast({ kind: "asked", reservation }), by],
      [await changeAnswerPage({ reservationId: id, ownerId: ownerId(), now }), by],
      [await reservationPage(id, { side: "buyer", userId: buyerId() }, now), by],
      [await bookingsOfOwner(ownerId(), "", now), by],
    ];
  },
  "a stay that may be called off, or have other dates": async () => {
    const id = await made({ status: "confirmed" });
    const asked = { buyerId: buyerId(), raw: wanted(10), now };
    return [
      [await cancelPage(id, { role: "buyer", userId: buyerId() }, now), days],
      [await changePage(id, asked), days],
    ];
  },
  "an offer of the waiting list": async () => {
    const offer = new Types.ObjectId();
    const hold = await made({ status: "hold", holdUntil: until, offer });
    const wish = await WishModel.create({
      ...{ _id: offer, user: buyer._id, venue: venue._id, reservation: hold, ...wanted(0) },
      ...{ period: venue.time, state: "offered", lookAt: until, createdAt: now },
    });
    const token = offerLink(wish).split("/").at(-1)!;
    return [
      [await offerPage(token, buyerId(), now), by, days],
      [await ownWishes(buyerId(), now), by],
      [await venueWishes(venue._id.toString(), now), by],
    ];
  },
};

describe.each(Object.entries(PAGES))("%s", (_, pages) => {
  it("is told of overseas by which time it is", async () => {
    await VenueModel.updateOne({ _id: venue._id }, { $set: { postalCode: "97110" } });
    for (const [page, ...said] of await pages()) {
      for (const words of said) expect(JSON.stringify(page)).toContain(words);
    }
  });

  it("is told of elsewhere without a word of that", async () => {
    for (const [page, ...said] of await pages()) {
      if (said.includes(by)) expect(JSON.stringify(page)).toContain(deadline);
      expect(JSON.stringify(page)).not.toMatch(/heure de Paris|ceux de Paris/);
    }
  });
});
