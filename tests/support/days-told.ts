import mongoose, { type mongo } from "mongoose";
import { expect } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { contentMark, contentSince } from "~/platform/content-version.server";

const WRITES = ["insert", "update", "delete"] as const;

/**
 * Does something, and fails unless every process was told of each commit that changed taken half days: their kept pages
 * and searches would show them as they were.
 *
 * @returns how many commits changed half days
 */
export async function expectDaysTold(act: () => Promise<unknown>): Promise<number> {
  const slots = BookedSlotModel.collection.name;
  const client = mongoose.connection.getClient();
  const asked = new Map<number, string>();
  const touched = new Set<string>();
  const committed = new Set<string>();
  const onStart = ({ command, requestId }: mongo.CommandStartedEvent) => {
    const { lsid, txnNumber } = command as { lsid?: { id: mongo.Binary }; txnNumber?: mongo.Long };
    if (!lsid || txnNumber === undefined) return;
    const transaction = `${lsid.id.toString("hex")} ${txnNumber.toString()}`;
    if (WRITES.some((write) => command[write] === slots)) asked.set(requestId, transaction);
    if (command.commitTransaction) committed.add(transaction);
  };
  const onEnd = ({ requestId, reply }: mongo.CommandSucceededEvent) => {
    const transaction = asked.get(requestId);
    if (transaction !== undefined && Number((reply as { n: number }).n) > 0) {
      touched.add(transaction);
    }
  };
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
  return changes;
}
