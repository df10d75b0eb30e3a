import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { ReservationModel } from "@models/reservation";
import { slotId, slotsOf } from "~/rules/calendar";
import { addDays, todayInParis } from "~/platform/days";
import { refusalMessage } from "~/platform/refusal";
import { emptyWholeDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { buildWorker, endWorker, forkWorker } from "../support/worker-process";
import type { Attempt, Result } from "./race-worker";

useDatabase();

const ATTEMPTS = 200;
/** All attempts fall within so many days. */
const WINDOW = 12;

let workers: ChildProcess[] = [];

beforeAll(async () => {
  const file = await buildWorker("tests/faults/race-worker.ts");
  workers = await Promise.all([1, 2].map(() => forkWorker(file)));
}, 60_000);

afterAll(() => Promise.all(workers.map(endWorker)));

async function raceIn(worker: ChildProcess, attempts: readonly Attempt[]): Promise<Result[]> {
  const answer = once(worker, "message") as Promise<[Result[]]>;
  worker.send(attempts);
  return (await answer)[0];
}

/** Stays of 1 to 5 days, spread over the window in a fixed order that looks random. */
function stayOf(index: number): { startDate: string; endDate: string } {
  const first = addDays(todayInParis(new Date()), 20);
  const startDate = addDays(first, (index * 7919) % WINDOW);
  return { startDate, endDate: addDays(startDate, (index * 104_729) % 5) };
}

describe(`attack 18: ${ATTEMPTS} overlapping attempts from two processes`, () => {
  test.each([1, 2, 3])(
    "round %i: one winner a half day, the rest are told",
    async () => {
      await emptyWholeDatabase();
      const venue = await createVenue(await createOwner());
      const venueId = venue._id.toString();
      const attempts = await Promise.all(
        Array.from({ length: ATTEMPTS }, async (_, index) => {
          const buyerId = (await createUser())._id.toString();
          return { venueId, buyerId, ...stayOf(index) };
        }),
      );
      const halves = [attempts.slice(0, ATTEMPTS / 2), attempts.slice(ATTEMPTS / 2)];
      const results = (
        await Promise.all(workers.map((worker, index) => raceIn(worker, halves[index]!)))
      ).flat();

      const winners = results.flatMap((result) => ("won" in result ? [result.won] : []));
      const losers = results.filter((result) => !("won" in result));
      expect(winners.length).toBeGreaterThan(0);
      expect(losers).toEqual(
        losers.map(() => ({ refused: "days_taken", message: refusalMessage("days_taken") })),
      );

      const reservations = await ReservationModel.find().lean();
      expect(reservations.map(({ _id }) => _id.toString()).sort()).toEqual([...winners].sort());
      const expected = reservations.flatMap((reservation) =>
        slotsOf(reservation).map(
          (slot) => `${slotId(venueId, slot)} ${reservation._id.toString()}`,
        ),
      );
      const slots = await BookedSlotModel.find().lean();
      const held = slots.map(({ _id, reservation }) => `${_id} ${reservation!.toString()}`);
      expect(held.sort()).toEqual(expected.sort());
      expect(new Set(slots.map(({ _id }) => _id)).size).toBe(held.length);

      // Who was told that the days are taken asked for days that are.
      const taken = new Set(slots.map(({ _id }) => _id));
      const wronged = attempts.filter(
        (attempt, index) =>
          !("won" in results[index]!) &&
          !slotsOf({ ...attempt, period: "Day" }).some((slot) => taken.has(slotId(venueId, slot))),
      );
      expect(wronged).toEqual([]);
    },
    60_000,
  );
});

describe("unpaid holds, taken in two processes at once (attack 27)", () => {
  const day = addDays(todayInParis(new Date()), 40);
  const venues = async () => {
    const owner = await createOwner();
    const made = await Promise.all(Array.from({ length: 20 }, () => createVenue(owner)));
    return made.map(({ _id }) => ({ venueId: _id.toString(), startDate: day, endDate: day }));
  };
  const race = async (attempts: readonly Attempt[]) =>
    (await Promise.all(workers.map((worker) => raceIn(worker, attempts)))).flat();

  test("one account gets three", async () => {
    await emptyWholeDatabase();
    const buyerId = (await createUser())._id.toString();
    const results = await race((await venues()).map((stay) => ({ ...stay, buyerId })));
    expect(results.filter((result) => "failed" in result)).toEqual([]);
    expect(await ReservationModel.countDocuments({ status: "hold" })).toBe(3);
    expect(await BookedSlotModel.countDocuments()).toBe(6);
  });

  test("all accounts behind one address get twelve", async () => {
    await emptyWholeDatabase();
    const ip = "203.0.113.9";
    const attempts = await Promise.all(
      (await venues()).map(async (stay) => {
        const buyerId = (await createUser())._id.toString();
        return { ...stay, buyerId, ip };
      }),
    );
    const results = await race(attempts);
    expect(results.filter((result) => "failed" in result)).toEqual([]);
    expect(await ReservationModel.countDocuments({ status: "hold" })).toBe(12);
  });
});
