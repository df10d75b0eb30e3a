import mongoose from "mongoose";
import { expect } from "vitest";

/** What the database says of a read: how many documents it looked through, and whether an index leads to them. */

/** A read as it is sent to the database. */
export type Command = Record<string, unknown>;

/** What the database looked through for a read, and what it gave. */
export async function examined(command: Command): Promise<{ examined: number; returned: number }> {
  // With one the embedded engine reads the whole index, and says that it looked at none but what it gave.
  expect(command).not.toHaveProperty("hint");
  const explained = await mongoose.connection.db?.command({
    explain: command,
    verbosity: "executionStats",
  });
  const { totalDocsExamined, nReturned } = explained?.executionStats as Record<string, number>;
  return { examined: totalDocsExamined ?? Infinity, returned: nReturned ?? 0 };
}

/** What a pipeline reads of other collections, at whatever depth. */
interface Joined {
  from: string;
  /** The fields that what is read of it is looked for by, one of which an index has to begin with. */
  by: string[];
  stage: Command;
}

function joinsOf(stages: readonly Command[]): Joined[] {
  return stages.flatMap((stage) => {
    const { $lookup, $unionWith, $facet } = stage as Record<string, Command | undefined>;
    if ($facet) return Object.values($facet).flatMap((branch) => joinsOf(branch as Command[]));
    const join = $lookup ?? $unionWith;
    if (!join) return [];
    const {
      from,
      coll,
      foreignField,
      pipeline = [],
    } = join as Partial<Record<"from" | "coll" | "foreignField", string>> & {
      pipeline?: Command[];
    };
    // What is looked up without a field of its own is bounded by what its pipeline looks for first.
    const { $match } = (pipeline[0] ?? {}) as { $match?: Command };
    const by = foreignField ? [foreignField] : Object.keys($match ?? {});
    return [{ from: from ?? coll ?? "", by, stage }, ...joinsOf(pipeline)];
  });
}

/** What makes one of many, or reads elsewhere. */
const NO_MORE_ITS_OWN = ["$group", "$count", "$lookup", "$unionWith", "$facet"];

/** Of a pipeline what reads the collection that it begins with, and gives back what it read. */
function ownStages(stages: readonly Command[]): Command[] {
  const end = stages.findIndex((stage) => NO_MORE_ITS_OWN.some((name) => name in stage));
  return end < 0 ? [...stages] : stages.slice(0, end);
}

/**
 * A read by its parts, each of one collection and without what is made of what it gives: adding up gives back fewer than it
 * reads. What is looked up for each document is no part: that takes the document (see `expectIndexed`).
 */
export function readsOf(command: Command): Command[] {
  if (!("aggregate" in command)) return [command];
  const stages = (command.pipeline ?? []) as Command[];
  const parts = joinsOf(stages).flatMap(({ from, stage }) => {
    const { $lookup, $unionWith } = stage as Record<string, Command | undefined>;
    const join = $unionWith ?? $lookup;
    if (!join?.pipeline || "foreignField" in join || "let" in join) return [];
    return [{ ...command, aggregate: from, pipeline: ownStages(join.pipeline as Command[]) }];
  });
  return [{ ...command, pipeline: ownStages(stages) }, ...parts];
}

/**
 * The engine plans the beginning of a pipeline alone and says nothing of what is looked up on the way: an index of the
 * other collection has to begin with what is looked for there, or all of it is read, once for each document.
 */
export async function expectIndexed(command: Command): Promise<void> {
  for (const { from, by, stage } of joinsOf((command.pipeline ?? []) as Command[])) {
    const indexes = await mongoose.connection.collection(from).indexes();
    const first = indexes.map(({ key }) => Object.keys(key)[0]);
    expect(
      by.some((field) => first.includes(field)),
      JSON.stringify(stage),
    ).toBe(true);
  }
}
