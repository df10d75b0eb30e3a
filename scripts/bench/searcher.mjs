/**
 * Forked by S3 and S3B: a process of its own with the product's search over a database of its own. It fills
 * the database, loads the index, says so, and then times the searches that it is sent.
 */
import { setImmediate } from "node:timers/promises";
import mongoose from "mongoose";
import { insertMany, venueMaker } from "./generated.mjs";
import { loadProduct } from "./product.mjs";

/** @typedef {{ queries: string[] }} Order one after the other */
/**
 * @typedef {object} Timed
 * @property {number[]} times ms of each search
 * @property {number} cards how many venues the first one's page has
 * @property {number} commands to the database
 */
/**
 * @typedef {object} Ready
 * @property {string} day YYYY-MM-DD, the first that can be asked for
 * @property {string} saturday YYYY-MM-DD, on which three venues in ten are taken
 * @property {number} venues
 * @property {number} loadMs the first search of all
 * @property {number} megabytes that the first search left in memory
 */

const [count = 0, taken = 0] = process.argv.slice(2).map(Number);
const product = await loadProduct({ ...process.env, NODE_ENV: "production" });
const { connectDatabase } = await product.load("app/platform/database.server.ts");
const { listVenues } = await product.load("app/venues/search-venues.server.ts");
const { readSearch } = await product.load("app/venues/search-form.ts");
const { dayLimits } = await product.load("app/rules/calendar.ts");
const { addDays, parseDay } = await product.load("app/platform/days.ts");
const { syncIndexes } = await product.load("models/all.ts");

const limits = dayLimits(new Date());
const saturday = addDays(limits.earliest, 20 - new Date(parseDay(limits.earliest)).getUTCDay());
const search = async (/** @type {string} */ query) => {
  const { search: asked } = readSearch(new URLSearchParams(query), limits);
  const startedAt = performance.now();
  const { venues } = await listVenues(asked, null, new Date());
  return { ms: performance.now() - startedAt, cards: venues.length };
};

await connectDatabase();
const make = await venueMaker(product);
const owner = await makeOwner();
/** @type {mongoose.Types.ObjectId[]} */
const ids = [];
await insertMany("venues", count, (index) => {
  const venue = make(index, { userId: owner });
  ids.push(venue._id);
  return venue;
});
await takeDays(taken);
// Afterwards: an index is made faster over all venues than venue by venue.
await syncIndexes();

let commands = 0;
mongoose.connection.getClient().on("commandStarted", () => (commands += 1));

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

process.on("message", async (/** @type {Order} */ { queries }) => {
  const found = [];
  commands = 0;
  for (const query of queries) found.push(await search(query));
  const times = found.map(({ ms }) => ms);
  process.send?.(/** @type {Timed} */ ({ times, cards: found[0]?.cards ?? 0, commands }));
});
process.send?.(
  /** @type {Ready} */ ({ day: limits.earliest, saturday, venues, loadMs, megabytes }),
);

/** One who can be paid, for venues that are to be reserved. */
async function makeOwner() {
  const _id = new mongoose.Types.ObjectId();
  const name = { name: "Camille", lastname: "Durand", tag: "bench", email: "bench@exemple.fr" };
  const owner = { _id, ...name, accountId: "acct_bench", stripeStats: "active" };
  await insertMany("users", 1, () => owner);
  return _id;
}

/**
 * Takes whole days.
 * @param {number} days how many
 * @param {(index: number) => readonly [venue: mongoose.Types.ObjectId, day: string]} which
 */
async function takeWhole(days, which) {
  await insertMany("bookedslots", Math.ceil(days) * 2, (index) => {
    const [venue, day] = which(index >> 1);
    const slot = index % 2 === 0 ? "AM" : "PM";
    return {
      _id: /** @type {any} */ (`${venue.toString()}:${day}:${slot}`),
      venue,
      day,
      slot,
      block: "owner",
    };
  });
}

/**
 * So many half days: three venues in ten on the Saturday, the others on every day of a year and a half.
 * @param {number} halfDays
 */
async function takeDays(halfDays) {
  const out = Math.floor(count * 0.3);
  const venueAt = (/** @type {number} */ index) =>
    /** @type {mongoose.Types.ObjectId} */ (ids[index]);
  await takeWhole(halfDays / 2, (index) => {
    if (index < out) return [venueAt(index), saturday];
    const round = Math.floor((index - out) / count);
    // Each venue its own days, none of them twice, and all but the Saturday's.
    return [
      venueAt((index - out) % count),
      addDays(saturday, 1 + ((index * 7 + round * 53) % 500)),
    ];
  });
}
