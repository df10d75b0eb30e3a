import { trusted } from "mongoose";
import { ImageModel } from "@models/image";
import { ModerationDecisionModel, type ModerationDecision } from "@models/moderation-decision";
import { deleteImage } from "~/platform/images/images.server";
import { latestAppeal } from "~/reports/appeal-limit";

/**
 * Erases photos that were taken off their venue, once nobody can have them put back any more.
 *
 * @returns how many
 */
export async function eraseRemovedPhotos(now: Date): Promise<number> {
  const removed = await ImageModel.find(
    { removedBy: trusted({ $exists: true }) },
    "removedBy",
  ).lean();
  const ids = removed.flatMap(({ removedBy }) => removedBy ?? []);
  const decisions = await ModerationDecisionModel.find({ _id: trusted({ $in: ids }) }).lean();
  const open = new Set(
    decisions.filter((one) => !isFinal(one, now)).map(({ _id }) => _id.toString()),
  );
  const over = removed.filter(({ removedBy }) => !open.has(String(removedBy)));
  for (const { _id } of over) await deleteImage(_id);
  return over.length;
}

/** Nobody appeals any more, and who did has an answer. */
function isFinal(decision: ModerationDecision, now: Date): boolean {
  const { appeal } = decision;
  return latestAppeal(decision) <= now && (!appeal || appeal.outcome !== undefined);
}
