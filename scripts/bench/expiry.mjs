import mongoose from "mongoose";
import { atMost, number } from "./figures.mjs";
import { anyFreePort } from "../lib/ports.mjs";
import { insertMany } from "./generated.mjs";

const REQUESTS = 10_000;
const DAY_MS = 24 * 3_600_000;
const PAYMENTS_A_CALL = 500;

/**
 * Turns one of the sandbox's switches.
 * @param {string} sandboxUrl
 * @param {string} name
 * @param {object} body
 */
async function control(sandboxUrl, name, body) {
  const response = await fetch(new URL(`/_sandbox/${name}`, sandboxUrl), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
}

/**
 * 10,000 payments that wait to be taken: one is made by the sandbox, the others are its copies.
 * @param {import("./product.mjs").Product} product
 * @param {string} sandboxUrl
 * @param {object} terms of `buildPaidIntent`
 * @returns {Promise<{ intent: string, charge: string }[]>} ids
 */
async function importPayments(product, sandboxUrl, terms) {
  const { buildPaidIntent } = await product.load("sandbox/stripe/paid-intent.ts");
  const original = buildPaidIntent({ ...terms, seed: "bench" });
  const text = JSON.stringify(original.objects);
  /** @type {string[]} */
  const ids = original.objects.map((/** @type {{ id: string }} */ { id }) => id);
  const renamed = (/** @type {string} */ id, /** @type {number} */ index) =>
    `${id.slice(0, -5)}${String(index).padStart(5, "0")}`;
  for (let start = 0; start < REQUESTS; start += PAYMENTS_A_CALL) {
    const objects = Array.from({ length: PAYMENTS_A_CALL }, (_, offset) => {
      const index = start + offset;
      const copy = ids.reduce((copied, id) => copied.replaceAll(id, renamed(id, index)), text);
      return JSON.parse(copy);
    }).flat();
    await control(sandboxUrl, "import", { objects });
  }
  return Array.from({ length: REQUESTS }, (_, index) => ({
    intent: renamed(original.paymentIntent.id, index),
    charge: renamed(original.charge.id, index),
  }));
}

/**
 * Has the sandbox send its events to a web process on the scenario's own database: handling what each
 * authorisation given back leads to is part of the work.
 * @param {string} sandboxUrl
 * @param {import("../stack.mjs").Stack["startWeb"]} startWeb
 * @param {string} uri
 */
async function receiveEvents(sandboxUrl, startWeb, uri) {
  const port = String(await anyFreePort());
  await startWeb("web-expiry", { PORT: port, MONGODB_URI: uri, RUN_JOBS: "none" });
  await control(sandboxUrl, "webhook-targets", {
    webhookUrl: `http://127.0.0.1:${port}/api/stripe/webhook`,
  });
}

/** @type {import("./figures.mjs").Scenario} */
export const expiry = {
  id: "S9",
  title: "10 000 demandes qui expirent dans la même minute",
  async run({ stack, product, say }) {
    const { database, sandboxUrl, startWeb } = await stack();
    if (!sandboxUrl) throw new Error("S9 needs the Stripe sandbox");
    const uri = database.uriOf("bench-expiry");
    const loaded = await product();
    const { connectDatabase, disconnectDatabase } = await loaded.load(
      "app/platform/database.server.ts",
    );
    const { expireRequests } = await loaded.load("app/bookings/answer/expire-requests.server.ts");
    const { quote } = await loaded.load("app/rules/price.ts");
    const { addDays, todayInParis } = await loaded.load("app/platform/days.ts");
    const { syncIndexes } = await loaded.load("models/all.ts");
    await disconnectDatabase();
    await connectDatabase(uri);
    await syncIndexes();
    await receiveEvents(sandboxUrl, startWeb, uri);

    const now = new Date();
    const paidAt = new Date(now.getTime() - DAY_MS - 60_000);
    const [owner, buyer] = ["owner", "buyer"].map((name) => ({
      _id: new mongoose.Types.ObjectId(),
      tag: name,
      email: `${name}@exemple.fr`,
      name: "Camille",
      lastname: "Durand",
      accountId: name === "owner" ? "acct_bench" : undefined,
    }));
    await insertMany("users", 2, (index) => (index === 0 ? owner : buyer));
    const { applicationFee, ...price } = quote({ period: "Day", unitPrice: 48_000, units: 1 });
    const payments = await importPayments(loaded, sandboxUrl, {
      publicUrl: sandboxUrl,
      amount: price.total,
      applicationFeeAmount: applicationFee,
      destination: "acct_bench",
      customer: "cus_bench",
      transferGroup: "bench",
      metadata: {},
      created: Math.floor(paidAt.getTime() / 1000),
      captureMethod: "manual",
    });
    const day = addDays(todayInParis(now), 60);
    const venueIds = payments.map(() => new mongoose.Types.ObjectId());
    const ids = payments.map(() => new mongoose.Types.ObjectId());
    await insertMany("reservations", REQUESTS, (index) => ({
      ...price,
      _id: ids[index],
      reference: `PDS-B${index}`,
      venueId: venueIds[index],
      userId: buyer._id,
      ownerId: owner._id,
      accountId: "acct_bench",
      venueTitle: "La Grande Salle",
      venueCity: "Lyon",
      ...{ startDate: day, endDate: day, startSlot: "AM", endSlot: "PM", period: "Day" },
      ...{ policy: "souple", needValidation: true, status: "pending" },
      answerBy: new Date(now.getTime() - 1_000),
      attempt: 1,
      paymentIntentId: payments[index]?.intent,
      chargeId: payments[index]?.charge,
      refunded: 0,
      hiddenByBuyer: false,
      requestKey: `bench:${index}`,
      history: [{ state: "pending", at: paidAt, by: "system", why: "Paiement autorisé" }],
      createdAt: paidAt,
    }));
    await insertMany("bookedslots", REQUESTS * 2, (index) => {
      const venue = venueIds[index >> 1];
      const slot = index % 2 === 0 ? "AM" : "PM";
      const _id = /** @type {any} */ (`${venue}:${day}:${slot}`);
      return { _id, venue, day, slot, reservation: ids[index >> 1] };
    });
    await insertMany("ledgerentries", REQUESTS, (index) => ({
      _id: /** @type {any} */ (`authorised:${payments[index]?.charge}`),
      reservation: ids[index],
      buyer: buyer._id,
      owner: owner._id,
      type: "authorised",
      amount: price.total,
      stripeId: payments[index]?.charge,
      at: paidAt,
    }));
    say("S9 : 10 000 demandes prêtes");

    const reservations = mongoose.connection.collection("reservations");
    const startedAt = performance.now();
    await expireRequests(now);
    const ms = performance.now() - startedAt;
    const once = await reservations.countDocuments({
      status: "cancelled",
      history: { $size: 3 },
    });
    const done = await reservations.countDocuments({ status: "cancelled" });
    const perSecond = (done * 1000) / ms;
    return [
      {
        ...atMost("toutes annulées, autorisations rendues", REQUESTS / perSecond, 60, "s", 0),
        value: `${number(REQUESTS / perSecond)} s (${number(perSecond)} par seconde)`,
      },
      {
        what: "chacune une seule fois",
        value: number(once),
        bar: `= ${number(REQUESTS)}`,
        met: once === REQUESTS,
      },
    ];
  },
};
