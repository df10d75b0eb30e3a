/**
 * Forked by S3: a process of its own with the product's search over a database of its own. It fills
 * the database, loads the index, says so, and then times the searches that it is sent.
 */
import { setImmediate } from "node:timers/promises";
import mongoose from "mongoose";
import { insertMany, venueMaker } from "./generated.mjs";
import { loadProduct } from "./product.mjs";

/** @typedef {{ query: string, searches: number }} Order */
/** @typedef {{ times: number[], cards: number }} Timed ms of each search, and how many venues its page has */
/**
 * @typedef {object} Ready
 * @property {string} day YYYY-MM-DD, the first that can be asked for
 * @property {number} venues
 * @property {number} loadMs the first search of all
 * @property {number} megabytes that the first search left in memory
 */

const count = Number(process.argv[2]);
const product = await loadProduct({ ...process.env, NODE_ENV: "production" });
const { connectDatabase } = await product.load("app/platform/database.server.ts");
const { listVenues } = await product.load("app/venues/search-venues.server.ts");
const { readSearch } = await product.load("app/venues/search-form.ts");
const { dayLimits } = await product.load("app/bookings/rules/calendar.ts");
const { syncIndexes } = await product.load("models/all.ts");

const limits = dayLimits(new Date());
const search = async (/** @type {string} */ query) => {
  const { search: asked } = readSearch(new URLSearchParams(query), limits);
  const startedAt = performance.now();
  const { venues } = await listVenues(asked, null);
  return { ms: performance.now() - startedAt, cards: venues.length };
};

await connectDatabase();
const make = await venueMaker(product);
/** @type {mongoose.Types.ObjectId[]} */
const busy = [];
await insertMany("venues", count, (index) => {
  const venue = make(index);
  if (busy.length < count / 100) busy.push(venue._id);
  return venue;
});
// One venue in a hundred is taken on the first day.
await insertMany("bookedslots", busy.length * 2, (index) => {
  const venue = busy[index >> 1];
  const slot = index % 2 === 0 ? "AM" : "PM";
  const day = limits.earliest;
  return { _id: /** @type {any} */ (`${venue}:${day}:${slot}`), venue, day, slot };
});
// Afterwards: an index is made faster over all venues than venue by venue.
await syncIndexes();

const bytes = async () => {
  // What a first collection lets go of, buffers above all, is freed by the next.
  for (let collection = 0; collection < 3; collection += 1) {
    globalThis.gc?.();
    await setImmediate();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const before = await bytes();
const { ms: loadMs } = await search("");
const megabytes = ((await bytes()) - before) / 1e6;
const venues = await mongoose.connection.collection("venues").estimatedDocumentCount();

process.on("message", async (/** @type {Order} */ { query, searches }) => {
  const found = [];
  for (let done = 0; done < searches; done += 1) found.push(await search(query));
  const times = found.map(({ ms }) => ms);
  process.send?.(/** @type {Timed} */ ({ times, cards: found[0].cards }));
});
process.send?.(/** @type {Ready} */ ({ day: limits.earliest, venues, loadMs, megabytes }));
