import { payOnPage, sandbox, slotsHeld, stored, subjectsTo } from "../support/payments";
import { Types } from "mongoose";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { WishModel, type Wish } from "@models/wish";
import { ANY_ADDRESS, answerToken } from "~/bookings/mail/answer-link.server";
import { cancelComing } from "~/admin/users/cancel-coming.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { closeDays, reopenDays } from "~/bookings/reserve/close-days.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { forgetWishAddresses } from "~/bookings/waiting/forget-addresses.server";
import { withdrawWish } from "~/bookings/waiting/answer-offer.server";
import { leaveWish } from "~/bookings/waiting/leave-wish.server";
import { offerWishes } from "~/bookings/waiting/offer-wishes.server";
import { deleteVenue } from "~/offboarding/delete-venue.server";
import { closeAccount } from "~/offboarding/close-account.server";
import {
  addDays,
  addMinutes,
  formatInstant,
  parisMidnight,
  parisNoon,
  parseParisTime,
  todayInParis,
} from "~/platform/days";
import { keepState } from "~/platform/known-state.server";
import { logger } from "~/platform/log.server";
import { formatEuros } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { action as answerOffer, loader as offerGet } from "~/routes/attente/$token";
import { action as withdraw, loader as myRequests } from "~/routes/mes-demandes/index";
import { loader as manage } from "~/routes/profil/location/$id/index";
import { action as leave } from "~/routes/reservation/$id/attente";
import { jobsCollection } from "@jobs/queue";
import { byDay } from "../support/by-day";
import { newAdmin } from "../support/office";
import { emptyDatabase, useDatabase } from "../support/database";
import { expectDaysTold } from "../support/days-told";
import { createOwner, createVenue } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { loggedIn, newMember, type Member } from "../support/members";
import { personalData } from "../support/personal-data";
import { rendered } from "../support/rendered";
import { onboard } from "../support/stripe-journeys";
import { expectSlotsToAgree } from "../support/slots-of-reservations";
import { expectMailsWhole } from "../support/told-alike";
import type { Handler } from "../support/visitor";

/** Waiting lists: who gets days that come free, for how long, and what nobody can do with them. */

useDatabase();

/** So that it is day still when offers have run out twice. */
const now = byDay(new Date(), 400);
const day = (count: number) => addDays(todayInParis(now), count);
const STAY = { start: day(20), end: day(21) };
const RAW = { startDate: STAY.start, endDate: STAY.end };
let venue: Venue;
let owner: Member;
let first: Member;
let second: Member;
let holder: Member;
let keys = 0;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  owner = await loggedIn(await createOwner());
  venue = await createVenue(owner.user, { preparationAfter: 1 });
  [first, second, holder] = await Promise.all([newMember(), newMember(), newMember()]);
});

const take = (who: Member, at = now, raw: object = RAW) =>
  reserve({
    ...{ venueId: venue._id.toString(), buyer: { id: who.id }, now: at, ...raw },
    requestKey: `form-${(keys += 1)}`,
  });
const wishOf = (who: Member, raw = RAW, at = now) =>
  leaveWish({ venueId: venue._id.toString(), userId: who.id, raw, now: at });
const giveUp = (hold: Reservation, who: Member, at = now) =>
  cancelReservation({
    reservationId: hold._id.toString(),
    by: { role: "buyer", userId: who.id },
    now: at,
  });
const state = async ({ _id }: Wish) => (await WishModel.findById(_id).lean())?.state;
const offerTo = (who: Member) =>
  ReservationModel.findOne({ userId: who.user._id, status: "hold" }).lean();

async function answered(
  { visitor }: Member,
  handler: Handler,
  visit: { form?: Record<string, string>; params?: Record<string, string> } = {},
): Promise<Response> {
  return await visitor.visit(handler, "/", visit).catch((refused: unknown) => {
    if (refused instanceof Response) return refused;
    throw refused;
  });
}

/** The token of the link in somebody's latest mail. */
async function tokenOf({ user }: Member): Promise<string> {
  const mail = await MailModel.findOne({ to: user.email }).sort({ _id: -1 }).lean();
  return /\/attente\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

/** Both wait for what somebody holds, the first one longer. */
async function bothWait() {
  const hold = await take(holder);
  const wishes = [await wishOf(first), await wishOf(second, RAW, addMinutes(now, 1))] as const;
  return { hold, wishes };
}

describe("days that come free", () => {
  test("are offered in the turn that follows at once where another venue's list fills the first", async () => {
    await take(holder);
    const { _id } = await wishOf(first);
    const { _id: _, ...wish } = (await WishModel.findById(_id).lean())!;
    const marked = { ...wish, lookAt: new Date(0) };
    await WishModel.insertMany(Array.from({ length: 599 }, () => marked));
    const elsewhere = await createVenue(owner.user);
    await WishModel.create({ ...marked, user: second.user._id, venue: elsewhere._id });
    const asked = () => jobsCollection().countDocuments({ name: "offer-wishes" });
    await jobsCollection().deleteMany({});
    expect([await offerWishes(now), await asked()]).toEqual([0, 1]);
    await jobsCollection().deleteMany({});
    expect([await offerWishes(now), await asked()]).toEqual([1, 0]);
    expect((await offerTo(second))?.venueId).toEqual(elsewhere._id);
  });

  test("are held two hours for who waited longest; page, mail and reservation say the same", async () => {
    const hold = await take(holder);
    const id = venue._id.toString();
    const left = await answered(first, leave, { params: { id }, form: STAY });
    expect([left.status, left.headers.get("location")]).toEqual([303, "/mes-demandes"]);
    const later = await wishOf(second, RAW, addMinutes(now, 1));
    expect(await offerWishes(addMinutes(now, 1))).toBe(0);
    await giveUp(hold, holder);
    // Asked for by what freed the days, in whichever way it did.
    await expect
      .poll(() => jobsCollection().countDocuments({ name: "offer-wishes" }))
      .toBeGreaterThan(0);
    expect(await offerWishes(now)).toBe(1);

    const offer = (await offerTo(first))!;
    expect(offer.holdUntil).toEqual(addMinutes(now, 120));
    expect(await slotsHeld(offer)).toBe(5);
    expect(await state(later)).toBe("waiting");
    expect(await (await answered(second, myRequests)).json()).toMatchObject({
      wishes: [{ id: later._id.toString(), offer: null }],
    });
    const text = (await MailModel.findOne({ to: first.user.email }).lean())?.text ?? "";
    const until = formatInstant(offer.holdUntil!);
    for (const said of [offer.reference, formatEuros(offer.total), until]) {
      expect(text.replaceAll(/\s/g, " ")).toContain(said.replaceAll(/\s/g, " "));
    }
    await expectMailsWhole();
    const token = await tokenOf(first);
    const page = await answered(first, offerGet, { params: { token } });
    expect(await page.json()).toMatchObject({
      ...{ state: "open", until },
      request: { reference: offer.reference, total: offer.total, ...RAW },
    });
    // Nothing of it is a request of theirs before they say so.
    const list = await answered(first, myRequests);
    expect(await list.json()).toMatchObject({ total: 0, wishes: [{ offer: { until } }] });
    expect((await stored(offer)).offer).toBeDefined();
    // A place is given up beside it; what is held, on its own page alone.
    const buttons = async ({ visitor }: Member) =>
      (await (await rendered(visitor, "/mes-demandes")).text()).includes('name="wish"');
    expect([await buttons(first), await buttons(second)]).toEqual([false, true]);

    const form = { intent: "take" };
    const taken = await answered(first, answerOffer, { params: { token }, form });
    const toPay = `/reservation/${id}/paiement?demande=${offer._id.toString()}`;
    expect([taken.status, taken.headers.get("location")]).toEqual([303, toPay]);
    expect((await stored(offer)).offer).toBeUndefined();
    expect(await (await answered(first, myRequests)).json()).toMatchObject({
      ...{ total: 1, wishes: [] },
      requests: [{ reference: offer.reference, total: offer.total }],
    });
    const again = await answered(first, offerGet, { params: { token } });
    expect(await again.json()).toMatchObject({ state: "taken" });
    await ReservationModel.updateOne({ _id: offer._id }, { $set: { status: "cancelled" } });
    const after = await answered(first, offerGet, { params: { token } });
    expect(await after.json()).toMatchObject({ state: "calledOff" });
    await ReservationModel.updateOne({ _id: offer._id }, { $set: { status: "hold" } });
    await expectSlotsToAgree();
  });

  test("go to one of two wishes and a stranger at once, and who is told of them has them", async () => {
    const { hold } = await bothWait();
    await giveUp(hold, holder);
    const stranger = await newMember();
    await Promise.allSettled([offerWishes(now), take(stranger), offerWishes(now)]);
    await expectSlotsToAgree();
    const holds = await ReservationModel.find({ status: "hold" }).lean();
    expect(holds).toHaveLength(1);
    const mails = await MailModel.find().lean();
    const told = mails.filter(({ key }) => key.startsWith("wish-offered:"));
    const offered = holds.filter(({ offer }) => offer !== undefined);
    expect(told.map(({ about }) => about)).toEqual(offered.map(({ _id }) => _id.toString()));
  });

  test("at night are anybody's, and in the morning who waited longest is offered what is left", async () => {
    const { hold, wishes } = await bothWait();
    const [evening, morning] = ["T23:30", "T08:00"].map((time, place) =>
      parseParisTime(`${day(place)}${time}`)!,
    ) as [Date, Date];
    // Its days begin before anybody could be offered them in the morning.
    const near = { startDate: day(1), endDate: day(1) };
    await closeDays(owner.id, venue._id.toString(), { raw: near, now });
    const soon = await wishOf(second, near, addMinutes(now, 2));
    const whole = { startSlot: "AM", endSlot: "PM" } as const;
    await reopenDays(owner.id, venue._id.toString(), { ...near, ...whole });
    await giveUp(hold, holder);
    expect(await offerWishes(addMinutes(evening, -5))).toBe(1);
    expect(await Promise.all([...wishes, soon].map(state))).toEqual([
      ...["waiting", "waiting", "offered"],
    ]);
    await giveUp((await offerTo(second))!, second, evening);
    const stranger = await newMember();
    await giveUp(await take(stranger, evening), stranger, evening);
    for (const minutes of [15, 125, 250, 509]) {
      expect(await offerWishes(addMinutes(evening, minutes))).toBe(0);
    }
    expect(await offerWishes(morning)).toBe(1);
    expect(await offerTo(first)).toMatchObject({ holdUntil: addMinutes(morning, 120), ...RAW });
    await expectSlotsToAgree();
  });

  test("that nobody takes up in time pass on, and the first one waits before the next hold there", async () => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    await offerWishes(now);
    const token = await tokenOf(first);
    const over = addMinutes(now, 121);
    await expireHolds(over);
    await offerWishes(over);
    expect(await Promise.all(wishes.map(state))).toEqual(["lapsed", "offered"]);
    expect(await offerTo(second)).toMatchObject({ holdUntil: addMinutes(over, 120), ...RAW });
    const page = await answered(first, offerGet, { params: { token } });
    expect(await page.json()).toMatchObject({ state: "over" });
    const form = { intent: "take" };
    expect((await answered(first, answerOffer, { params: { token }, form })).status).toBe(410);
    await expect(take(first, over, { startDate: day(40), endDate: day(40) })).rejects.toMatchObject(
      { code: "hold_wait" },
    );
    await expectSlotsToAgree();
  });

  test.each([
    ["three", false],
    ["three, who close their accounts after it,", true],
  ])(
    "are anybody's for the rest of a day that %s in turn let pass, and then the next one's",
    async (_, isClosed) => {
      const { hold } = await bothWait();
      const [third, fourth] = [await newMember(), await newMember()];
      await wishOf(third, RAW, addMinutes(now, 2));
      await giveUp(hold, holder);
      const isOffered = async (who: Member, minutes: number) => {
        await expireHolds(addMinutes(now, minutes));
        await offerWishes(addMinutes(now, minutes));
        return (await offerTo(who)) !== null;
      };
      const leaves = async (who: Member, minutes: number) => {
        if (isClosed) await closeAccount(who.id, addMinutes(now, minutes));
      };
      expect(await isOffered(first, 0)).toBe(true);
      expect(await isOffered(second, 121)).toBe(true);
      await leaves(first, 122);
      // Said yes to and not paid it was in vain as well.
      const token = await tokenOf(second);
      const taken = await answered(second, answerOffer, {
        params: { token },
        form: { intent: "take" },
      });
      expect(taken.headers.get("location")).toContain("/paiement?");
      expect(await isOffered(third, 242)).toBe(true);
      await leaves(second, 243);
      const waiting = await wishOf(fourth, RAW, addMinutes(now, 243));
      expect(await isOffered(fourth, 363)).toBe(false);
      await leaves(third, 364);
      expect(await ReservationModel.countDocuments({ status: "hold" })).toBe(0);
      const stranger = await newMember();
      await giveUp(await take(stranger, addMinutes(now, 364)), stranger, addMinutes(now, 364));
      expect(await isOffered(fourth, 24 * 60 - 1)).toBe(false);
      expect(await state(waiting)).toBe("waiting");
      expect(await isOffered(fourth, 24 * 60 + 20)).toBe(true);
      await expectSlotsToAgree();
    },
  );

  test("count for nobody as held in vain while their venue could not be booked", async () => {
    const { hold, wishes } = await bothWait();
    const [third, fourth] = [await newMember(), await newMember()];
    await wishOf(third, RAW, addMinutes(now, 2));
    await wishOf(fourth, RAW, addMinutes(now, 3));
    await giveUp(hold, holder);
    await offerWishes(now);
    await VenueModel.updateOne({ _id: venue._id }, { status: "unavailable" });
    const later = async (minutes: number) => {
      await expireHolds(addMinutes(now, minutes));
      await offerWishes(addMinutes(now, minutes));
    };
    await later(121);
    expect(await state(wishes[0])).toBe("waiting");
    await withdrawWish(wishes[0]._id.toString(), first.id, addMinutes(now, 122));
    await VenueModel.updateOne({ _id: venue._id }, { status: "available" });
    for (const minutes of [140, 261, 382]) await later(minutes);
    expect(await offerTo(fourth)).not.toBeNull();
  });

  test("are offered, and other offers end, though what became of one cannot be written down", async () => {
    const { hold, wishes } = await bothWait();
    const left = await Promise.all(
      [first, second].map(async ({ user }) => {
        const reservation = new Types.ObjectId();
        const over = { state: "offered", lookAt: now, createdAt: now, reservation } as const;
        const stay = { ...RAW, startSlot: "AM", endSlot: "PM", period: "Day" } as const;
        return await WishModel.create({ ...stay, ...over, user: user._id, venue: venue._id });
      }),
    );
    await giveUp(hold, holder);
    const broken = vi.spyOn(WishModel, "updateOne");
    onTestFinished(() => broken.mockRestore());
    broken.mockImplementationOnce(() => {
      throw new Error("broken");
    });
    await offerWishes(now);
    expect((await Promise.all(left.map(state))).toSorted()).toEqual(["lapsed", "offered"]);
    expect(await Promise.all(wishes.map(state))).toEqual(["offered", "waiting"]);
  });

  test("are offered to nobody while no mail leaves, and then to whoever waited longest", async () => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    const late = addMinutes(new Date(), -11);
    const stuck = { to: holder.user.email, subject: "Bonjour", status: "queued" } as const;
    await MailModel.create({ ...stuck, key: "stuck", createdAt: late, nextAttemptAt: late });
    // It failed before, and is not looked at again until then.
    const failed = { $set: { failingSince: addMinutes(now, -90) } };
    await WishModel.updateOne({ _id: wishes[0]._id }, failed);
    expect(await offerWishes(now)).toBe(0);
    expect(await Promise.all(wishes.map(state))).toEqual(["waiting", "waiting"]);
    await MailModel.updateOne({ key: "stuck" }, { $set: { status: "sent" } });
    expect(await offerWishes(addMinutes(now, 1))).toBe(1);
    expect(await Promise.all(wishes.map(state))).toEqual(["offered", "waiting"]);
  });

  test.each([
    ["is closed", -10, undefined],
    ["closes before anybody had two hours", 119, 180],
  ])("are offered to nobody while the site %s", async (_, from, until) => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    const closing = {
      ...{ message: "Fermé.", from: addMinutes(now, from) },
      ...(until && { until: addMinutes(now, until) }),
    };
    keepState(JSON.stringify({ notices: [], maintenance: closing }));
    onTestFinished(() => keepState(""));
    expect(await offerWishes(now)).toBe(0);
    expect(await Promise.all(wishes.map(state))).toEqual(["waiting", "waiting"]);
    // Ended, or long enough ahead.
    if (!until) keepState("");
    expect(await offerWishes(addMinutes(now, until ?? 0))).toBe(1);
  });

  test("are shown as held, though the next offer beside them fails", async () => {
    const id = venue._id.toString();
    const apart = { startDate: day(25), endDate: day(25) };
    await closeDays(owner.id, id, { raw: { startDate: day(20), endDate: day(30) }, now });
    const wish = await wishOf(first);
    await wishOf(second, apart, addMinutes(now, 1));
    const slots = { startSlot: "AM", endSlot: "PM" } as const;
    await reopenDays(owner.id, id, { startDate: day(20), endDate: day(30), ...slots });
    const fault = vi.spyOn(logger, "error").mockReturnValue();
    const insert = ReservationModel.insertMany.bind(ReservationModel);
    let count = 0;
    const failing = (...args: Parameters<typeof insert>) => {
      count += 1;
      if (count > 1) throw new Error("a fault");
      return insert(...args);
    };
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    vi.spyOn(ReservationModel, "insertMany").mockImplementation(failing);
    expect(await expectDaysTold(() => offerWishes(now))).toBe(1);
    expect(fault).toHaveBeenCalledWith(expect.anything(), "wish not looked at");
    expect(await state(wish)).toBe("offered");
  });

  test("are offered to the next in line when an offer fails, which is tried again later", async () => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    const fault = vi.spyOn(logger, "error").mockReturnValue();
    const insert = ReservationModel.insertMany.bind(ReservationModel);
    const failing = (...args: Parameters<typeof insert>) => {
      const [made] = args[0] as Reservation[];
      if (first.user._id.equals(made!.userId)) throw new RangeError("a fault");
      return insert(...args);
    };
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    vi.spyOn(ReservationModel, "insertMany").mockImplementation(failing);
    expect(await offerWishes(now)).toBe(1);
    expect(await Promise.all(wishes.map(state))).toEqual(["waiting", "offered"]);
    const wish = wishes[0]._id;
    expect(await WishModel.findById(wish).lean()).toMatchObject({ lookAt: addMinutes(now, 15) });
    const said = { err: expect.any(RangeError) as unknown, wish: wish.toString() };
    expect(fault.mock.calls).toEqual([[said, "wish not looked at"]]);
  });

  test("wait as they are while the database is away", async () => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    const before = await WishModel.find().lean();
    vi.spyOn(logger, "error").mockReturnValue();
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    vi.spyOn(ReservationModel, "insertMany").mockRejectedValue(new Refusal("unavailable"));
    expect(await offerWishes(now)).toBe(0);
    expect(await WishModel.find().lean()).toEqual(before);
    vi.restoreAllMocks();
    expect(await offerWishes(now)).toBe(1);
    expect(await Promise.all(wishes.map(state))).toEqual(["offered", "waiting"]);
  });

  test("fail the job once their offers fail for an hour, between their looks too, until one goes well", async () => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    vi.spyOn(logger, "error").mockReturnValue();
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    vi.spyOn(ReservationModel, "insertMany").mockRejectedValue(new RangeError("a fault"));
    for (const minutes of [0, 15, 30, 45]) await offerWishes(addMinutes(now, minutes));
    const names = wishes.map(({ _id }) => `wish ${_id.toString()}`).toSorted();
    const told = `Some waiting lists could not be followed, and are stuck: ${names.join(", ")}`;
    for (const minutes of [60, 61]) {
      await expect(offerWishes(addMinutes(now, minutes))).rejects.toThrow(told);
    }
    vi.restoreAllMocks();
    expect(await offerWishes(addMinutes(now, 75))).toBe(1);
    for (const { _id } of wishes) {
      expect(await WishModel.findById(_id).lean()).not.toHaveProperty("failingSince");
    }
  });

  test("fail the job where the whole list, or what became of an offer, fails for an hour", async () => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    vi.spyOn(logger, "error").mockReturnValue();
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const broken = () => {
      throw new Error("broken");
    };
    vi.spyOn(VenueModel, "findById").mockImplementation(broken);
    const over = {
      ...({ ...RAW, startSlot: "AM", endSlot: "PM", period: "Day", state: "offered" } as const),
      ...{ user: first.user._id, venue: venue._id, createdAt: now },
    };
    for (const minutes of [0, 59]) await offerWishes(addMinutes(now, minutes));
    const left = await WishModel.create({ ...over, lookAt: now });
    vi.spyOn(WishModel, "updateOne").mockImplementation(broken);
    await offerWishes(addMinutes(now, 59));
    const names = [...wishes, left].map(({ _id }) => `wish ${_id.toString()}`).toSorted();
    const told = `are stuck: ${names.join(", ")}`;
    await expect(offerWishes(addMinutes(now, 60))).rejects.toThrow(told);
  });

  test("are offered though an older wish of days that are over by now cannot be ended", async () => {
    const id = venue._id.toString();
    const apart = { startDate: day(25), endDate: day(25) };
    for (const raw of [RAW, apart]) await closeDays(owner.id, id, { raw, now });
    const wishes = [await wishOf(first), await wishOf(second, apart, addMinutes(now, 1))];
    await reopenDays(owner.id, id, { ...apart, startSlot: "AM", endSlot: "PM" });
    vi.spyOn(logger, "error").mockReturnValue();
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    justBefore("Wish", "updateOne", () => Promise.reject(new Error("a fault")));
    expect(await offerWishes(parisNoon(day(22)))).toBe(1);
    expect(await Promise.all(wishes.map(state))).toEqual(["waiting", "offered"]);
  });

  test("are given up by a press, and pass on at once", async () => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    await offerWishes(now);
    const token = await tokenOf(first);
    const form = { intent: "leave" };
    expect((await answered(first, answerOffer, { params: { token }, form })).status).toBe(303);
    await offerWishes(now);
    expect(await Promise.all(wishes.map(state))).toEqual(["withdrawn", "offered"]);
    expect(await subjectsTo(first.user)).toHaveLength(1);
    await expectSlotsToAgree();
  });

  test("that are given up for others there are waited for anew, as a wish of their own", async () => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    await offerWishes(now);
    expect(await state(wishes[0])).toBe("offered");
    const later = addMinutes(now, 15);
    const other = await take(first, later, { startDate: day(40), endDate: day(40) });
    expect(await state(wishes[0])).toBe("lapsed");
    expect(await WishModel.findById(wishes[0]._id).lean()).not.toHaveProperty("guards");
    await offerWishes(later);
    expect(await state(wishes[1])).toBe("offered");
    const again = await wishOf(first, RAW, addMinutes(later, 5));
    expect(again._id).not.toEqual(wishes[0]._id);
    expect(await (await answered(first, myRequests)).json()).toMatchObject({
      ...{ requests: [{ reference: other.reference }] },
      wishes: [{ id: again._id.toString(), offer: null }],
    });
    expect(await subjectsTo(first.user)).toHaveLength(1);
    await expectSlotsToAgree();
  });

  test("pass over who holds as much as anybody may", async () => {
    const { hold, wishes } = await bothWait();
    // Another unpaid hold at the venue is in the way of this one.
    await take(first, now, { startDate: day(40), endDate: day(40) });
    await giveUp(hold, holder);
    await offerWishes(now);
    expect(await Promise.all(wishes.map(state))).toEqual(["waiting", "offered"]);
  });

  test("are held for nobody who would have less time than anybody has to pay: they are told where they are free", async () => {
    const [id, begins] = [venue._id.toString(), parisMidnight(STAY.start)];
    const eve = addMinutes(begins, -20);
    await closeDays(owner.id, id, { raw: RAW, now });
    const wish = await wishOf(first);
    await reopenDays(owner.id, id, { ...RAW, startSlot: "AM", endSlot: "PM" });
    expect(await offerWishes(eve)).toBe(0);
    expect(await state(wish)).toBe("lapsed");
    expect(await offerTo(first)).toBeNull();
    const mail = await MailModel.findOne({ to: first.user.email }).lean();
    const way = `/reservation/${id}?start=${STAY.start}&end=${STAY.end}&startSlot=AM&endSlot=PM`;
    for (const told of [formatInstant(begins), way]) expect(mail?.text).toContain(told);
    expect(mail?.text).not.toContain("heure de Paris");
    expect((await take(first, eve)).status).toBe("hold");
  });

  test("are free overseas until they begin by Paris's clocks, and said to be", async () => {
    const id = venue._id.toString();
    await VenueModel.updateOne({ _id: venue._id }, { $set: { postalCode: "97110" } });
    await closeDays(owner.id, id, { raw: RAW, now });
    await wishOf(first);
    await reopenDays(owner.id, id, { ...RAW, startSlot: "AM", endSlot: "PM" });
    const begins = parisMidnight(STAY.start);
    expect(await offerWishes(addMinutes(begins, -20))).toBe(0);
    const mail = await MailModel.findOne({ to: first.user.email }).lean();
    expect(mail?.text).toContain(`${formatInstant(begins)} (heure de Paris)`);
  });

  test("are found however they came free, and only all of them together", async () => {
    const id = venue._id.toString();
    await closeDays(owner.id, id, { raw: RAW, now });
    await closeDays(owner.id, id, { raw: { startDate: day(22), endDate: day(22) }, now });
    const wish = await wishOf(first);
    await offerWishes(now);
    const slots = { startSlot: "AM", endSlot: "PM" } as const;
    expect(
      await expectDaysTold(() => reopenDays(owner.id, id, { ...RAW, ...slots })),
    ).toBeGreaterThan(0);
    // The day after is the preparation's.
    expect(await offerWishes(now)).toBe(0);
    await reopenDays(owner.id, id, { startDate: day(22), endDate: day(22), ...slots });
    expect(await offerWishes(now)).toBe(1);
    expect(await state(wish)).toBe("offered");
  });
});

test("days that a rule kept go to who waited longest, though another is looked at sooner", async () => {
  await closeDays(owner.id, venue._id.toString(), {
    ...{ raw: { startDate: day(22), endDate: day(22) }, now },
  });
  const older = await wishOf(first);
  const newer = await wishOf(second, RAW, addMinutes(now, 1));
  await offerWishes(addMinutes(now, 1));
  const soon = addMinutes(now, 10);
  await WishModel.updateOne({ _id: older._id }, { lookAt: soon });
  await WishModel.updateOne({ _id: newer._id }, { lookAt: now });
  // No day came free: nothing has to be prepared there any more.
  await VenueModel.updateOne({ _id: venue._id }, { $unset: { preparationAfter: 1 } });
  expect(await offerWishes(addMinutes(now, 5))).toBe(1);
  expect([await state(older), await state(newer)]).toEqual(["offered", "waiting"]);
});

test("a look at one wish leaves the others the time of their own", async () => {
  await bothWait();
  await offerWishes(addMinutes(now, 1));
  const [wish, other] = await WishModel.find().sort({ _id: 1 });
  const soon = addMinutes(now, 3);
  await WishModel.updateOne({ _id: wish!._id }, { lookAt: now });
  await WishModel.updateOne({ _id: other!._id }, { lookAt: soon });
  await offerWishes(addMinutes(now, 2));
  const looks = await WishModel.find().sort({ _id: 1 }).lean();
  expect(looks.map(({ lookAt }) => lookAt)).toEqual([addMinutes(now, 17), soon]);
});

describe("a place on the list", () => {
  test("is for days that others have, once, and five at most", async () => {
    const id = venue._id.toString();
    const free = await answered(first, leave, { params: { id }, form: STAY });
    expect(free.status).toBe(409);
    await closeDays(owner.id, id, { raw: { startDate: day(20), endDate: day(30) }, now });
    const own = await answered(owner, leave, { params: { id }, form: STAY });
    expect(own.status).toBe(403);
    const past = { start: day(-1), end: day(-1) };
    expect((await answered(first, leave, { params: { id }, form: past })).status).toBe(422);
    // Presses at once are one wish.
    await Promise.all([1, 2, 3].map(() => wishOf(first)));
    expect(await WishModel.countDocuments()).toBe(1);
    for (const count of [21, 22, 23, 24]) {
      await wishOf(first, { startDate: day(count), endDate: day(count) });
    }
    const full = await answered(first, leave, {
      ...{ params: { id }, form: { start: day(25), end: day(25) } },
    });
    expect(full.status).toBe(409);
    expect(await WishModel.countDocuments()).toBe(5);
  });

  test("keeps no address, and its offer counts among its person's unpaid holds alone", async () => {
    const id = venue._id.toString();
    await closeDays(owner.id, id, { raw: RAW, now });
    await answered(first, leave, { params: { id }, form: STAY });
    const guards = [`account:${first.id}`];
    expect(await WishModel.find().lean()).toMatchObject([{ user: first.user._id, guards }]);
    // As they were once left.
    const wish = await wishOf(second);
    const old = [`account:${second.id}`, "address:hashed"];
    await WishModel.updateOne({ _id: wish._id }, { guards: old });
    await forgetWishAddresses();
    expect(await WishModel.findById(wish._id).lean()).toMatchObject({ guards: old.slice(0, 1) });
    await reopenDays(owner.id, id, { ...RAW, startSlot: "AM", endSlot: "PM" });
    await WishModel.updateOne({ user: first.user._id }, { state: "withdrawn" });
    expect(await offerWishes(now)).toBe(1);
    expect((await offerTo(second))?.unpaidBy).toEqual([`account:${second.id}`]);
  });

  test("is its person's alone to see and to give up", async () => {
    const { hold, wishes } = await bothWait();
    const form = { wish: wishes[0]._id.toString() };
    expect((await answered(second, withdraw, { form })).status).toBe(404);
    await giveUp(hold, holder);
    await offerWishes(now);
    const token = await tokenOf(first);
    expect((await answered(second, offerGet, { params: { token } })).status).toBe(403);
    for (const intent of ["take", "leave"]) {
      const params = { token };
      expect((await answered(second, answerOffer, { params, form: { intent } })).status).toBe(403);
    }
    const id = wishes[0]._id.toString();
    const forged = [
      ...["", "x", token.slice(0, -2), `${token}AA`, token.replace(/^./, "_")],
      // Signed for something else, or no longer.
      answerToken(id, addMinutes(now, 60), ANY_ADDRESS),
      answerToken(id, new Date(), ANY_ADDRESS, "offer-link"),
    ];
    for (const hostile of forged) {
      const visit = { params: { token: hostile } };
      expect((await answered(first, offerGet, visit)).status, hostile).toBe(404);
    }
    expect(await state(wishes[0])).toBe("offered");
    expect((await answered(first, withdraw, { form })).status).toBe(303);
    expect((await answered(first, withdraw, { form })).status).toBe(303);
  });

  test("is known to the venue's owner without a name, and to no other owner", async () => {
    const { hold } = await bothWait();
    const other = await loggedIn(await createOwner());
    const params = { id: venue._id.toString() };
    expect((await answered(other, manage, { params })).status).toBe(404);
    await giveUp(hold, holder);
    await offerWishes(now);
    const page = await (await answered(owner, manage, { params })).text();
    const { waiting } = JSON.parse(page) as { waiting: { stretches: object[] } };
    expect(waiting).toMatchObject({ count: 2 });
    expect(waiting.stretches).toHaveLength(2);
    expect(JSON.stringify(waiting)).toContain(formatInstant(addMinutes(now, 120)));
    for (const { id, user } of [first, second]) {
      expect(page).not.toContain(id);
      expect(page).not.toContain(user.email);
    }
  });

  test("ends with the venue, which is told, and with the account, which takes it along", async () => {
    await closeDays(owner.id, venue._id.toString(), { raw: RAW, now });
    const wish = await wishOf(first);
    await wishOf(second);
    const { wishes } = await personalData(first.id, now);
    expect(wishes).toMatchObject([{ _id: wish._id, state: "waiting" }]);
    const over = {
      user: second.user._id,
      venue: venue._id,
      state: "lapsed",
      createdAt: now,
    } as const;
    const stay = { ...RAW, startSlot: "AM", endSlot: "PM", period: "Day" } as const;
    const dayAgo = addMinutes(now, -24 * 60);
    const ended = { ...over, ...stay, reservation: new Types.ObjectId() };
    await WishModel.create({ ...ended, lookAt: dayAgo });
    await WishModel.create({ ...over, ...stay, lookAt: now });
    // Its venue's days are bound by it, whoever waits.
    const bounds = await WishModel.create({ ...ended, lookAt: addMinutes(dayAgo, 1) });
    await closeAccount(second.id, now);
    const left = await WishModel.find().sort({ createdAt: 1, _id: 1 }).lean();
    expect(left.map(({ _id }) => _id)).toEqual([wish._id, bounds._id]);
    await WishModel.deleteOne({ _id: bounds._id });
    const banned = await wishOf(holder);
    await UserModel.updateOne({ _id: holder.user._id }, { bannedAt: now });
    await deleteVenue(owner.id, venue._id.toString(), now);
    await offerWishes(now);
    await offerWishes(now);
    expect(await state(wish)).toBe("lapsed");
    expect(await subjectsTo(first.user)).toEqual([
      `Liste d’attente\u00a0: le lieu «\u00a0${venue.title} (${venue.city})\u00a0» n’est plus proposé, ${formatPeriod(periodOf(wish))}`,
    ]);
    expect([await state(banned), await subjectsTo(holder.user)]).toEqual(["lapsed", []]);
    const text = (await MailModel.findOne({ to: first.user.email }).lean())?.text;
    expect(text).toContain(`«\u00a0${venue.title} (${venue.city})\u00a0»`);
    expect(text).toContain(formatPeriod(periodOf(wish)));
  });

  test.each([
    ["its owner hides it", { status: "unavailable" }, { status: "available" }, false],
    ["the office suspends it", { listed: false }, { listed: true }, false],
    [
      "its owner hides it once they took it",
      { status: "unavailable" },
      { status: "available" },
      true,
    ],
  ] as const)(
    "is kept while %s: what was held for them comes back, and is offered anew",
    async (_, closed, open, isTaken) => {
      const { hold, wishes } = await bothWait();
      await giveUp(hold, holder);
      await offerWishes(now);
      const token = await tokenOf(first);
      const visit = { params: { token } };
      const before = await WishModel.findById(wishes[0]._id).lean();
      const held = await offerTo(first);
      const takes = { ...visit, form: { intent: "take" } };
      if (isTaken) expect((await answered(first, answerOffer, takes)).status).toBe(303);
      await VenueModel.updateOne({ _id: venue._id }, closed);
      expect((await answered(first, answerOffer, takes)).status).toBe(409);
      const over = addMinutes(now, 121);
      await expireHolds(over);
      expect(await offerWishes(over)).toBe(0);
      expect(await WishModel.findById(wishes[0]._id).lean()).toMatchObject({
        ...{ state: "waiting", createdAt: before!.createdAt, guards: before!.guards, timesBack: 1 },
      });
      const dead = await ReservationModel.findById(held!._id).lean();
      expect(dead).toMatchObject({ status: "dead" });
      expect(dead).not.toHaveProperty("unpaidBy");
      expect(await (await answered(first, offerGet, visit)).json()).toMatchObject({
        state: "back",
      });

      await VenueModel.updateOne({ _id: venue._id }, open);
      expect(await offerWishes(addMinutes(over, 16))).toBe(1);
      expect(await offerTo(first)).toMatchObject({ offer: wishes[0]._id });
      expect(await subjectsTo(first.user)).toHaveLength(2);
      expect(await subjectsTo(second.user)).toEqual([]);
      const again = await answered(first, answerOffer, {
        ...{ params: { token: await tokenOf(first) }, form: { intent: "take" } },
      });
      expect(again.status).toBe(303);
    },
  );

  test("is kept where the venue is suspended while they pay: what they paid goes back, and they wait again", async () => {
    const { hold, wishes } = await bothWait();
    await UserModel.updateOne({ _id: owner.user._id }, { accountId: await onboard(sandbox) });
    await giveUp(hold, holder);
    await offerWishes(now);
    const visit = { params: { token: await tokenOf(first) }, form: { intent: "take" } };
    expect((await answered(first, answerOffer, visit)).status).toBe(303);
    const held = (await offerTo(first))!;
    const reservationId = held._id.toString();
    const page = await startPayment({ reservationId, buyerId: first.id, now });
    await VenueModel.updateOne({ _id: venue._id }, { listed: false });
    await payOnPage(page);
    await syncReservation(reservationId, { now });
    expect(await stored(held)).toMatchObject({ status: "dead", refunded: held.total });
    expect(await WishModel.findById(wishes[0]._id).lean()).toMatchObject({
      ...{ state: "waiting", timesBack: 1 },
    });
  });

  test("is lost where they took what was held for them and gave it up, or let it run out while they could pay", async () => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    await offerWishes(now);
    const take = { form: { intent: "take" } };
    await answered(first, answerOffer, { params: { token: await tokenOf(first) }, ...take });
    await VenueModel.updateOne({ _id: venue._id }, { status: "unavailable" });
    await giveUp((await offerTo(first))!, first);
    expect(await state(wishes[0])).toBe("taken");
    await VenueModel.updateOne({ _id: venue._id }, { status: "available" });
    await offerWishes(now);
    await answered(second, answerOffer, { params: { token: await tokenOf(second) }, ...take });
    expect(await expireHolds(addMinutes(now, 121))).toBe(1);
    expect(await state(wishes[1])).toBe("taken");
  });

  test("is kept where their venue's owner is banned and all there called off, not where they give it up", async () => {
    const { hold, wishes } = await bothWait();
    await giveUp(hold, holder);
    await offerWishes(now);
    await UserModel.updateOne({ _id: owner.user._id }, { bannedAt: now });
    const { actor } = await newAdmin();
    await cancelComing({ actor, userId: owner.id, why: "Fraude", now });
    expect(await offerTo(first)).toBeNull();
    expect(await state(wishes[0])).toBe("waiting");
    await UserModel.updateOne({ _id: owner.user._id }, { $unset: { bannedAt: 1 } });
    await offerWishes(addMinutes(now, 16));
    await VenueModel.updateOne({ _id: venue._id }, { status: "unavailable" });
    const params = { token: await tokenOf(first) };
    await answered(first, answerOffer, { params, form: { intent: "leave" } });
    expect(await state(wishes[0])).toBe("withdrawn");
  });

  test("lapses once its days begin too soon, and waits while the venue is not for rent", async () => {
    const { hold, wishes } = await bothWait();
    await VenueModel.updateOne({ _id: venue._id }, { listed: false });
    await giveUp(hold, holder);
    expect(await offerWishes(now)).toBe(0);
    expect(await Promise.all(wishes.map(state))).toEqual(["waiting", "waiting"]);
    await offerWishes(addMinutes(now, 21 * 24 * 60));
    expect(await Promise.all(wishes.map(state))).toEqual(["lapsed", "lapsed"]);
    for (const [place, { user }] of [first, second].entries()) {
      const dates = formatPeriod(periodOf(wishes[place]!));
      expect(await subjectsTo(user)).toEqual([
        `Liste d’attente\u00a0: vos dates n’ont pas pu vous être gardées, ${venue.title} (${venue.city}), ${dates}`,
      ]);
    }
  });
});
