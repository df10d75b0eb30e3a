import { Types } from "mongoose";
import { beforeEach, describe, expect, it, vi, afterAll, beforeAll } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { type Venue, VenueModel } from "@models/venue";
import { cancelByDay, cancelByPayment } from "~/bookings/cancel/api-cancellation.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";
import { day, now, ago, idOf } from "../support/unchanging";
import { settleCancelled } from "~/bookings/payment/settle-cancelled.server";
import { finishTransition } from "~/bookings/payment/sync-reservation.server";
import type * as closing from "~/payments/close-payment.server";
import { releasePayment } from "~/payments/close-payment.server";
import { NO_PAYMENT, type PaymentSnapshot } from "~/payments/snapshot";
import { logger } from "~/platform/log.server";
import { askedBy, kindsOf } from "../support/asked-of-database";
import { leftBehind } from "../support/left-behind";
import { WishModel, type Wish } from "@models/wish";
import { ANY_ADDRESS, answerToken, offerLink } from "~/bookings/mail/answer-link.server";
import {
  isOpenOffer,
  offerByLink,
  takeOffer,
  withdrawWish,
} from "~/bookings/waiting/answer-offer.server";
import { addMinutes, parisMidnight } from "~/platform/days";
import { justBefore } from "../support/just-before";

/**
 * What is called off, given up or settled, by whom, and what lies around it that stays as it is. Where it ends for real,
 * with its money, is asked by refunds.test.ts, close-payment.test.ts and told.test.ts.
 */

vi.mock("~/bookings/cancel/cancel-reservation.server", () => ({ cancelReservation: vi.fn() }));

vi.mock("~/payments/close-payment.server", async (original) => ({
  ...(await original<typeof closing>()),
  releasePayment: vi.fn(),
}));

vi.mock("~/bookings/payment/sync-reservation.server", () => ({ finishTransition: vi.fn() }));

useDatabase();

/**
 * Which reservation a call means by a day or by a payment, and who may call it off: whatever else lies around it. What
 * calling off does is asked elsewhere.
 */
describe("a call", () => {
  const START = day(40);
  const PAYMENT = "pi_meant";
  /** In which there is nothing to call off. */
  const OVER = ["hold", "dead", "joined", "cancelling", "cancelled"] as const;
  let venue: Venue;
  let owner: User;
  let buyer: User;
  let stranger: User;
  const cancelAny = vi.fn();

  beforeEach(async () => {
    await emptyDatabase();
    owner = await createOwner();
    venue = await createVenue(owner);
    [buyer, stranger] = [await createUser(), await createUser()];
    vi.mocked(cancelReservation).mockReset();
    cancelAny.mockReset();
  });

  /** One of those that lie around, in each other's days as it may be: paid by another payment, if it is said by none. */
  const made = async (fields: Partial<Parameters<typeof createReservation>[0]> = {}) => {
    const _id = new Types.ObjectId();
    const one = { _id, venue, buyer, startDate: START, paymentIntentId: `pi_${_id.toString()}` };
    await BookedSlotModel.deleteMany();
    return await createReservation({ ...one, status: "confirmed", ...fields });
  };
  const madeAs = (fields: Parameters<typeof made>[0] = {}) =>
    made({ paymentIntentId: PAYMENT, ...fields });

  const who = ({ _id }: User, mayAny = false) => ({
    ...{ id: _id.toString(), cancelAny: mayAny ? cancelAny : null },
  });

  const byDay = (person: ReturnType<typeof who>, fields: object = {}) =>
    cancelByDay({
      ...{ venueId: venue._id.toString(), buyerId: buyer._id.toString(), startDate: START },
      ...{ person, now, ...fields },
    });
  const byPayment = (person: ReturnType<typeof who>, fields: object = {}) =>
    cancelByPayment({ paymentIntentId: PAYMENT, startDate: START, person, now, ...fields });

  describe.each([
    ["by its day", byDay],
    ["by its payment", byPayment],
  ])("a reservation meant %s", (_how, cancel) => {
    /** Expects a call to call off this one, as this side of it, and no other. */
    async function expectCalledOff(of: Reservation, person: User, role: "buyer" | "owner") {
      const answer = { ...of, reference: "called off" };
      vi.mocked(cancelReservation).mockResolvedValueOnce(answer);
      expect(await cancel(who(person))).toBe(answer);
      const by = { role, userId: person._id.toString() };
      const asked = { reservationId: of._id.toString(), by, now };
      expect(vi.mocked(cancelReservation).mock.lastCall).toEqual([asked]);
    }

    it("is that one, whatever its buyer, its owner or the day has besides, for both sides", async () => {
      const around = async () => {
        await made({ venue: await createVenue(owner) });
        await made({ buyer: stranger });
        await made({ startDate: day(41) });
        for (const status of OVER) await made({ status });
      };
      await around();
      const meant = await madeAs();
      await around();
      await expectCalledOff(meant, buyer, "buyer");
      await expectCalledOff(meant, owner, "owner");
    });

    it("is called off for who may call off any, by what they call it off with", async () => {
      const meant = await madeAs();
      cancelAny.mockResolvedValueOnce("done");
      expect(await cancel(who(stranger, true))).toBe("done");
      expect(cancelAny.mock.calls).toEqual([[meant._id.toString()]]);
      expect(cancelReservation).not.toHaveBeenCalled();
      // Their own is theirs.
      await cancel(who(buyer, true));
      expect(cancelReservation).toHaveBeenCalledOnce();
      expect(cancelAny).toHaveBeenCalledOnce();
    });

    it.each(["cancelled", "cancelling"] as const)("stays %s", async (status) => {
      const { _id } = await madeAs({ status });
      for (const person of [who(buyer), who(owner), who(stranger, true)]) {
        expect(await cancel(person)).toMatchObject({ _id, status });
      }
      await expect(cancel(who(stranger))).rejects.toMatchObject({ code: "forbidden" });
      expect([vi.mocked(cancelReservation).mock.calls, cancelAny.mock.calls]).toEqual([[], []]);
    });

    it("is nobody else's", async () => {
      await madeAs();
      await expect(cancel(who(stranger))).rejects.toMatchObject({ code: "forbidden" });
      expect(cancelReservation).not.toHaveBeenCalled();
    });

    it.each<ReservationState>(["hold", "dead", "joined"])(
      "is none while it is %s",
      async (status) => {
        await madeAs({ status });
        for (const person of [who(buyer), who(stranger, true)]) {
          await expect(cancel(person)).rejects.toMatchObject({ code: "not_found" });
        }
      },
    );

    it("is none on another day", async () => {
      await madeAs({ startDate: day(41) });
      await expect(cancel(who(buyer))).rejects.toMatchObject({ code: "not_found" });
    });
  });

  it("who asks about a day of somebody else's is not told whether there is one", async () => {
    await expect(byDay(who(stranger))).rejects.toMatchObject({ code: "forbidden" });
    await expect(byDay(who(owner))).rejects.toMatchObject({ code: "forbidden" });
    await expect(byDay(who(stranger, true))).rejects.toMatchObject({ code: "not_found" });
  });

  it("there is nothing under what is no id", async () => {
    for (const fields of [{ venueId: "x" }, { buyerId: "x" }]) {
      await expect(byDay(who(owner), fields)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("the payment of a supplement means the reservation that it was joined to", async () => {
    const [other, meant] = [await made(), await made()];
    const supplement = (of: Reservation, status: "joined" | "hold", paymentIntentId: string) =>
      made({
        ...{ status, paymentIntentId, startDate: day(50) },
        supplementTo: {
          ...{ reservation: of._id, startDate: of.startDate, endDate: of.endDate },
          ...{ startSlot: of.startSlot, endSlot: of.endSlot, total: of.total },
        },
      });
    await supplement(other, "joined", "pi_other");
    const { _id } = await supplement(meant, "hold", PAYMENT);
    await expect(byPayment(who(buyer))).rejects.toMatchObject({ code: "not_found" });
    await ReservationModel.updateOne({ _id }, { status: "joined" });
    await byPayment(who(buyer));
    const reservationId = meant._id.toString();
    expect(vi.mocked(cancelReservation).mock.calls).toMatchObject([[{ reservationId }]]);
    const elsewhere = { startDate: day(50) };
    await expect(byPayment(who(buyer), elsewhere)).rejects.toMatchObject({ code: "not_found" });
  });
});

/** Which of many cancelled reservations are settled together, what that leaves, and which are left to finish one by one. */
describe("settling", () => {
  const release = vi.mocked(releasePayment);
  const finish = vi.mocked(finishTransition);
  let venue: Awaited<ReturnType<typeof createVenue>>;
  let buyer: User;

  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now });
  });
  beforeEach(async () => {
    await emptyDatabase();
    venue = await createVenue(await createOwner({ _id: idOf(1) }), {
      _id: idOf(2),
      title: "La Grange",
    });
    buyer = await createUser({ _id: idOf(3) });
    finish.mockReset().mockImplementation((reservation) => Promise.resolve(reservation));
    release
      .mockReset()
      .mockImplementation(({ paymentIntentId = "" }) => Promise.resolve(released(paymentIntentId)));
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  /** What becomes of an authorisation that is set free. */
  const released = (intentId: string): PaymentSnapshot => ({
    ...NO_PAYMENT,
    ...{ intentId, state: "cancelled", settled: true },
  });

  /** A request that nobody answered, whose money is to be set free. */
  const cancelling = (number: number, fields: Partial<Reservation> = {}) =>
    createReservation({
      ...({ venue, buyer, status: "cancelling", startDate: day(10 + number) } as const),
      ...{ _id: idOf(10 + number), reference: `PDS-N${number}`, createdAt: ago(1) },
      paymentIntentId: `pi_${number}`,
      cancellation: { by: "system", why: "Sans réponse", at: ago(0), refund: 0 },
      history: [{ state: "cancelling", at: ago(0), by: "system", why: "Sans réponse" }],
      ...fields,
    });
  const finished = () => finish.mock.calls.map(([{ _id }, at]) => [_id, at]);
  const each = (...reservations: Reservation[]) => reservations.map(({ _id }) => [_id, now]);

  it("those whose money is set free are settled together, once; others are not", async () => {
    const [one, two] = [await cancelling(1), await cancelling(2)];
    const unpaid = await cancelling(3, { paymentIntentId: undefined });
    const paid = await cancelling(4, { paidAt: ago(1) });
    const opening = await cancelling(5, { opening: now });
    const captured = await cancelling(6);
    const another = await cancelling(7);
    release.mockImplementation(({ paymentIntentId = "" }) => {
      const payment = released(paymentIntentId);
      if (paymentIntentId === "pi_6") return Promise.resolve({ ...payment, state: "paid" });
      return Promise.resolve(
        paymentIntentId === "pi_7" ? { ...payment, intentId: "pi_8" } : payment,
      );
    });
    const meanwhile = await cancelling(8);
    await settleCancelled([meanwhile], now);
    release.mockClear();
    const asked: string[] = [];
    const settling = async () => {
      const all = [one, unpaid, paid, opening, captured, another, two, meanwhile];
      const done = await askedBy(() => settleCancelled(all, now), { changes: false });
      asked.push(...done.asked);
    };
    expect(await leftBehind(settling, now, { also: () => kindsOf(asked) })).toMatchSnapshot();
    expect(finished().sort()).toEqual(each(unpaid, paid, opening, captured, another).sort());
    expect(release.mock.calls.map(([{ paymentIntentId }, id]) => [paymentIntentId, id])).toEqual(
      ["pi_1", "pi_6", "pi_7", "pi_2", "pi_8"].map((id) => [id, id]),
    );
  });

  it("none that Stripe does not set free is settled, and the log is told", async () => {
    const failed = vi.spyOn(logger, "error").mockReturnValue();
    const [one, two] = [await cancelling(1), await cancelling(2)];
    const err = new Error("Stripe is away");
    release.mockRejectedValueOnce(err);
    await settleCancelled([one, two], now);
    expect(finished()).toEqual([]);
    expect(failed.mock.calls).toEqual([
      [{ err, of: one._id.toString() }, "authorisation not released"],
    ]);
    const states = await ReservationModel.find().sort({ _id: 1 }).lean();
    expect(states.map(({ status }) => status)).toEqual(["cancelling", "cancelled"]);
    failed.mockRestore();
  });

  it("all are finished one by one when they cannot be written together, each for itself", async () => {
    const warned = vi.spyOn(logger, "warn").mockReturnValue();
    const failed = vi.spyOn(logger, "error").mockReturnValue();
    const all = [await cancelling(1), await cancelling(2, { paidAt: ago(1) }), await cancelling(3)];
    const [err, other] = [new Error("a fault"), new Error("another one")];
    vi.spyOn(ReservationModel, "updateMany").mockImplementationOnce(() => {
      throw err;
    });
    finish.mockRejectedValueOnce(other);
    await settleCancelled(all, now);
    expect(warned.mock.calls).toEqual([[{ err }, "cancellations not settled together"]]);
    expect(failed.mock.calls).toEqual([
      [{ err: other, of: expect.any(String) as unknown }, "cancellation not settled"],
    ]);
    expect(finished().sort()).toEqual(each(...all).sort());
    vi.restoreAllMocks();
  });

  it("sixteen at once are asked of Stripe, and sixteen finished", async () => {
    const all = [];
    for (let number = 1; number <= 17; number += 1)
      all.push(await cancelling(number, { paidAt: ago(1) }));
    let [running, most] = [0, 0];
    const counted = async <T>(answer: T): Promise<T> => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return answer;
    };
    finish.mockImplementation((reservation) => counted(reservation));
    await settleCancelled(all, now);
    expect([finish.mock.calls.length, most]).toEqual([17, 16]);
    [running, most] = [0, 0];
    release.mockImplementation(() => counted(NO_PAYMENT));
    await settleCancelled(
      all.map(({ paidAt: _, ...unpaid }) => unpaid),
      now,
    );
    expect([release.mock.calls.length, most]).toEqual([17, 16]);
  });
});

/** What is held for somebody on a waiting list: who may take it or give it up, until when, and what either leaves. */
describe("what is held for somebody", () => {
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
      await refused(
        "not_found",
        answerToken(wish._id.toString(), begins, ANY_ADDRESS, "answer-link"),
      );
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
      // A second press, of a page from before the first or from after it.
      const again = async () => {
        const found = (await ReservationModel.findById(hold._id).lean())!;
        for (const seen of [hold, found]) {
          expect(await takeOffer({ wish, hold: seen }, now)).toEqual(found);
        }
        const over = takeOffer({ wish, hold: found }, addMinutes(now, 120));
        await expect(over).rejects.toMatchObject({ code: "offer_over" });
      };
      expect(await leftBehind(again, now)).toBe("");
    });

    it("by a second press leads on to what was paid by then, not to what came to nothing", async () => {
      await takeOffer({ wish, hold }, now);
      const again = async (status: Reservation["status"]) => {
        await ReservationModel.updateOne({ _id: hold._id }, { status });
        return await takeOffer({ wish, hold }, now);
      };
      for (const status of ["pending", "capturing", "confirmed", "ended"] as const) {
        expect(await again(status)).toMatchObject({ _id: hold._id, status });
      }
      for (const status of ["cancelling", "cancelled", "dead"] as const) {
        await expect(again(status)).rejects.toMatchObject({ code: "offer_over" });
      }
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
      expect(await leftBehind(() => withdrawing(), now)).toBe("");
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

    it("is its person's, as long as it is not over, and not while it is being paid", async () => {
      await refused("not_found", idOf(4).toString());
      await expect(withdrawWish(idOf(9_999).toString(), me(), now)).rejects.toMatchObject({
        code: "not_found",
      });
      await refused("offer_over", me(), addMinutes(now, 120));
      for (const state of ["taken", "lapsed"]) {
        await WishModel.collection.updateOne({ _id: wish._id }, { $set: { state } });
        await refused("offer_over");
      }
      await WishModel.updateOne({ _id: wish._id }, { state: "offered" });
      await ReservationModel.updateOne({ _id: hold._id }, { opening: now, attempt: 1 });
      await refused("payment_opening");
      await ReservationModel.updateOne(
        { _id: hold._id },
        { $unset: { opening: 1 }, status: "dead" },
      );
      await refused("offer_over");
      await ReservationModel.deleteOne({ _id: hold._id });
      await refused("offer_over");
    });
  });
});
