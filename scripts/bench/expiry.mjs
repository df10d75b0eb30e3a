import { setTimeout as sleep } from "node:timers/promises";
import mongoose from "mongoose";
import { atMost, number } from "./figures.mjs";
import { anyFreePort } from "../lib/ports.mjs";
import { insertMany } from "./generated.mjs";
import { memberHeaders } from "./web.mjs";

const REQUESTS = 10_000;
/** As many are done by the floor, half before and half after: what it does for one costs the same each time. */
const BARE = 1_000;
const AT_ONCE = 16;
const ASK_EVERY_MS = 250;
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
 * Payments that wait to be taken, for each request and each of the floor's: one is made by the sandbox, the
 * others are its copies.
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
  for (let start = 0; start < REQUESTS + BARE; start += PAYMENTS_A_CALL) {
    const objects = Array.from({ length: PAYMENTS_A_CALL }, (_, offset) => {
      const index = start + offset;
      const copy = ids.reduce((copied, id) => copied.replaceAll(id, renamed(id, index)), text);
      return JSON.parse(copy);
    }).flat();
    await control(sandboxUrl, "import", { objects });
  }
  return Array.from({ length: REQUESTS + BARE }, (_, index) => ({
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

/**
 * The least that requests which time out can cost: each one's call to Stripe, then its state, its days, its
 * line in the ledger and two mails in one transaction.
 * @param {import("./product.mjs").Product} product
 * @param {readonly { intent: string }[]} payments
 * @returns {Promise<number>} ms
 */
async function bareExpiry(product, payments) {
  const { callStripe } = await product.load("app/payments/gateway.server.ts");
  const { connection } = mongoose;
  const ids = payments.map(() => new mongoose.Types.ObjectId());
  const slotsOf = (/** @type {mongoose.Types.ObjectId} */ id) =>
    ["AM", "PM"].map((slot) => /** @type {any} */ (`${id.toString()}:${slot}`));
  await insertMany("bench-reservations", ids.length, (index) => ({ _id: ids[index] }));
  await insertMany("bench-slots", ids.length * 2, (index) => ({
    _id: slotsOf(/** @type {mongoose.Types.ObjectId} */ (ids[index >> 1]))[index % 2],
  }));
  await insertMany("bench-entries", 1, () => ({}));
  await insertMany("bench-mails", 1, () => ({}));
  let next = 0;
  const worker = async () => {
    for (;;) {
      const index = next++;
      const [_id, payment] = [ids[index], payments[index]];
      if (!_id || !payment) return;
      await callStripe((/** @type {import("stripe").default} */ stripe) =>
        stripe.paymentIntents.cancel(payment.intent),
      );
      await connection.transaction(async (session) => {
        const options = { session };
        const set = { $set: { status: "cancelled" } };
        await connection.collection("bench-reservations").updateOne({ _id }, set, options);
        const slots = { _id: { $in: slotsOf(_id) } };
        await connection.collection("bench-slots").deleteMany(slots, options);
        await connection.collection("bench-entries").insertOne({ reservation: _id }, options);
        await connection.collection("bench-mails").insertMany([{ _id }, {}], options);
      });
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return performance.now() - startedAt;
}

/**
 * The one question by which the job finds what is due, with nothing beside it.
 * @param {Date} now
 * @returns {Promise<number>} ms
 */
async function readingWhatIsDue(now) {
  const due = { status: "pending", answerBy: { $lte: now } };
  const startedAt = performance.now();
  const reservations = mongoose.connection.collection("reservations");
  await reservations
    .find(due, { projection: { _id: 1 } })
    .sort({ answerBy: 1 })
    .toArray();
  return performance.now() - startedAt;
}

/**
 * A member's own page, asked for again and again until `until` settles.
 * @param {string} origin
 * @param {Promise<unknown>} until
 * @returns {Promise<number>} ms of the slowest
 */
async function slowestPage(origin, until) {
  const headers = await memberHeaders(origin);
  let asking = true;
  let slowest = 0;
  const ended = until.finally(() => (asking = false));
  while (asking) {
    const startedAt = performance.now();
    const response = await fetch(`${origin}/mes-demandes`, { headers });
    await response.text();
    if (response.status !== 200) throw new Error(`/mes-demandes: ${response.status}`);
    slowest = Math.max(slowest, performance.now() - startedAt);
    await Promise.race([ended, sleep(ASK_EVERY_MS)]);
  }
  await ended;
  return slowest;
}

/** @type {import("./figures.mjs").Scenario} */
export const expiry = {
  id: "S9",
  title: "10 000 demandes qui expirent dans la même minute",
  async run({ stack, product, say }) {
    const { appUrl, database, sandboxUrl, startWeb } = await stack();
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
    const person = (/** @type {string} */ name) => ({
      _id: new mongoose.Types.ObjectId(),
      tag: name,
      email: `${name}@exemple.fr`,
      name: "Camille",
      lastname: "Durand",
      accountId: name === "owner" ? "acct_bench" : undefined,
    });
    const [owner, buyer] = [person("owner"), person("buyer")];
    await insertMany("users", 2, (index) => (index === 0 ? owner : buyer));
    const price = quote({ period: "Day", unitPrice: 48_000, units: 1 });
    const allPayments = await importPayments(loaded, sandboxUrl, {
      publicUrl: sandboxUrl,
      amount: price.total,
      applicationFeeAmount: price.platformShare,
      destination: "acct_bench",
      customer: "cus_bench",
      transferGroup: "bench",
      metadata: {},
      created: Math.floor(paidAt.getTime() / 1000),
      captureMethod: "manual",
    });
    const [payments, bare] = [allPayments.slice(0, REQUESTS), allPayments.slice(REQUESTS)];
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
      const _id = /** @type {any} */ (`${String(venue)}:${day}:${slot}`);
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
    const dueMs = await readingWhatIsDue(now);
    const half = BARE / 2;
    const before = await bareExpiry(loaded, bare.slice(0, half));
    const startedAt = performance.now();
    const slowest = await slowestPage(appUrl, expireRequests(now));
    const ms = performance.now() - startedAt;
    const after = await bareExpiry(loaded, bare.slice(half));
    const floor = ((before + after) * REQUESTS) / BARE;
    const once = await reservations.countDocuments({
      status: "cancelled",
      history: { $size: 3 },
    });
    const done = await reservations.countDocuments({ status: "cancelled" });
    if (done !== REQUESTS) throw new Error(`${done} of ${REQUESTS} requests timed out`);
    return [
      {
        what: "toutes annulées, autorisations rendues / appels et écritures nus",
        value: `× ${number(ms / floor, 2)} (${number(ms / 1000)} s contre ${number(floor / 1000)} s)`,
        bar: "≤ × 1,5",
        met: ms <= 1.5 * floor,
      },
      atMost(
        `page d'un membre pendant ce temps, au plus lent (lire ce qui est dû, seul : ${number(dueMs)} ms)`,
        slowest,
        500,
        "ms",
        0,
      ),
      {
        what: "chacune une seule fois",
        value: number(once),
        bar: `= ${number(REQUESTS)}`,
        met: once === REQUESTS,
      },
    ];
  },
};
