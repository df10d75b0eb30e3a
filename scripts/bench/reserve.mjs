import { randomUUID } from "node:crypto";
import mongoose from "mongoose";
import { number, shareOf } from "./figures.mjs";
import { insertMany, venueMaker } from "./generated.mjs";
import { alternate } from "./rounds.mjs";

const DAYS = 60;
const RACERS_A_DAY = 4;
const AT_ONCE = 16;

/**
 * Works through `count` attempts, `AT_ONCE` at a time.
 * @param {number} count
 * @param {(index: number) => Promise<boolean>} attempt whether it won
 * @returns {Promise<{ perSecond: number, won: number }>}
 */
async function race(count, attempt) {
  let next = 0;
  let won = 0;
  const startedAt = performance.now();
  const racer = async () => {
    while (next < count) {
      if (await attempt(next++)) won += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, racer));
  return { perSecond: (count * 1000) / (performance.now() - startedAt), won };
}

/**
 * The least that a reservation can cost: its days and itself inserted in one transaction.
 * @param {object[]} slots
 * @param {object} reservation
 */
async function bareAttempt(slots, reservation) {
  const { connection } = mongoose;
  try {
    await connection.transaction(
      async (session) => {
        await connection.collection("bench-slots").insertMany(slots, { session });
        await connection.collection("bench-reservations").insertOne(reservation, { session });
      },
      { readConcern: { level: "snapshot" }, writeConcern: { w: "majority", journal: true } },
    );
    return true;
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === 11_000) return false;
    throw error;
  }
}

/** @type {import("./figures.mjs").Scenario} */
export const racingReserve = {
  id: "S4",
  title: `réserver à ${RACERS_A_DAY} pour chaque jour`,
  async run({ stack, product }) {
    const { database } = await stack();
    const loaded = await product();
    const { connectDatabase, disconnectDatabase } = await loaded.load(
      "app/platform/database.server.ts",
    );
    const { reserve } = await loaded.load("app/bookings/reserve/reserve.server.ts");
    const { Refusal } = await loaded.load("app/platform/refusal.ts");
    const { addDays, todayInParis } = await loaded.load("app/platform/days.ts");
    const { syncIndexes } = await loaded.load("models/all.ts");
    await disconnectDatabase();
    await connectDatabase(database.uriOf("bench-reserve"));
    await syncIndexes();
    await mongoose.connection.createCollection("bench-slots");
    await mongoose.connection.createCollection("bench-reservations");

    const make = await venueMaker(loaded);
    const ownerId = new mongoose.Types.ObjectId();
    await insertMany("users", 1, () => ({
      _id: ownerId,
      tag: "bench",
      email: "bench@exemple.fr",
      name: "Camille",
      lastname: "Durand",
      accountId: "acct_bench",
      stripeStats: "active",
    }));
    const tomorrow = addDays(todayInParis(new Date()), 1);
    const dayOf = (/** @type {number} */ index) =>
      addDays(tomorrow, Math.floor(index / RACERS_A_DAY));
    /** @param {number} won */
    const expectOneEach = (won) => {
      if (won !== DAYS) throw new Error(`${won} attempts won ${DAYS} days`);
    };

    const rates = await alternate({
      floor: async () => {
        const venue = new mongoose.Types.ObjectId();
        const { perSecond, won } = await race(DAYS * RACERS_A_DAY, async (index) => {
          const day = dayOf(index);
          const reservation = new mongoose.Types.ObjectId();
          const slots = ["AM", "PM"].map((slot) => ({
            _id: `${venue.toString()}:${day}:${slot}`,
            venue,
            day,
            slot,
            reservation,
          }));
          return await bareAttempt(slots, { _id: reservation, venue, day, status: "hold" });
        });
        expectOneEach(won);
        return perSecond;
      },
      product: async () => {
        const venue = make(0, { userId: ownerId });
        await insertMany("venues", 1, () => venue);
        const { perSecond, won } = await race(DAYS * RACERS_A_DAY, async (index) => {
          const day = dayOf(index);
          try {
            await reserve({
              venueId: venue._id.toString(),
              buyer: { id: new mongoose.Types.ObjectId().toString() },
              startDate: day,
              endDate: day,
              requestKey: randomUUID(),
              now: new Date(),
            });
            return true;
          } catch (error) {
            if (error instanceof Refusal && error.code === "days_taken") return false;
            throw error;
          }
        });
        expectOneEach(won);
        return perSecond;
      },
    });
    const details = `${number(rates.product)} contre ${number(rates.floor)} tentatives/s`;
    return [shareOf("réserver / transaction nue", rates.product / rates.floor, 0.6, details)];
  },
};
