import mongoose from "mongoose";
import { insertMany, venueMaker } from "./generated.mjs";
import { number } from "./figures.mjs";
import { quantile } from "./load.mjs";

const SIZES = { few: 1_000, many: 100_000 };
const ROUNDS = 3;
const SEARCHES_A_ROUND = 20;
/** A search that takes this long in all is slow enough to be known as such. */
const ROUND_MS = 1_500;

/** @param {string} day YYYY-MM-DD, the first that can be asked for */
const queries = (day) => [
  "",
  "page=20",
  "city=saint",
  "minPrice=200&maxPrice=600",
  "capacity=>51",
  "type=Jardins",
  "equipment=Bar&equipment=Parking",
  `start=${day}&end=${day}`,
  "sort=price-asc",
  "sort=price-desc",
  "city=lyon&type=Jardins",
  "city=lyon&maxPrice=500",
  "city=lyon&capacity=>51&equipment=Bar",
  "type=Villas&type=Manoirs&capacity=<100",
  "maxPrice=300&sort=price-asc&equipment=Chaises",
  `city=paris&start=${day}&end=${day}&sort=price-asc`,
  `city=lyon&minPrice=200&maxPrice=900&capacity=>101&type=Bureaux&equipment=Tables&start=${day}`,
];

/** @type {import("./figures.mjs").Scenario} */
export const search = {
  id: "S3",
  title: "la recherche parmi 100 000 lieux et parmi 1 000",
  async run({ stack, product, say }) {
    const { database } = await stack();
    const loaded = await product();
    const { connectDatabase, disconnectDatabase } = await loaded.load(
      "app/platform/database.server.ts",
    );
    const { listVenues } = await loaded.load("app/venues/list-venues.server.ts");
    const { readSearch } = await loaded.load("app/venues/search-form.ts");
    const { dayLimits } = await loaded.load("app/bookings/day-limits.ts");
    const { syncIndexes } = await loaded.load("models/all.ts");
    const limits = dayLimits(new Date());
    const within = async (
      /** @type {keyof typeof SIZES} */ size,
      /** @type {() => Promise<void>} */ work,
    ) => {
      await disconnectDatabase();
      await connectDatabase(database.uriOf(`bench-${size}`));
      await work();
    };

    for (const [size, count] of Object.entries(SIZES)) {
      await within(/** @type {keyof typeof SIZES} */ (size), async () => {
        const make = await venueMaker(loaded);
        /** @type {import("mongoose").Types.ObjectId[]} */
        const ids = [];
        await insertMany("venues", count, (index) => {
          const venue = make(index);
          if (ids.length < count / 100) ids.push(venue._id);
          return venue;
        });
        // One venue in a hundred is taken on the first day.
        await insertMany("bookedslots", ids.length * 2, (index) => {
          const venue = ids[index >> 1];
          const slot = index % 2 === 0 ? "AM" : "PM";
          const day = limits.earliest;
          return { _id: /** @type {any} */ (`${venue}:${day}:${slot}`), venue, day, slot };
        });
        await syncIndexes();
        say(
          `S3 : ${number(await mongoose.connection.collection("venues").countDocuments())} lieux`,
        );
      });
    }

    /** @type {Record<keyof typeof SIZES, Map<string, number[]>>} */
    const times = { few: new Map(), many: new Map() };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const size of /** @type {(keyof typeof SIZES)[]} */ (Object.keys(SIZES))) {
        await within(size, async () => {
          for (const query of queries(limits.earliest)) {
            const { search: asked } = readSearch(new URLSearchParams(query), limits);
            const measured = times[size].get(query) ?? [];
            times[size].set(query, measured);
            await listVenues(asked, null);
            const end = performance.now() + ROUND_MS;
            for (let count = 0; count < SEARCHES_A_ROUND && performance.now() < end; count += 1) {
              const startedAt = performance.now();
              await listVenues(asked, null);
              measured.push(performance.now() - startedAt);
            }
          }
        });
      }
    }
    return [...times.few.keys()].flatMap((query) => {
      const [few, many] = [times.few, times.many].map((all) =>
        [...(all.get(query) ?? [])].sort((a, b) => a - b),
      );
      return [
        ratio(`p50, ${query || "tout"}`, quantile(many, 0.5), quantile(few, 0.5), 1.5),
        ratio(`p99, ${query || "tout"}`, quantile(many, 0.99), quantile(few, 0.99), 2),
      ];
    });
  },
};

/** @param {string} what @param {number} many ms @param {number} few ms @param {number} bar */
const ratio = (what, many, few, bar) => ({
  what,
  value: `× ${number(many / few, 2)} (${number(many, 1)} ms contre ${number(few, 1)} ms)`,
  bar: `≤ × ${number(bar, 1)}`,
  met: many / few <= bar,
});
