import { sandbox, stored, untilCertain } from "../support/payments";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import type { Reservation } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { WishModel, type Wish } from "@models/wish";
import { answerToken } from "~/bookings/mail/answer-link.server";
import { changeDates } from "~/bookings/change/change-dates.server";
import { chargeHeld } from "~/bookings/payment/charge.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { reopenDays } from "~/bookings/reserve/close-days.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { leaveWish } from "~/bookings/waiting/leave-wish.server";
import { offerWishes } from "~/bookings/waiting/offer-wishes.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { action as byLink } from "~/routes/demandes/$token/$answer";
import { action as callCancel } from "~/routes/api/location/cancel-reservation";
import { action as callRefuse } from "~/routes/api/location/refuse-reservation/$id";
import { action as callRefund } from "~/routes/api/stripe/refund";
import { action as answer } from "~/routes/mes-locations/demandes/$id/$answer";
import { action as callOff } from "~/routes/mes-locations/demandes/$id/annuler";
import { action as answerDates } from "~/routes/mes-locations/demandes/$id/dates/$answer";
import { byDay } from "../support/by-day";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { loggedIn, newMember, type Member } from "../support/members";
import type { Handler } from "../support/visitor";

/** A hall cannot be used: its owner gives up who is to come, and nobody else may have the days. */

useDatabase();

const now = new Date();
const FIRST = addDays(todayInParis(now), 40);
const RAW = { startDate: FIRST, endDate: addDays(FIRST, 2) };
let buyer: Member;
let second: Member;
let owner: Member;
let venue: Venue;
/** Of three days, from `FIRST` on. */
let reservation: Reservation;
let wish: Wish;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  [buyer, second] = await Promise.all([newMember(), newMember()]);
  const made = await confirmReservation(buyer.user, { now });
  ({ reservation, venue } = made);
  owner = await loggedIn(made.owner);
});

const venueId = () => venue._id.toString();
const wait = async (raw = RAW) => {
  wish = await leaveWish({ venueId: venueId(), userId: second.id, raw, now });
};
const hold = (who: Member, raw = RAW) =>
  reserve({ ...{ venueId: venueId(), buyer: { id: who.id }, now }, ...raw, requestKey: "again" });
const wishState = async () => (await WishModel.findById(wish._id).lean())?.state;
const slotsOf = (fields: object = {}) => BookedSlotModel.find(fields).sort({ _id: 1 }).lean();
const blocks = async () =>
  (await slotsOf()).flatMap(({ _id, block }) => (block === undefined ? [] : [`${_id} ${block}`]));
const owners = (...days: string[]) =>
  days.flatMap((day) => ["AM", "PM"].map((slot) => `${venueId()}:${day}:${slot} owner`));
const THREE = [FIRST, addDays(FIRST, 1), addDays(FIRST, 2)];

async function press(
  handler: Handler,
  params: Record<string, string>,
  form: Record<string, string>,
): Promise<void> {
  const answered = await owner.visitor.visit(handler, "/", { params, form });
  expect(answered.status).toBe(303);
}

const calledOff = (form: Record<string, string> = {}) =>
  press(
    callOff,
    { id: reservation._id.toString() },
    { amount: String(reservation.total), why: "Dégât des eaux", ...form },
  );
const KEPT = { keepClosed: "on" };

describe("calling off", () => {
  test("with the box ticked, the days are closed and offered to nobody", async () => {
    await wait();
    await calledOff(KEPT);
    expect((await stored(reservation)).status).toBe("cancelled");
    expect(await blocks()).toEqual(owners(...THREE));
    await offerWishes(byDay(addMinutes(now, 20)));
    expect(await wishState()).toBe("waiting");
    await expect(hold(second)).rejects.toMatchObject({ code: "days_taken" });
    // Pressed again, without it: what was done first stands.
    await calledOff();
    expect(await blocks()).toEqual(owners(...THREE));
    await reopenDays(owner.id, venueId(), { ...RAW, startSlot: "AM", endSlot: "PM" });
    expect(await offerWishes(byDay(now))).toBe(1);
    expect(await wishState()).toBe("offered");
  });

  test("without it, whoever waits is offered them", async () => {
    await wait();
    await calledOff();
    // Too late: they are given up.
    await calledOff(KEPT);
    expect(await blocks()).toEqual([]);
    await offerWishes(byDay(now));
    expect(await wishState()).toBe("offered");
  });

  test("nobody has the days while Stripe is away, and what prepared them comes free in the end", async () => {
    await VenueModel.updateOne({ _id: venue._id }, { preparationAfter: 2 });
    const apart = { startDate: addDays(FIRST, 10), endDate: addDays(FIRST, 10) };
    const held = await hold(buyer, apart);
    await chargeHeld({
      ...{ reservationId: held._id.toString(), venueId: venueId(), buyer },
      ...{ expectedTotal: held.total, paymentMethodId: "pm_card_visa", now },
    });
    await sandbox.settled();
    reservation = await stored(held);
    await sandbox.control("faults", { nextAnswer: "500", path: "/v1/refunds", times: 99 });
    const said = vi.spyOn(logger, "error").mockReturnValue();
    onTestFinished(() => said.mockRestore());
    await calledOff(KEPT);
    expect((await stored(reservation)).status).toBe("cancelling");
    expect(await blocks()).toEqual(owners(apart.startDate));
    await sandbox.control("faults", { nextAnswer: "normal" });
    await untilCertain();
    await reconcile(addMinutes(now, 6));
    expect((await stored(reservation)).status).toBe("cancelled");
    expect(await blocks()).toEqual(owners(apart.startDate));
    expect(await slotsOf({ reservation: reservation._id })).toEqual([]);
  });
});

describe.each(["cancel-reservation", "refund"])("by a program's %s", (name) => {
  const called = async (who: Member, said: object = { keepClosed: true }) => {
    const { paymentIntentId, startDate } = reservation;
    const [handler, which] =
      name === "refund"
        ? [callRefund, { paymentIntentId, startDate }]
        : [callCancel, { buyerId: buyer.id, locationId: venueId(), startDate }];
    const done = await who.visitor.visit(handler, "/", { json: { ...which, ...said } });
    expect(done.status).toBe(200);
  };

  test("an owner keeps the days closed, once", async () => {
    await called(owner);
    expect((await stored(reservation)).status).toBe("cancelled");
    await called(owner, {});
    expect(await blocks()).toEqual(owners(...THREE));
    await reopenDays(owner.id, venueId(), { ...RAW, startSlot: "AM", endSlot: "PM" });
    await called(owner);
    expect(await blocks()).toEqual([]);
  });

  test("an owner gives them up otherwise, and a buyer keeps none closed", async () => {
    await called(owner, {});
    expect(await blocks()).toEqual([]);
    ({ reservation, venue } = await confirmReservation(buyer.user, { now }));
    await called(buyer);
    expect((await stored(reservation)).status).toBe("cancelled");
    expect(await blocks()).toEqual([]);
  });
});

describe("a refusal", () => {
  beforeEach(async () => {
    await VenueModel.updateOne({ _id: venue._id }, { needValidation: true });
    const apart = { startDate: addDays(FIRST, 10), endDate: addDays(FIRST, 10) };
    const held = await hold(buyer, apart);
    await wait(apart);
    await chargeHeld({
      ...{ reservationId: held._id.toString(), venueId: venueId(), buyer },
      ...{ expectedTotal: held.total, paymentMethodId: "pm_card_visa", now },
    });
    reservation = await stored(held);
  });

  test.each(["on the site", "by the mail's link", "by a program"])(
    "%s may keep the days closed",
    async (way) => {
      const id = reservation._id.toString();
      const token = answerToken(id, reservation.answerBy!, owner.user.email);
      if (way === "on the site") await press(answer, { id, answer: "refuser" }, KEPT);
      else if (way === "by the mail's link")
        await press(byLink, { token, answer: "refuser" }, KEPT);
      else {
        const call = { params: { id }, json: { keepClosed: true } };
        const refused = await owner.visitor.visit(callRefuse, "/", call);
        expect(await refused.json()).toEqual({ success: true, status: "cancelled" });
      }
      expect((await stored(reservation)).status).toBe("cancelled");
      expect(await blocks()).toEqual(owners(reservation.startDate));
      await offerWishes(byDay(addMinutes(now, 20)));
      expect(await wishState()).toBe("waiting");
    },
  );

  test("gives them up otherwise, as a yes does with none", async () => {
    await press(answer, { id: reservation._id.toString(), answer: "refuser" }, {});
    expect(await blocks()).toEqual([]);
  });

  test("keeps none closed of what is accepted", async () => {
    await press(answer, { id: reservation._id.toString(), answer: "accepter" }, KEPT);
    expect((await stored(reservation)).status).toBe("confirmed");
    expect(await blocks()).toEqual([]);
  });
});

test("refused dates may stay closed, and those of the reservation stay its own", async () => {
  await VenueModel.updateOne({ _id: venue._id }, { needValidation: true });
  const raw = { startDate: addDays(FIRST, 2), endDate: addDays(FIRST, 4) };
  await changeDates({
    ...{ reservationId: reservation._id.toString(), buyerId: buyer.id, now },
    raw,
  });
  const asked = (await stored(reservation)).change!.at.toISOString();
  const params = { id: reservation._id.toString(), answer: "refuser" };
  await press(answerDates, params, { asked, ...KEPT });
  expect(await blocks()).toEqual(owners(addDays(FIRST, 3), addDays(FIRST, 4)));
  expect(await slotsOf({ reservation: reservation._id })).toHaveLength(6);
});
