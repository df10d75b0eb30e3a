import { createPayableVenue, payOnPage, slotsHeld, stored } from "../support/payments";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { trusted } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { emptyDatabaseBut, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newMember } from "../support/members";
import { action as chargeAction } from "~/routes/api/stripe/charge";
import { action as reserveAction } from "~/routes/reservation/$id/index";
import { Visitor } from "../support/visitor";

/** Attack 27: days held without paying, again and again, by one account and by many. */

useDatabase();

const now = new Date();
const later = (minutes: number) => addMinutes(now, minutes);
const day = (count: number) => addDays(todayInParis(now), count);
let venues: Venue[];
let buyer: User;

beforeAll(async () => {
  const owner = await createOwner();
  venues = await Promise.all(Array.from({ length: 13 }, () => createVenue(owner)));
});
beforeEach(async () => {
  await emptyDatabaseBut([UserModel, VenueModel]);
  buyer = await createUser();
});

let keys = 0;
interface Taking {
  venue?: Venue;
  by?: Pick<User, "_id">;
  first?: number;
  days?: number;
  at?: Date;
  ip?: string;
}
const take = ({ venue = venues[0]!, by = buyer, first = 10, days = 1, at = now, ip }: Taking) =>
  reserve({
    venueId: venue._id.toString(),
    buyer: { id: by._id.toString() },
    startDate: day(first),
    endDate: day(first + days - 1),
    requestKey: `form-${(keys += 1)}`,
    now: at,
    ip,
  });
const giveUp = ({ _id, userId }: Reservation, at: Date) =>
  cancelReservation({
    reservationId: _id.toString(),
    by: { role: "buyer", userId: userId.toString() },
    now: at,
  });
const holds = () => ReservationModel.find({ status: "hold" }).lean();

describe("one account", () => {
  test("twenty-four requests in a row hold three venues, and no more than 31 days", async () => {
    const answers: unknown[] = [];
    for (let index = 0; index < 24; index += 1) {
      const taking = { venue: venues[index % 12]!, days: 10, first: 10 + index };
      answers.push(await take(taking).catch((error: unknown) => error));
    }
    const refused = answers.filter((answer) => answer instanceof Error);
    // The first three are asked for again on other days, which replaces them.
    expect(refused).toHaveLength(18);
    for (const refusal of refused) {
      expect(refusal).toMatchObject({ status: 429, field: "demandes", retryAfter: 1_800 });
    }
    const held = await holds();
    expect(new Set(held.map(({ venueId }) => venueId.toString())).size).toBe(3);
    expect(held).toHaveLength(3);
    expect(await BookedSlotModel.countDocuments()).toBe(60);
  });

  test("a fourth hold is refused with the time when the first one ends", async () => {
    for (const index of [0, 1, 2]) await take({ venue: venues[index]!, at: later(index) });
    await expect(take({ venue: venues[3]!, at: later(3) })).rejects.toMatchObject({
      code: "holds_full",
      retryAfter: 27 * 60,
    });
    await expect(take({ venue: venues[3]!, at: later(30) })).resolves.toBeTruthy();
  });

  test("more than 31 days: at once, never; together, once others are free again", async () => {
    await expect(take({ days: 32 })).rejects.toMatchObject({ code: "hold_too_long", status: 422 });
    await take({ days: 20 });
    await expect(take({ venue: venues[1]!, days: 12 })).rejects.toMatchObject({
      code: "holds_days",
    });
    await take({ venue: venues[1]!, days: 11 });
  });

  test("other days at the same venue replace the hold, and it ends no later", async () => {
    const old = await take({ days: 3 });
    const fresh = await take({ first: 40, days: 2, at: later(20) });
    expect(await stored(old)).toMatchObject({ status: "dead" });
    expect(await stored(fresh)).toMatchObject({ status: "hold", holdUntil: later(30) });
    expect(await slotsHeld(old)).toBe(0);
    const third = await take({ first: 41, days: 2, at: later(25) });
    expect(third.holdUntil).toEqual(later(30));
    expect(await holds()).toHaveLength(1);
    // What was replaced did not come to nothing by itself: only the last one of them does.
    await expireHolds(later(31));
    await expect(take({ first: 41, at: later(39) })).rejects.toMatchObject({
      code: "hold_wait",
      retryAfter: 60,
    });
    await expect(take({ first: 41, at: later(40) })).resolves.toBeTruthy();
  });

  test("a replacement that the bounds refuse leaves the hold as it was", async () => {
    await take({ venue: venues[1]!, days: 20 });
    const old = await take({ days: 5 });
    await expect(take({ days: 12, first: 12 })).rejects.toMatchObject({ code: "holds_days" });
    expect((await stored(old)).status).toBe("hold");
  });

  test("after holds that came to nothing it waits 10 minutes for that venue, then 30, then a day", async () => {
    const first = await take({});
    await giveUp(first, later(1));
    await expect(take({ at: later(2) })).rejects.toMatchObject({
      code: "hold_wait",
      retryAfter: 9 * 60,
    });
    await take({ venue: venues[1]!, at: later(2) });
    const second = await take({ at: later(11) });
    await expireHolds(later(42));
    expect((await stored(second)).status).toBe("dead");
    // From its deadline, not from the moment at which the job noticed it.
    await expect(take({ at: later(70) })).rejects.toMatchObject({ retryAfter: 60 });
    const third = await take({ at: later(71) });
    await giveUp(third, later(80));
    await expect(take({ at: later(81) })).rejects.toMatchObject({ retryAfter: 1_439 * 60 });
    await take({ at: later(80 + 1_440) });
  });

  test("one that ran out and that no job has ended yet counts as ended", async () => {
    const old = await take({});
    await expect(take({ first: 20, at: later(35) })).rejects.toMatchObject({
      code: "hold_wait",
      retryAfter: 300,
    });
    expect((await stored(old)).status).toBe("dead");
  });

  test("what is paid bounds nobody", async () => {
    const { venue } = await createPayableVenue();
    const hold = await take({ venue });
    const reservationId = hold._id.toString();
    const buyerId = buyer._id.toString();
    await payOnPage(await startPayment({ reservationId, buyerId, now }));
    expect((await syncReservation(reservationId, { now }))?.status).toBe("confirmed");
    expect((await stored(hold)).unpaidBy).toBeUndefined();
    for (const index of [1, 2]) await take({ venue: venues[index]! });
    await expect(take({ venue, first: 20 })).resolves.toMatchObject({ holdUntil: later(30) });
  });

  test("is forgotten two days after", async () => {
    const hold = await take({ ip: "203.0.113.9" });
    await giveUp(hold, now);
    await expireHolds(later(2_880));
    expect((await stored(hold)).unpaidBy).toHaveLength(2);
    await expireHolds(later(2_880 + 31));
    expect((await stored(hold)).unpaidBy).toBeUndefined();
  });
});

describe("many accounts behind one address", () => {
  const ip = "203.0.113.50";
  const someone = async () => ({ by: await createUser(), ip });

  test("hold what four accounts may, whichever of them asks", async () => {
    for (let index = 0; index < 12; index += 1) {
      await take({ ...(await someone()), venue: venues[index]! });
    }
    await expect(take({ ...(await someone()), venue: venues[12]! })).rejects.toMatchObject({
      code: "holds_address",
      status: 429,
      retryAfter: 1_800,
    });
    const elsewhere = { by: await createUser(), ip: "203.0.113.51" };
    await expect(take({ ...elsewhere, venue: venues[12]! })).resolves.toBeTruthy();
  });

  test("are counted by its form and by the card form alike", async () => {
    for (let index = 0; index < 12; index += 1) {
      await take({ ...(await someone()), venue: venues[index]! });
    }
    const id = venues[12]!._id.toString();
    const [start, end] = [day(10), day(10)];
    const { visitor } = await newMember();
    const form = { start, end, requestKey: "form" };
    const path = `/reservation/${id}`;
    const pressed = await visitor.visit(reserveAction, path, { form, params: { id }, ip });
    expect(pressed.status).toBe(429);
    const stay = { id, startDate: start, endDate: end, amount: 54_000 };
    const json = { ...stay, paymentMethodId: "pm_card_visa" };
    const called = await visitor.visit(chargeAction, "/api/stripe/charge", { json, ip });
    expect(called.status).toBe(429);
    expect(((await called.json()) as { type: string }).type).toMatch(/#holds_address$/);
    expect(await holds()).toHaveLength(12);
    const elsewhere = await visitor.visit(reserveAction, path, { form, params: { id } });
    expect(elsewhere.status).toBe(303);
  });

  test("wait for a venue that they have held four times for nothing", async () => {
    for (let index = 0; index < 4; index += 1) {
      await giveUp(await take(await someone()), now);
    }
    await expect(take(await someone())).rejects.toMatchObject({
      code: "holds_address",
      retryAfter: 600,
    });
  });

  test("are those of one network where a client has one of its own", async () => {
    const at = async (end: string) => ({ by: await createUser(), ip: `2001:db8:1:${end}` });
    for (let client = 1; client <= 4; client += 1) {
      await giveUp(await take(await at(`2::${client}`)), now);
    }
    await expect(take(await at("2::5"))).rejects.toMatchObject({ code: "holds_address" });
    await expect(take(await at("3::5"))).resolves.toBeTruthy();
  });

  test("no address is stored in clear", async () => {
    const hold = await take({ ip });
    expect(JSON.stringify(await stored(hold))).not.toContain(ip);
  });
});

test("a dozen at once hold three venues", async () => {
  const answers = await Promise.allSettled(venues.slice(0, 12).map((venue) => take({ venue })));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(await holds()).toHaveLength(3);
  expect(await ReservationModel.countDocuments({ status: trusted({ $ne: "hold" }) })).toBe(0);
});

test("by the card form: 429, when to try again, and nothing held", async () => {
  for (const index of [0, 1, 2]) await take({ venue: venues[index]! });
  const visitor = new Visitor();
  await visitor.context().session.start(buyer._id);
  const json = {
    id: venues[3]!._id.toString(),
    paymentMethodId: "pm_card_visa",
    amount: 54_000,
    startDate: day(10),
    endDate: day(10),
  };
  const answer = await visitor.visit(chargeAction, "/api/stripe/charge", { json });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(1_700);
  const { message } = (await answer.json()) as { message: string };
  expect(message).toMatch(/^Vous avez déjà 3 demandes .* à partir du \d{2}\/\d{2}\/\d{4} à \d+/);
  expect(await holds()).toHaveLength(3);
});
