import mongoose, { type mongo } from "mongoose";

const SET = { $exists: true };

/**
 * What a restore brings back or undoes, and nothing of what it restores tells: of which collection, which documents, which fields.
 * It is asked each hour: what is few among many is found by an index.
 */
export const KEPT: readonly [string, mongo.Filter<mongo.Document>, readonly string[]][] = [
  ["users", { deletedAt: SET }, ["deletedAt"]],
  ["users", { bannedAt: SET }, ["bannedAt"]],
  ["venues", { deletedAt: SET }, ["deletedAt"]],
  ["venues", { suspendedAt: SET }, ["suspendedAt"]],
  ["privacyrequests", { kind: "erasure" }, ["message", "outcome", "receivedOn", "closedAt"]],
  [
    "moderationdecisions",
    { measure: { $ne: "classer" } },
    ["kind", "target", "measure", "photo.image", "at"],
  ],
  // There exactly for administrators.
  ["users", { adminRole: SET }, ["adminRole"]],
  ["secondfactors", {}, ["enrolledAt"]],
  [
    "reservations",
    { "cancellation.at": SET },
    ["cancellation.by", "cancellation.at", "cancellation.refund"],
  ],
  [
    "reservations",
    { "history.dates.step": "changed" },
    ["startDate", "endDate", "startSlot", "endSlot"],
  ],
  ["mails", { key: /^email-changed:/ }, ["key", "createdAt"]],
];

/**
 * What has to be done again after a restore: docs/operations.md, 'After a restore', step 2. Ids alone, which name nobody.
 *
 * @returns line by line, each a document with the name of its collection (`of`), in JSON
 */
export async function* keepList(): AsyncGenerator<string> {
  const { db } = mongoose.connection;
  if (!db) throw new Error("The list was asked for before the database was connected");
  for (const [of, filter, fields] of KEPT) {
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    for await (const found of db.collection(of).find(filter, { projection })) {
      yield `${JSON.stringify({ of, ...found })}\n`;
    }
  }
}
