/**
 * Forked by L1: a process of its own with the back-office's lists over a database of its own. It fills one
 * collection after the other when told to, and times the pages that it is asked for.
 */
import mongoose from "mongoose";
import { insertMany, venueMaker } from "./generated.mjs";
import { loadProduct } from "./product.mjs";

/** @typedef {"users" | "contacts" | "reservations" | "venues"} List */
/** @typedef {{ fill: List } | { list: List, filters: Record<string, string>, cursor?: string } | { renew: string }} Order */
/**
 * @typedef {object} Page
 * @property {number} ms
 * @property {number} rows 0 when the database was stopped
 * @property {string} next where the next page begins
 * @property {number} commands to the database
 * @property {boolean} stopped it took the database longer than a list may
 */

const product = await loadProduct({ ...process.env, NODE_ENV: "production" });
const { connectDatabase } = await product.load("app/platform/database.server.ts");
const { listAt } = await product.load("app/admin/office.server.ts");
const { listUsers } = await product.load("app/admin/users/list-users.server.ts");
const { listContacts } = await product.load("app/admin/contacts/list-contacts.server.ts");
const { listReservations } = await product.load(
  "app/admin/reservations/list-reservations.server.ts",
);
const { listVenues } = await product.load("app/admin/venues/list-venues.server.ts");
const { pickVenues } = await product.load("app/gallery/pick-venues.server.ts");
const { CONTACT_TYPES } = await product.load("models/enumerations.ts");
const { UserModel } = await product.load("models/user.ts");
const { ContactMessageModel } = await product.load("models/contact-message.ts");
const { ReservationModel } = await product.load("models/reservation.ts");
const { VenueModel } = await product.load("models/venue.ts");

const count = Number(process.argv[2]);
/** Spread over 300 days, in no order. @param {number} index */
const instant = (index) =>
  new Date(Date.UTC(2026, 0, 1) + ((index * 7_919_777) % (300 * 86_400)) * 1e3);
/** Names that many share, and that do not come in their order. @param {number} index */
const nameOf = (index) => ({
  name: ["Camille", "Élodie", "Émile", "Alix", "Noé"][index % 5],
  lastname: `Durand ${(index * 31) % 997}`,
});

/** What each list is: its documents, its read, and the path by which its filters are known. */
const LISTS = {
  users: {
    model: UserModel,
    path: "/admin/user",
    read: listUsers,
    make: (/** @type {number} */ index) => ({
      ...nameOf(index),
      tag: `camille-durand-${index.toString(36)}`,
      email: `camille.durand.${index}@exemple.fr`,
      type: "Entités privés",
      role: "Particulier",
      city: "Lyon",
      isAdmin: false,
      isVerified: index % 5 !== 0,
      ...(index % 50 === 0 && { bannedAt: instant(index) }),
      createdAt: instant(index),
    }),
  },
  contacts: {
    model: ContactMessageModel,
    path: "/admin/contact",
    read: listContacts,
    make: (/** @type {number} */ index) => ({
      ...nameOf(index),
      type: CONTACT_TYPES[index % CONTACT_TYPES.length],
      email: `camille.durand.${index}@exemple.fr`,
      description: "La salle est-elle libre le premier week-end de juin ?",
      status: index % 3 !== 0,
      createdAt: instant(index),
    }),
  },
  reservations: {
    model: ReservationModel,
    path: "/admin/reservation",
    read: (/** @type {any} */ filters, /** @type {string} */ cursor) =>
      listReservations(filters, cursor, new Date()),
    make: (/** @type {number} */ index) => ({
      reference: `PDS-${index.toString(36).toUpperCase().padStart(6, "0")}`,
      venueTitle: `La Grande Salle ${index % 5_000}`,
      venueCity: "Lyon",
      venueId: new mongoose.Types.ObjectId(),
      ownerId: new mongoose.Types.ObjectId(),
      userId: new mongoose.Types.ObjectId(),
      requestKey: String(index),
      period: "Day",
      startDate: instant(index).toISOString().slice(0, 10),
      endDate: instant(index).toISOString().slice(0, 10),
      total: 5_000 + ((index * 37) % 4_000) * 100,
      refunded: 0,
      status: ["ended", "confirmed", "cancelled"][index % 3],
      history: [],
      createdAt: instant(index),
    }),
  },
  venues: {
    model: VenueModel,
    path: "/admin/location",
    read: listVenues,
    make: await venueMaker(product),
  },
};

await connectDatabase();
let commands = 0;
mongoose.connection.getClient().on("commandStarted", () => (commands += 1));

process.on("message", async (/** @type {Order} */ order) => {
  if ("fill" in order) process.send?.(await fill(order.fill));
  else if ("renew" in order) process.send?.(await timed(() => pickVenues(order.renew, [])));
  else process.send?.(await page(order));
});
process.send?.({ isReady: true });

/** @param {List} list */
async function fill(list) {
  const { model, make } = LISTS[list];
  await insertMany(model.collection.name, count, make);
  // Afterwards: an index is made faster over all documents than one by one.
  await model.syncIndexes();
  return { filled: await model.estimatedDocumentCount() };
}

/** @param {{ list: List, filters: Record<string, string>, cursor?: string }} order */
async function page({ list, filters, cursor = "" }) {
  const { path, read } = LISTS[list];
  const { params } = await listAt(path);
  return await timed(() => read(params.parse(filters), cursor));
}

/** @param {() => Promise<any>} read @returns {Promise<Page>} */
async function timed(read) {
  commands = 0;
  const startedAt = performance.now();
  try {
    const found = await read();
    const ms = performance.now() - startedAt;
    const rows = found.rows ?? found;
    return { ms, rows: rows.length, next: found.next ?? "", commands, stopped: false };
  } catch (error) {
    if (/** @type {any} */ (error).code !== "list_too_long") throw error;
    return { ms: performance.now() - startedAt, rows: 0, next: "", commands, stopped: true };
  }
}
