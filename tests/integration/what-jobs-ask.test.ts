import { sandbox } from "../support/payments";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Types } from "mongoose";
import { ReservationModel } from "@models/reservation";
import { VenueModel } from "@models/venue";
import { WishModel, type Wish } from "@models/wish";
import { addMinutes } from "~/platform/days";
import { handlers } from "@jobs/all";
import { TIMETABLE, type JobName } from "@jobs/timetable";
import { askedBy, kindsOf } from "../support/asked-of-database";
import { useDatabase } from "../support/database";
import { createUser, createVenue, takeSlots } from "../support/fixtures";
import { leftBehind } from "../support/left-behind";
import { createReservation } from "../support/reservations";
import { ago, day, idOf, now, storeUnchanging } from "../support/unchanging";

/**
 * What each job looks for first, at an instant that never changes: whose turn it is from when on, in which order, and how
 * many at once; then what it does with what is due, and what that leaves behind.
 */

useDatabase();

beforeAll(async () => {
  await sandbox.settled();
  // Mails are claimed by a clock that goes on while others are sent: a millisecond more on a slow machine.
  vi.useFakeTimers({ toFake: ["Date", "performance"], now });
});
afterAll(() => {
  vi.useRealTimers();
});

it("jobs: when each has its turn", () => {
  expect(TIMETABLE).toMatchSnapshot();
});

it.each(Object.keys(handlers) as JobName[])("%s", async (name) => {
  const { asked } = await askedBy(handlers[name]);
  expect(asked).toMatchSnapshot();
});

describe("with something due", () => {
  let stored: Awaited<ReturnType<typeof storeUnchanging>>;
  /** Nobody's account any more. */
  const gone = { _id: idOf(600) };
  beforeAll(async () => {
    stored = await storeUnchanging();
  });

  /** A turn of a job, so many minutes after all that was stored: what it asked, and what it left. */
  async function turn(name: JobName, minutes: number): Promise<string> {
    const at = addMinutes(now, minutes);
    vi.setSystemTime(at);
    const asked: string[] = [];
    const act = async () => {
      asked.push(...(await askedBy(handlers[name], { changes: false })).asked);
    };
    return await leftBehind(act, at, { also: () => kindsOf(asked) });
  }

  /** Twice: what was reminded of is not reminded of again. */
  async function turns(name: JobName, minutes: number, of = ""): Promise<void> {
    expect(await turn(name, minutes)).toMatchSnapshot(`first${of}`);
    expect(await turn(name, minutes + 1)).toMatchSnapshot(`again${of}`);
  }

  const DAY = 24 * 60;

  it("remind-owners", async () => {
    await createReservation({
      ...{ _id: idOf(601), reference: "PDS-ESSAI601", venue: stored.halves, buyer: gone },
      ...{ status: "pending", startDate: day(44), answerBy: addMinutes(now, 250) },
    });
    await turns("remind-owners", 200);
  });

  it("remind-of-events", async () => {
    const changed = { step: "changed", from: "le 20/05/2027", to: "le 01/05/2027" } as const;
    const { _id } = stored.made.get("confirmed")!;
    const entry = { state: "confirmed", at: ago(3), by: "buyer", why: "Essai", dates: changed };
    await ReservationModel.updateOne({ _id }, { $push: { history: entry } });
    await createReservation({
      ...{ _id: idOf(602), reference: "PDS-ESSAI602", venue: stored.halves, buyer: gone },
      ...{ status: "confirmed", startDate: day(49), paidAt: ago(20) },
    });
    // Paid a moment ago: they know.
    await createReservation({
      ...{ _id: idOf(603), reference: "PDS-ESSAI603", venue: stored.venue, buyer: stored.buyer },
      ...{ status: "confirmed", startDate: day(49), paidAt: addMinutes(now, 48 * DAY - 60) },
    });
    await turns("remind-of-events", 48 * DAY);
  });

  it("end-reservations", async () => {
    await turns("end-reservations", 2 * DAY);
  });

  it("ask-for-reviews", async () => {
    // Nobody's any more, and a buyer's: one is asked.
    await createReservation({
      ...{ _id: idOf(604), reference: "PDS-ESSAI604", venue: stored.halves, buyer: gone },
      ...{ status: "ended", startDate: day(47) },
    });
    await createReservation({
      ...{ _id: idOf(605), reference: "PDS-ESSAI605", venue: stored.venue, buyer: stored.buyer },
      ...{ status: "ended", startDate: day(47) },
    });
    await turns("ask-for-reviews", 48 * DAY);
  });

  it("expire-changes", async () => {
    await turns("expire-changes", 600);
  });

  it("sweep-holds", async () => {
    await turns("sweep-holds", 20);
  });

  it("offer-wishes", async () => {
    // One venue at a time: which of several at once is written first is nobody's choice.
    const turnsOf = async (what: string) => {
      await turns("offer-wishes", 0, `: ${what}`);
      await WishModel.deleteMany();
    };
    await WishModel.deleteMany();
    const { venue, halves, buyer, owner, made } = stored;
    const other = await createVenue(owner, { _id: idOf(610), deletedAt: ago(1), title: "Le Parc" });
    const banned = await createUser({ _id: idOf(611), bannedAt: ago(1) });
    let number = 620;
    const wish = async (fields: Partial<Wish>) => {
      number += 1;
      const stay = { startSlot: "AM", endSlot: "PM" } as const;
      const days = { ...stay, startDate: day(150), endDate: day(151) };
      await WishModel.create({
        ...{ _id: idOf(number), user: buyer._id, venue: venue._id, period: "Day", ...days },
        ...{
          state: "waiting",
          lookAt: ago(1),
          createdAt: ago(1),
          guards: ["account:x"],
          ...fields,
        },
      });
    };
    await VenueModel.updateOne({ _id: venue._id }, { preparationBefore: 1, preparationAfter: 1 });
    await takeSlots(venue, [day(170), "AM"]);
    await wish({
      user: (await createUser({ _id: idOf(612), name: "Inès" }))._id,
      createdAt: ago(9),
    });
    // Later on the list, for the same days.
    await wish({});
    await wish({ user: banned._id, startDate: day(160), endDate: day(160) });
    await wish({ startDate: day(170), endDate: day(171) });
    await wish({ startDate: day(-3), endDate: day(-2) });
    await wish({ user: owner._id, startDate: day(180), endDate: day(180) });
    await turnsOf("by the day");
    await wish({ venue: other._id });
    await turnsOf("taken away");
    await wish({ venue: new Types.ObjectId(idOf(613)) });
    await turnsOf("gone");
    const half = { venue: halves._id, period: "Half" } as const;
    await wish({ ...half, startDate: day(155), endDate: day(156), startSlot: "PM", endSlot: "AM" });
    await turnsOf("by half days");
    for (const name of ["dead", "hold", "confirmed"]) {
      await wish({ state: "offered", reservation: made.get(name)!._id });
    }
    await ReservationModel.updateOne({ _id: made.get("hold")!._id }, { status: "hold" });
    await turnsOf("offered before");
  });
});
