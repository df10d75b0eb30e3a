/** Forked by S1B and S3B: reserves days of the venues of a database, so many a second, while it is told to. */
import { randomUUID } from "node:crypto";
import mongoose from "mongoose";
import { loadProduct } from "./product.mjs";

/** @typedef {{ perSecond: number }} Order from now on; 0 for none */

const product = await loadProduct({ ...process.env, NODE_ENV: "production" });
const { connectDatabase } = await product.load("app/platform/database.server.ts");
const { reserve } = await product.load("app/bookings/reserve/reserve.server.ts");
const { Refusal } = await product.load("app/platform/refusal.ts");
const { addDays, todayInParis } = await product.load("app/platform/days.ts");

await connectDatabase();
const found = await mongoose.connection
  .collection("venues")
  .find({ searchable: true }, { projection: { _id: 1 } })
  .limit(2_000)
  .toArray();
const venues = found.map(({ _id }) => String(_id));

// Other days than whoever did this before among the same venues.
let count = Date.now() % 100_000;
let made = 0;
async function reserveOne() {
  count += 1;
  const now = new Date();
  const day = addDays(todayInParis(now), 2 + ((count * 29) % 480));
  try {
    await reserve({
      venueId: venues[(count * 31) % venues.length],
      buyer: { id: new mongoose.Types.ObjectId().toString() },
      startDate: day,
      endDate: day,
      requestKey: randomUUID(),
      now,
    });
    made += 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** @type {NodeJS.Timeout | undefined} */
let timer;
process.on("message", (/** @type {Order} */ { perSecond }) => {
  clearInterval(timer);
  timer = perSecond > 0 ? setInterval(() => void reserveOne(), 1_000 / perSecond) : undefined;
  process.send?.({ made });
  made = 0;
});
process.send?.({ made: 0 });
