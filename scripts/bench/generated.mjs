import mongoose from "mongoose";

/** Documents as the product stores them, made by the thousand straight into the database. */

const CITIES = [
  // Where people hold events, there are more.
  ...["Paris", "Paris", "Paris", "Lyon", "Lyon", "Lyon"],
  ...["Paris", "Lyon", "Marseille", "Lille", "Nantes", "Bordeaux", "Rennes", "Toulouse", "Nice"],
  ...[
    "Mont-Saint-Aignan",
    "Saint-Étienne",
    "Saint-Malo",
    "Aix-en-Provence",
    "La Rochelle",
    "Brest",
  ],
];
const BATCH = 1_000;

/** Numbers below `below` that look drawn by lot, the same at every run. */
function drawing() {
  let state = 1;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * @param {import("./product.mjs").Product} product
 * @returns {Promise<(index: number, fields?: object) => import("mongoose").mongo.BSON.Document>} makes one venue
 */
export async function venueMaker(product) {
  const { VENUE_TYPES, EQUIPMENT, CAPACITY_CODES, POLICIES } =
    await product.load("models/enumerations.ts");
  const { ratingOf } = await product.load("app/venues/rating.ts");
  const draw = drawing();
  const pick = (/** @type {readonly any[]} */ list) => list[draw(list.length)];
  const owners = Array.from({ length: 500 }, () => new mongoose.Types.ObjectId());
  return (index, fields = {}) => {
    const city = pick(CITIES);
    // Half of them are rated: their reviews have 3 to 5 stars each.
    const reviews = index % 2 === 0 ? 1 + draw(40) : 0;
    const rating = ratingOf(reviews, 3 * reviews + draw(2 * reviews + 1));
    return {
      _id: new mongoose.Types.ObjectId(),
      userId: pick(owners),
      type: [...new Set([pick(VENUE_TYPES), pick(VENUE_TYPES)])],
      title: `La Grande Salle ${index}`,
      description: "Une salle claire et calme, ouverte sur un jardin. ".repeat(6),
      street: `${1 + draw(140)} rue des Tilleuls`,
      postalCode: "69003",
      city,
      country: "France",
      capacity: pick(CAPACITY_CODES),
      needValidation: draw(3) === 0,
      price: 5_000 + draw(400) * 500,
      time: "Day",
      equipement: EQUIPMENT.filter(() => draw(2) === 0),
      locationIMG: [1, 2, 3, 4, 5].map((place) => ({
        image: new mongoose.Types.ObjectId(),
        alt: `Vue ${place}`,
        width: 1920,
        height: 1440,
      })),
      status: "available",
      cancellationPolicy: pick(POLICIES),
      listed: true,
      searchable: draw(20) !== 0,
      ...(rating && { rating }),
      createdAt: new Date(Date.UTC(2026, 0, 1) + draw(300 * 86_400) * 1_000),
      ...fields,
    };
  };
}

/**
 * Inserts what `make` returns, a thousand at a time.
 * @param {string} collection
 * @param {number} count
 * @param {(index: number) => import("mongoose").mongo.BSON.Document} make
 */
export async function insertMany(collection, count, make) {
  for (let start = 0; start < count; start += BATCH) {
    const length = Math.min(BATCH, count - start);
    const documents = Array.from({ length }, (_, index) => make(start + index));
    await mongoose.connection.collection(collection).insertMany(documents);
  }
}
