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

/**
 * What a reservation asks of the database by its rules (docs/decisions/017), with nothing of the product around it: venue and
 * owner, who has the days, a turn, what is held unpaid, the days, the reservation under its indexes, the word to others.
 * @param {{ venue: mongoose.Types.ObjectId, slots: { _id: any }[], reservation: any }} wanted
 */
async function bareRules({ venue, slots, reservation }) {
  const { connection } = mongoose;
  const of = (/** @type {string} */ name) => connection.collection(`bench-rules-${name}`);
  const taken = { _id: { $in: slots.map(({ _id }) => _id) } };
  const lookup = { from: "users", localField: "userId", foreignField: "_id", as: "owner" };
  const ofVenue = [{ $match: { _id: venue } }, { $lookup: lookup }];
  await connection.collection("venues").aggregate(ofVenue).toArray();
  const [guard] = reservation.unpaidBy;
  try {
    await connection.transaction(
      async (session) => {
        const others = await of("slots").find(taken).toArray();
        if (others.length > 0) throw new TakenError();
        const turn = { $inc: { turns: 1 }, $set: { expire: new Date() } };
        await of("guards").updateOne({ _id: guard }, turn, { session, upsert: true });
        await of("reservations").find({ unpaidBy: guard }, { session }).toArray();
        await of("slots").insertMany(slots, { session });
        await of("reservations").insertOne(reservation, { session });
      },
      { readConcern: { level: "snapshot" }, writeConcern: { w: "majority", journal: true } },
    );
  } catch (error) {
    const isDuplicate = error instanceof mongoose.mongo.MongoServerError && error.code === 11_000;
    if (!isDuplicate && !(error instanceof TakenError)) throw error;
    await of("slots").find(taken).toArray();
    return false;
  }
  const told = { $inc: { value: 1 }, $push: { changes: "bench" } };
  await of("settings").updateOne({ tag: "bench" }, /** @type {any} */ (told), { upsert: true });
  return true;
}

class TakenError extends Error {}

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
    const { ReservationModel } = await loaded.load("models/reservation.ts");
    for (const name of ["slots", "guards", "settings"]) {
      await mongoose.connection.createCollection(`bench-rules-${name}`);
    }
    for (const [keys, options] of ReservationModel.schema.indexes()) {
      await mongoose.connection.collection("bench-rules-reservations").createIndex(keys, options);
    }

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
            const { code } =
              error instanceof Refusal ? /** @type {{ code?: string }} */ (error) : {};
            if (code === "days_taken") return false;
            throw error;
          }
        });
        expectOneEach(won);
        return perSecond;
      },
      rules: async () => {
        const whole = await mongoose.connection.collection("reservations").findOne({});
        if (!whole) throw new Error("No reservation was made");
        const { venueId: venue } = whole;
        const slots = new mongoose.Types.ObjectId();
        const { perSecond, won } = await race(DAYS * RACERS_A_DAY, async (index) => {
          const day = dayOf(index);
          const userId = new mongoose.Types.ObjectId();
          const own = { _id: new mongoose.Types.ObjectId(), userId, reference: randomUUID() };
          const unpaidBy = [`account:${userId.toString()}`];
          const reservation = { ...whole, ...own, unpaidBy, requestKey: randomUUID() };
          return await bareRules({
            ...{ venue, reservation },
            slots: ["AM", "PM"].map((slot) => ({
              ...{ _id: `${slots.toString()}:${day}:${slot}`, venue, day, slot },
              reservation: own._id,
            })),
          });
        });
        expectOneEach(won);
        return perSecond;
      },
    });
    const details = `${number(rates.product)} contre ${number(rates.floor)} tentatives/s, dont une sur ${RACERS_A_DAY} réserve ; mêmes commandes nues ${number(rates.rules)}`;
    return [shareOf("réserver / transaction nue", rates.product / rates.floor, 0.6, details)];
  },
};
