import mongoose, { type mongo } from "mongoose";
import { expect } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { contentMark, contentSince } from "~/platform/content-version.server";

const WRITES = ["insert", "update", "delete"] as const;

/** Taken half days by their ids, which begin with the venue's. */
async function takenHalfDays(): Promise<Map<string, string>> {
  const slots = await BookedSlotModel.find().lean();
  return new Map(slots.map((slot) => [slot._id, JSON.stringify(slot)]));
}

const venueOf = (slotId: string) => slotId.split(":")[0]!;

/**
 * Does something, and fails unless every process was told of each commit that changed taken half days, and of each venue
 * that they are of: their kept pages and searches would show them as they were.
 *
 * @returns how many commits changed half days
 */
export async function expectDaysTold(act: () => Promise<unknown>): Promise<number> {
  const slots = BookedSlotModel.collection.name;
  const client = mongoose.connection.getClient();
  const asked = new Map<number, string>();
  const touched = new Set<string>();
  /** By transaction, also those that are given up again before anybody looks. */
  const inserted: { transaction: string; venue: string }[] = [];
  const committed = new Set<string>();
  const onStart = ({ command, requestId }: mongo.CommandStartedEvent) => {
    const { lsid, txnNumber } = command as { lsid?: { id: mongo.Binary }; txnNumber?: mongo.Long };
    if (!lsid || txnNumber === undefined) return;
    const transaction = `${lsid.id.toString("hex")} ${txnNumber.toString()}`;
    if (WRITES.some((write) => command[write] === slots)) asked.set(requestId, transaction);
    if (command.insert === slots) {
      for (const { _id } of command.documents as { _id: string }[]) {
        inserted.push({ transaction, venue: venueOf(_id) });
      }
    }
    if (command.commitTransaction) committed.add(transaction);
  };
  const onEnd = ({ requestId, reply }: mongo.CommandSucceededEvent) => {
    const transaction = asked.get(requestId);
    if (transaction !== undefined && Number((reply as { n: number }).n) > 0) {
      touched.add(transaction);
    }
  };
  const before = await takenHalfDays();
  const mark = await contentMark();
  client.on("commandStarted", onStart).on("commandSucceeded", onEnd);
  try {
    await act();
  } finally {
    client.off("commandStarted", onStart).off("commandSucceeded", onEnd);
  }
  const changes = [...touched].filter((transaction) => committed.has(transaction)).length;
  const { changes: told } = await contentSince(mark);
  const ofDays = (told ?? []).filter((change) => "days" in change || "anything" in change);
  expect(ofDays.length, "changes of days that were told").toBeGreaterThanOrEqual(changes);
  if (ofDays.some((change) => "anything" in change)) return changes;
  const after = await takenHalfDays();
  const differing = [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => before.get(id) !== after.get(id))
    .map(venueOf);
  const taken = inserted.filter(({ transaction }) => committed.has(transaction));
  const venues = [...differing, ...taken.map(({ venue }) => venue)];
  const toldOf = ofDays.flatMap(({ days = [] }) => days);
  expect(toldOf, "venues whose days were told").toEqual(expect.arrayContaining(venues));
  return changes;
}
