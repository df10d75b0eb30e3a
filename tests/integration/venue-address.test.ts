import { createPayableVenue, payOnPage } from "../support/payments";
import { Types } from "mongoose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ReviewModel, type Review } from "@models/review";
import type { User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { queueAddressMails } from "~/bookings/mail/address-mails.server";
import { queueReservationMails } from "~/bookings/mail/mails.server";
import { remindOfEvents } from "~/bookings/mail/reminders.server";
import { claimAttempt } from "~/bookings/payment/claim-attempt.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { queueChangeMails } from "~/bookings/mail/change-mails.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, formatDay, todayInParis } from "~/platform/days";
import { refusalMessage, type Refusal } from "~/platform/refusal";
import { writeReview } from "~/reviews/write-review.server";
import { action as editApi } from "~/routes/api/location/edit-my-location/$id";
import { action as pay } from "~/routes/reservation/$id/paiement";
import { action as manage } from "~/routes/profil/location/$id/index";
import { changeVenue } from "~/venues/edit-venue.server";
import { ownVenue } from "~/venues/own-venue.server";
import { askedBy } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { besides, justBefore } from "../support/just-before";
import { examined } from "../support/looked-through";
import { loggedIn, type Member } from "../support/members";
import { newAdmin } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { expectMailsWhole, expectToldAlike } from "../support/told-alike";

/** What becomes of the address of a venue under those who are to come there. */

useDatabase();
beforeEach(emptyDatabase);
afterEach(() => {
  vi.restoreAllMocks();
});

const now = new Date();
const today = todayInParis(now);
const BORDEAUX = { street: "3 quai des Chartrons", postalCode: "33000", city: "Bordeaux" };
const REFUSED = refusalMessage("town_in_use");

let owner: Member;
let venue: Venue;
let buyer: User;
beforeEach(async () => {
  owner = await loggedIn(await createOwner());
  venue = await createVenue(owner.user, { arrival: "Par la cour." });
  buyer = await createUser();
});

const booked = (fields: Partial<Reservation> & Pick<Reservation, "status">) =>
  createReservation({ venue, buyer, startDate: addDays(today, 10), ...fields });
const stored = async () => (await VenueModel.findById(venue._id).lean())!;
const mails = async () => await MailModel.find().sort({ _id: 1 }).lean();
const path = () => `/profil/location/${venue._id.toString()}`;

/** The page's form, sent with some of it typed anew. */
async function sent(changes: Record<string, string>): Promise<Response> {
  const { values, version } = await ownVenue(
    { id: owner.id, stripeStats: "active" },
    venue._id.toString(),
  );
  const form = new URLSearchParams({ intent: "edit", version });
  for (const [name, value] of Object.entries({ ...values, ...changes })) {
    for (const one of [value].flat()) form.append(name, one ?? "");
  }
  const params = { id: venue._id.toString() };
  return await owner.visitor.visit(manage, path(), { form, params });
}

const called = async (json: object, { visitor } = owner) =>
  await visitor.visit(editApi, "/", { json, params: { id: venue._id.toString() } });

/** What the next page is to say. */
function toastOf(answer: Response): string {
  const [, toast = ""] = /toast=([^.;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
  return Buffer.from(decodeURIComponent(toast), "base64").toString();
}

describe("another town, while something is to come there", () => {
  const STANDING: Record<string, () => Promise<unknown>> = {
    "a confirmed stay": () => booked({ status: "confirmed" }),
    "one of which today is the last day": () => booked({ status: "confirmed", startDate: today }),
    "a request": () => booked({ status: "pending" }),
    "a request whose payment is being taken": () => booked({ status: "capturing" }),
    "days that somebody has yet to pay": () => booked({ status: "hold" }),
    "days that are offered by the waiting list": () => booked({ status: "hold", offer: buyer._id }),
  };

  it.each(Object.entries(STANDING))("is refused for %s", async (_, stand) => {
    await stand();
    const before = await stored();
    const answer = await called(BORDEAUX);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      ...{ detail: REFUSED, type: expect.stringContaining("town_in_use") as unknown },
      errors: [{ pointer: "#/postalCode", detail: REFUSED }],
    });
    expect(await stored()).toEqual(before);
    expect(await mails()).toEqual([]);
  });

  it("is refused at its field, and keeps what was typed", async () => {
    await booked({ status: "confirmed" });
    const before = await stored();
    const title = "La salle de Bordeaux";
    const answer = await sent({ ...BORDEAUX, title });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      fieldErrors: { postalCode: REFUSED },
      repopulateFields: { ...BORDEAUX, title },
    });
    const other = await sent({ city: "Villeurbanne" });
    expect(await other.json()).toMatchObject({ fieldErrors: { city: REFUSED } });
    expect(await stored()).toEqual(before);
  });

  it("is refused to the office, too", async () => {
    await booked({ status: "pending" });
    const before = await stored();
    const answer = await called({ ...BORDEAUX, userId: owner.id }, await newAdmin());
    expect(answer.status).toBe(409);
    expect(await stored()).toEqual(before);
  });

  it.each([
    ["over", { status: "confirmed", startDate: addDays(today, -4) }],
    ["over and ended", { status: "ended", startDate: addDays(today, -4) }],
    ["called off", { status: "cancelled" }],
    ["dead", { status: "dead" }],
  ] as const)("is none of the business of what is %s", async (_, fields) => {
    await booked(fields);
    expect((await sent(BORDEAUX)).status).toBe(303);
    expect(await stored()).toMatchObject(BORDEAUX);
    expect(await mails()).toEqual([]);
  });

  it.each([
    ["confirmed", -1, 3],
    ["ended", -1, 3],
    ["ended", -3, 3],
  ] as const)(
    "is refused while who was there last is asked for a review: %s, of %i days ago",
    async (status, last, days) => {
      const endDate = addDays(today, last);
      await booked({ status: "ended", startDate: addDays(today, -30) });
      await booked({ status, startDate: addDays(endDate, -2), endDate });
      const before = await stored();
      const until = formatDay(addDays(endDate, days));
      const detail = refusalMessage("town_left_lately", until);
      const answer = await called(BORDEAUX);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        ...{ detail, type: expect.stringContaining("town_left_lately") as unknown },
        errors: [{ pointer: "#/postalCode", detail }],
      });
      expect(detail).toContain(until);
      const form = await sent(BORDEAUX);
      expect(await form.json()).toMatchObject({ fieldErrors: { postalCode: detail } });
      expect(await stored()).toEqual(before);
      // A mistyped code of the same town takes nobody's review away.
      expect((await sent({ postalCode: "69001" })).status).toBe(303);
      expect((await called({ city: "Lyon 1er" })).status).toBe(200);
    },
  );

  it("is asked of those who were there by an index, of a year's alone", async () => {
    for (const ago of [-2_000, -1_000, -20, 20]) {
      await booked({ status: "ended", startDate: addDays(today, ago) });
    }
    const { asked } = await askedBy(() => called(BORDEAUX));
    const startDate = { $gt: addDays(today, -369), $lt: today };
    for (const [status, count] of [
      ["ended", 1],
      ["confirmed", 0],
    ] as const) {
      const said = asked.filter((one) => one.includes(`status: "${status}", startDate`));
      expect(said).toEqual([expect.stringContaining(addDays(today, -369))]);
      const filter = { venueId: venue._id, status, startDate };
      expect(await examined({ find: "reservations", filter })).toEqual({
        examined: count,
        returned: count,
      });
    }
  });

  it("is not the same one spelt otherwise, of which nobody is told", async () => {
    await booked({ status: "confirmed" });
    expect((await called({ city: "LYON", street: "12, rue des tilleuls" })).status).toBe(200);
    expect(await stored()).toMatchObject({ city: "LYON", postalCode: "69003" });
    expect(await mails()).toEqual([]);
  });

  it("is named on the owner's page only where somebody is to come", async () => {
    const hint = "le code postal et la ville ne changent pas";
    const page = async () =>
      (await (await rendered(owner.visitor, path())).text()).replaceAll(/\s+/g, " ");
    expect(await page()).not.toContain(hint);
    await booked({ status: "confirmed" });
    expect(await page()).toContain(hint);
  });
});

describe("another town, once somebody has said what it is like there", () => {
  const REVIEWED = refusalMessage("town_reviewed");
  const reviewed = async (fields: Partial<Review>) => {
    const { _id } = await booked({ status: "ended", startDate: addDays(today, -5) });
    return await ReviewModel.create({
      ...{ reservation: _id, venue: venue._id, author: buyer._id, authorName: "Marie D." },
      ...{ stayDay: addDays(today, -5), rating: 5, text: "Belle salle, claire et calme." },
      ...fields,
    });
  };
  const SHOWN = { state: "published", publishedAt: now } as const;

  it.each([
    ["everybody reads", SHOWN],
    ["is still to be read", { state: "pending" }],
  ] as const)("is refused for a review that %s", async (_, fields) => {
    await reviewed(fields);
    const before = await stored();
    const title = "Le château de Bordeaux";
    const answer = await sent({ ...BORDEAUX, title });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      fieldErrors: { postalCode: REVIEWED },
      repopulateFields: { ...BORDEAUX, title },
    });
    for (const call of [
      await called({ ...BORDEAUX, title }),
      await called({ ...BORDEAUX, title, userId: owner.id }, await newAdmin()),
    ]) {
      expect(call.status).toBe(409);
      expect(await call.json()).toMatchObject({
        type: expect.stringContaining("town_reviewed") as unknown,
        errors: [{ pointer: "#/postalCode", detail: REVIEWED }],
      });
    }
    expect(await stored()).toEqual(before);
    expect(await mails()).toEqual([]);
  });

  it("is not the same one spelt otherwise, nor another street of it", async () => {
    await reviewed(SHOWN);
    expect((await sent({ city: "LYON" })).status).toBe(303);
    expect((await called({ street: "21 rue des Tilleuls" })).status).toBe(200);
    expect(await stored()).toMatchObject({ city: "LYON", street: "21 rue des Tilleuls" });
  });

  it.each([
    ["that nobody is shown", { state: "refused", refusal: "Hors sujet" }],
    ["of another venue", { ...SHOWN, venue: new Types.ObjectId() }],
  ] as const)("is none of the business of a review %s", async (_, fields) => {
    await reviewed(fields);
    expect((await sent(BORDEAUX)).status).toBe(303);
    expect(await stored()).toMatchObject(BORDEAUX);
  });

  it("is asked of the reviews by an index, and of a change of the town alone", async () => {
    const other = { venue: new Types.ObjectId(), state: "published" };
    const refused = { venue: venue._id, state: "refused" };
    const said = { authorName: "Marie D.", stayDay: today, rating: 5, text: "Belle salle." };
    await ReviewModel.insertMany(
      [other, refused, { venue: venue._id, state: "pending" }].flatMap((fields) =>
        Array.from({ length: 20 }, () => {
          const [reservation, author] = [new Types.ObjectId(), new Types.ObjectId()];
          return { ...said, ...fields, reservation, author };
        }),
      ),
    );
    const asking = async (change: object) =>
      (await askedBy(() => called(change))).asked.filter((one) => one.startsWith("find reviews"));
    expect(await asking({ price: 500, street: "21 rue des Tilleuls" })).toEqual([]);
    expect(await asking(BORDEAUX)).toHaveLength(1);
    const filter = { venue: venue._id, state: { $in: ["pending", "published"] } };
    // Neither others' nor refused ones; its explanation knows no limit.
    expect(await examined({ find: "reviews", filter, limit: 1 })).toEqual({
      examined: 20,
      returned: 20,
    });
  });

  it("is named on the owner's page", async () => {
    const hint = "Ses avis parlent de l’endroit où il est";
    const page = async () =>
      (await (await rendered(owner.visitor, path())).text()).replaceAll(/\s+/g, " ");
    expect(await page()).not.toContain(hint);
    const rating = { count: 1, sum: 5, average: 50 };
    await VenueModel.updateOne({ _id: venue._id }, { $set: { rating } });
    expect(await page()).toContain(hint);
  });

  describe("that is said at this moment", () => {
    const writing = async () => {
      const { _id } = await booked({ status: "ended", startDate: addDays(today, -5) });
      const said = { rating: 5, text: "Belle salle, claire et calme." };
      return () =>
        writeReview({
          ...{ reservationId: _id.toString(), buyerId: buyer._id.toString(), now },
          ...said,
        });
    };

    it("is refused where the review is there first", async () => {
      const write = await writing();
      // When the reviews have been looked for.
      justBefore("Venue", "updateOne", write);
      expect((await sent(BORDEAUX)).status).toBe(409);
      expect(await stored()).toMatchObject({ city: "Lyon" });
      expect(await ReviewModel.countDocuments()).toBe(1);
    });

    it("is saved where it is there first, and the review is refused", async () => {
      const write = await writing();
      const moved = besides("User", "findOne", () => sent(BORDEAUX));
      const written = await write().then(
        () => "written",
        (error: unknown) => (error as Refusal).code,
      );
      await moved();
      const { city } = await stored();
      expect([written, city]).toEqual(
        written === "written" ? ["written", "Lyon"] : ["review_elsewhere", "Bordeaux"],
      );
      expect(await ReviewModel.countDocuments()).toBe(city === "Lyon" ? 1 : 0);
    });
  });
});

describe("another street, while something is to come there", () => {
  const STREET = { street: "21 rue des Tilleuls" };
  const both = ["12 rue des Tilleuls\n69003 Lyon", "21 rue des Tilleuls\n69003 Lyon"];

  it("is told to each who is to come, once, with both addresses; its owner is told to how many", async () => {
    const asking = await createUser();
    const held = await createUser();
    const stay = await booked({ status: "confirmed" });
    await booked({ status: "confirmed", startDate: addDays(today, 12) });
    const startDate = addDays(today, 14);
    const request = await createReservation({ venue, buyer: asking, status: "pending", startDate });
    const later = addDays(today, 16);
    await createReservation({ venue, buyer: held, status: "hold", startDate: later });

    const answer = await sent(STREET);
    expect(answer.status).toBe(303);
    expect(toastOf(answer)).toContain("à 2\u00a0clients qui ont");
    const told = await mails();
    expect(told.map(({ to }) => to).sort()).toEqual(
      [buyer.email, buyer.email, asking.email].sort(),
    );
    for (const { text } of told) for (const address of both) expect(text).toContain(address);
    const about = (one: Reservation) => told.find((mail) => mail.about === one._id.toString())!;
    expect(about(stay).text).toContain(owner.user.email);
    expect(about(stay).text).toContain("Par la cour.");
    expect(about(stay).text).toContain(`/mes-demandes/${stay._id.toString()}`);
    expect(about(stay).attachment?.content).toContain("21 rue des Tilleuls");
    expect(about(request).text).toContain("annuler votre demande");
    expect(about(request).text).not.toContain("Par la cour.");
    expect(about(request).text).not.toContain(owner.user.email);
    expect(about(request).attachment).toBeUndefined();
    await expectToldAlike(stay, "reservation-address", { to: ["buyer"], now });
    await expectMailsWhole();
    expect((await called(STREET)).status).toBe(200);
    expect(await mails()).toHaveLength(3);
  });

  it("is told by a call, and by the office's, as by the form", async () => {
    await booked({ status: "confirmed" });
    expect((await called(STREET)).status).toBe(200);
    expect(await mails()).toHaveLength(1);
    const office = await called(
      { street: "23 rue des Tilleuls", userId: owner.id },
      await newAdmin(),
    );
    expect(office.status).toBe(200);
    const toBuyer = (await mails()).filter(({ to }) => to === buyer.email);
    expect(toBuyer.at(-1)?.text).toContain("23 rue des Tilleuls");
  });

  it("is told to nobody where only how to get in, or what it costs, is another", async () => {
    await booked({ status: "confirmed" });
    expect((await sent({ arrival: "Par le jardin.", price: "500" })).status).toBe(303);
    expect(await mails()).toEqual([]);
  });

  it("is not saved where its clients cannot be told", async () => {
    await booked({ status: "confirmed" });
    vi.spyOn(MailModel, "insertMany").mockRejectedValueOnce(new Error("broken"));
    const change = changeVenue(owner.id, venue._id.toString(), STREET, {
      tell: queueAddressMails,
    });
    await expect(change).rejects.toThrow("broken");
    expect(await stored()).toMatchObject({ street: "12 rue des Tilleuls" });
    // Nor by what forgets to tell them.
    await expect(changeVenue(owner.id, venue._id.toString(), STREET)).rejects.toThrow();
    expect(await stored()).toMatchObject({ street: "12 rue des Tilleuls" });
  });

  describe("and what waits still to be sent", () => {
    const waiting = async (name: string) =>
      (await MailModel.find({ status: "queued", to: buyer.email }).lean()).filter(({ key }) =>
        key.startsWith(`reservation-${name}:`),
      );
    /** All that its buyer will have been told of where it is. */
    const expectCorrected = async (name: string, street = "21 rue des Tilleuls") => {
      const [mail, ...others] = await waiting(name);
      expect(others).toEqual([]);
      expect(mail?.attachment?.content).toContain(street);
      for (const text of [mail?.text, mail?.attachment?.content])
        expect(text).not.toContain("12 rue des Tilleuls");
      return mail;
    };

    it("of an earlier correction is taken back by the next", async () => {
      await booked({ status: "confirmed" });
      await sent(STREET);
      await sent({ street: "23 rue des Tilleuls" });
      const mail = await expectCorrected("address", "23 rue des Tilleuls");
      expect(mail?.text).toContain("21 rue des Tilleuls");
    });

    it("of a correction is taken back where there is nothing to come any more", async () => {
      const { _id } = await booked({ status: "confirmed" });
      const request = await booked({ status: "pending", startDate: addDays(today, 14) });
      await sent(STREET);
      expect(await waiting("address")).toHaveLength(2);
      const by = { role: "owner", userId: owner.id } as const;
      await cancelReservation({ reservationId: _id.toString(), by, now });
      expect((await waiting("address")).map(({ about }) => about)).toEqual([
        request._id.toString(),
      ]);
      await inTransaction((session) =>
        queueReservationMails([{ news: "accepted", reservation: request }], session),
      );
      expect(await waiting("address")).toHaveLength(1);
      await inTransaction((session) =>
        queueReservationMails([{ news: "refused", reservation: request }], session),
      );
      expect(await waiting("address")).toEqual([]);
    });

    it.each(["confirmed", "accepted"] as const)("that it is %s is made anew", async (news) => {
      const reservation = await booked({ status: "confirmed" });
      await inTransaction((session) => queueReservationMails([{ news, reservation }], session));
      await sent(STREET);
      expect((await expectCorrected(news))?.text).toContain("21 rue des Tilleuls");
      await sent({ street: "23 rue des Tilleuls" });
      expect((await expectCorrected(news, "23 rue des Tilleuls"))?.text).toContain("23 rue");
      // What has left is not sent again.
      await MailModel.updateMany({}, { $set: { status: "sent" } });
      await sent({ street: "25 rue des Tilleuls" });
      expect(await waiting(news)).toEqual([]);
    });

    it("of other dates has the file anew", async () => {
      const reservation = await booked({ status: "confirmed" });
      const dates = { from: "le 11/06/2027", to: "le 12/06/2027" };
      await inTransaction((session) =>
        queueChangeMails("changed", { reservation, dates }, session),
      );
      await sent(STREET);
      await expectCorrected("dates-changed");
    });
  });

  describe("and a reminder of it", () => {
    const soon = async () =>
      await booked({
        ...{ status: "confirmed", startDate: addDays(today, 2) },
        paidAt: addMinutes(now, -3 * 24 * 60),
      });
    const reminder = async () =>
      (await mails()).find(({ key, to }) => key.includes("event-soon") && to === buyer.email)?.text;

    it("that has not left does not, and the owner's does", async () => {
      await soon();
      await remindOfEvents(now);
      expect(await reminder()).toContain("12 rue des Tilleuls");
      expect((await sent(STREET)).status).toBe(303);
      expect(await reminder()).toBeUndefined();
      expect((await mails()).map(({ to }) => to).sort()).toEqual(
        [buyer.email, owner.user.email].sort(),
      );
    });

    it("that is written at this moment has it as it is by then", async () => {
      await soon();
      justBefore("User", "find", () => called(STREET));
      await remindOfEvents(now);
      expect(await reminder()).toContain("21 rue des Tilleuls");
    });

    it("that comes after it has the corrected one, as the confirmation that is sent again", async () => {
      const stay = await soon();
      await sent(STREET);
      await remindOfEvents(addMinutes(now, 1));
      expect(await reminder()).toContain("21 rue des Tilleuls");
      expect(await reminder()).not.toContain("12 rue des Tilleuls");
      const again = { side: "buyer", at: now } as const;
      const notice = { news: "confirmed", reservation: stay, again } as const;
      await inTransaction((session) => queueReservationMails([notice], session));
      expect((await mails()).at(-1)?.text).toContain("21 rue des Tilleuls");
    });
  });
});

describe("days that are taken while their venue moves", () => {
  const reserving = () =>
    reserve({
      venueId: venue._id.toString(),
      buyer: { id: buyer._id.toString() },
      ...{ startDate: addDays(today, 5), endDate: addDays(today, 5) },
      ...{ requestKey: "test", now },
    });
  const paying = ({ _id, userId }: Reservation) =>
    claimAttempt({ reservationId: _id.toString(), buyerId: userId.toString(), now }, () => false);
  const moving = (to: object) =>
    changeVenue(venue.userId.toString(), venue._id.toString(), { ...to });

  beforeEach(async () => {
    ({ venue } = await createPayableVenue());
  });

  /** Right before the days are written down, when the venue has been read. */
  function beforeDaysAreTaken(other: () => Promise<unknown>) {
    const insertMany = BookedSlotModel.insertMany.bind(BookedSlotModel) as (
      ...args: unknown[]
    ) => Promise<unknown>;
    const then = async (...args: unknown[]): Promise<unknown> => {
      await other();
      return await insertMany(...args);
    };
    vi.spyOn(BookedSlotModel, "insertMany").mockImplementationOnce(then as never);
  }

  it.each([BORDEAUX, { postalCode: "69007" }, { city: "Villeurbanne" }])(
    "cannot be paid, and are free again: %o",
    async (to) => {
      beforeDaysAreTaken(() => moving(to));
      const hold = await reserving();
      expect(await stored()).toMatchObject(to);
      await expect(paying(hold)).rejects.toMatchObject({ code: "venue_moved" });
      expect(await ReservationModel.findById(hold._id).lean()).toMatchObject({ status: "dead" });
      expect(await BookedSlotModel.countDocuments()).toBe(0);
      // Reserved once more, they are days of where it is now.
      const again = await reserving();
      expect(again).toMatchObject({ status: "hold", venueCity: (await stored()).city });
      expect(await paying(again)).toMatchObject({ kind: "claimed" });
    },
  );

  it("can be paid where it is the same town otherwise spelt, or another street", async () => {
    beforeDaysAreTaken(() => moving({ city: "LYON", street: "21 rue des Tilleuls" }));
    expect(await paying(await reserving())).toMatchObject({ kind: "claimed" });
  });

  it("are told of another street that comes while they are confirmed, by the confirmation or after it", async () => {
    const hold = await reserving();
    const [id, buyerId] = [hold._id.toString(), buyer._id.toString()];
    await payOnPage(await startPayment({ reservationId: id, buyerId, now: new Date() }));
    const street = "21 rue des Tilleuls";
    const corrected = besides("Venue", "find", () =>
      changeVenue(
        venue.userId.toString(),
        venue._id.toString(),
        { street },
        { tell: queueAddressMails },
      ),
    );
    expect(await syncReservation(id)).toMatchObject({ status: "confirmed" });
    await corrected();
    expect(await stored()).toMatchObject({ street });
    const told = (await mails()).filter(({ to }) => to === buyer.email);
    expect(told.some(({ text }) => text?.includes(street))).toBe(true);
  });

  it("say why they cannot be paid where the venue can be reserved anew, to who has no card form", async () => {
    beforeDaysAreTaken(() => moving(BORDEAUX));
    const hold = await reserving();
    const { visitor } = await loggedIn(buyer);
    const params = { id: venue._id.toString() };
    const path = `/reservation/${params.id}/paiement?demande=${hold._id.toString()}`;
    const answer = await visitor.visit(pay, path, { form: { intent: "pay" }, params });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/reservation/${params.id}`);
    expect(toastOf(answer)).toContain(refusalMessage("venue_moved"));
  });

  it("keep it where it is once they are paid for in the same instant", async () => {
    justBefore("Venue", "updateOne", async () => {
      expect(await paying(await reserving())).toMatchObject({ kind: "claimed" });
    });
    await expect(moving(BORDEAUX)).rejects.toMatchObject({ code: "town_in_use" });
    expect(await stored()).toMatchObject({ city: "Lyon" });
  });
});
